#include "tables/vat.h"
#define RATE 12
