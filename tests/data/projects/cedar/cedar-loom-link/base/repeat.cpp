#include "loom.h"

int repeats(const Pattern &p, int metres) { return metres * 100 / p.weft; }
