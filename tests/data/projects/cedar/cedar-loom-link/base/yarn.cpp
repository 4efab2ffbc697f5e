#include "loom.h"

double yarn_weight(const Pattern &p, int metres) { return repeats(p, metres) * p.warp * 0.5; }
