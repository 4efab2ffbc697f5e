#include "loom.h"

double grams(const Pattern &p, int metres) { return 12.0 + yarn_weight(p, metres); }
