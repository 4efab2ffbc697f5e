#ifndef PATTERN_HPP
#define PATTERN_HPP

#include <vector>

#include "crease.hpp"

// Maekawa: around a flat vertex the numbers of mountains and valleys differ by two.
bool foldsFlat(const std::vector<Crease>& vertex);
int widestGap(const std::vector<Crease>& vertex);

#endif
