#ifndef CREASE_HPP
#define CREASE_HPP

enum class Fold { mountain, valley };

struct Crease {
    int angle;
    Fold fold;
};

Crease opposite(Crease c);

#endif
