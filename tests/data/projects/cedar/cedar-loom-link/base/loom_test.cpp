#include "loom.h"
#include <cstdio>

int main() {
    double got = grams(Pattern{8, 50}, 3);
    std::printf("%s grams = %.1f\n", got == 36.0 ? "ok" : "FAIL", got);
    return got != 36.0;
}
