#pragma once
#include <array>
#include <vector>

struct Vertex { double x, y, height; };
using Triangle = std::array<int, 3>;

struct Mesh {
    std::vector<Vertex> vertices;
    std::vector<Triangle> triangles;

    /// Index of a new vertex in the middle of the edge from a to b.
    int midpoint(int a, int b);
    /// Replaces every triangle by four.
    void subdivide();
};
