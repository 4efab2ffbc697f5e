#include <cstdio>

#include "pattern.hpp"

int main() {
    std::vector<Crease> vertex{{10, Fold::valley}, {100, Fold::valley}, {190, Fold::valley}, {-80, Fold::mountain}};
    int failed = 0;
    if (!foldsFlat(vertex)) failed = 1, std::puts("should fold flat");
    if (widestGap({{350, Fold::valley}, {20, Fold::valley}, {-100, Fold::mountain}}) != 240) failed = 1, std::puts("gap");
    if (opposite({270, Fold::valley}).angle != 90) failed = 1, std::puts("opposite");
    if (!failed) std::puts("ok");
    return failed;
}
