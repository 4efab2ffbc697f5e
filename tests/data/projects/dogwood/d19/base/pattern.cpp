#include "pattern.hpp"

#include <algorithm>
#include <cstdlib>

bool foldsFlat(const std::vector<Crease>& vertex) {
    auto mountains = std::count_if(vertex.begin(), vertex.end(),
                                   [](const Crease& c) { return c.fold == Fold::mountain; });
    return std::abs(2 * mountains - static_cast<long>(vertex.size())) == 2;
}

int widestGap(const std::vector<Crease>&) { return 0; }
