#include "carillon.h"

chord_t chord_of(const int *bells, size_t count)
{
    chord_t chord = 0;
    for (size_t i = 0; i < count; i++)
        if (bells[i] >= 0 && bells[i] < BELLS)
            chord |= 1 << bells[i];
    return chord;
}

int chord_size(chord_t chord)
{
    int n = 0;
    for (; chord; chord &= chord - 1)
        n++;
    return n;
}
