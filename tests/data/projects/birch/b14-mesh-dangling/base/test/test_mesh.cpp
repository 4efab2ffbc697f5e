#include <cmath>
#include <cstdio>
#include "mesh.hpp"

static int bad;

static void check(const char* name, bool fine)
{
    std::printf("%s %s\n", fine ? "ok  " : "FAIL", name);
    std::fflush(stdout);
    bad += !fine;
}

int main()
{
    Mesh one{{{0, 0, 0}, {2, 0, 10}, {0, 2, 20}}, {{0, 1, 2}}};
    one.vertices.reserve(64);
    one.subdivide();
    check("four triangles", one.triangles.size() == 4);
    check("height of a midpoint", std::fabs(one.vertices[3].height - 5) < 1e-9);
    check("slope is kept at the new vertices", std::fabs(one.vertices[3].x - 1) < 1e-9);

    Mesh tight{{{0, 0, 0}, {2, 0, 10}, {0, 2, 20}}, {{0, 1, 2}}};
    tight.subdivide();
    check("same without room to spare", tight.vertices.size() == 6);
    check("midpoint of the second edge", std::fabs(tight.vertices[4].height - 15) < 1e-9);
    tight.subdivide();
    check("twice", tight.triangles.size() == 16);
    return bad != 0;
}
