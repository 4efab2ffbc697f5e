#include <inttypes.h>
#include <stdio.h>
#include "shunt.h"

static int bad;

static void expect(uint16_t raw, int64_t want)
{
    int64_t got = shunt_voltage(raw);
    int ok = got == want;
    printf("%s raw=%" PRIu16 " want=%" PRId64 " got=%" PRId64 "\n", ok ? "ok  " : "FAIL", raw, want, got);
    fflush(stdout);
    bad += !ok;
}

int main(void)
{
    expect(0, 0);
    expect(1, 805);
    expect(400, 322265);
    expect(650, 523681);
    expect(2048, 1650000);
    expect(4095, 3299194);
    printf("%d failed\n", bad);
    return bad != 0;
}
