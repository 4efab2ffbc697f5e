#include <stdio.h>
#include "spool.h"

static int bad;

static void expect(const char *build, const char *what, int expected, int actual)
{
    if (expected != actual)
        bad = 1;
    printf("%s: %s %s: expected %d, got %d\n", expected == actual ? "ok" : "FAIL", build, what, expected, actual);
}

int main(int argc, char **argv)
{
    const int saved[] = {4, 1, 12};
    struct spool s = {0};
    const char *build = argc > 1 ? argv[1] : "?";

    spool_load(&s, saved, 3);
    expect(build, "jobs after load", 3, s.n);
    expect(build, "pages after load", 17, spool_total(&s));
    expect(build, "put by hand", 0, spool_put(&s, 2));
    expect(build, "pages after put", 19, spool_total(&s));
    return bad;
}
