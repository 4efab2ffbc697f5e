#include "crease.hpp"

static int wrap(int angle) { return ((angle % 360) + 360) % 360; }

Crease opposite(Crease c) {
    return {wrap(c.angle + 180), c.fold == Fold::valley ? Fold::mountain : Fold::valley};
}
