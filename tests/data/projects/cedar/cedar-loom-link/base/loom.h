#pragma once

struct Pattern {
    int warp, weft;
};

int repeats(const Pattern &p, int metres);      // repeat.cpp
double grams(const Pattern &p, int metres);     // pattern.cpp
double yarn_weight(const Pattern &p, int metres); // yarn.cpp
