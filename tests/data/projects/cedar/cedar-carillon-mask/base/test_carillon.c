#include "carillon.h"
#include <stdio.h>

static int bad;

static void sounds(const char *what, chord_t chord, int want)
{
    int got = chord_size(chord);
    printf("%s %s: %d bells\n", got == want ? "ok  " : "FAIL", what, got);
    fflush(stdout);
    bad += got != want;
}

int main(void)
{
    sounds("small third", chord_of((int[]){0, 3}, 2), 2);
    sounds("no such bell", chord_of((int[]){-1, 60}, 2), 0);
    sounds("middle", chord_of((int[]){12, 19, 24}, 3), 3);
    sounds("over the new octaves", chord_of((int[]){2, 35, 46}, 3), 3);
    sounds("octave apart by 32", chord_of((int[]){3, 35}, 2), 2);
    return bad != 0;
}
