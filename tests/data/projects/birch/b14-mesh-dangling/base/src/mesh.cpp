#include "mesh.hpp"

int Mesh::midpoint(int a, int b)
{
    vertices.push_back({(vertices[a].x + vertices[b].x) / 2, (vertices[a].y + vertices[b].y) / 2,
                        (vertices[a].height + vertices[b].height) / 2});
    return static_cast<int>(vertices.size()) - 1;
}

void Mesh::subdivide()
{
    std::vector<Triangle> finer;
    for (const Triangle& t : triangles) {
        int ab = midpoint(t[0], t[1]), bc = midpoint(t[1], t[2]), ca = midpoint(t[2], t[0]);
        finer.push_back({t[0], ab, ca});
        finer.push_back({ab, t[1], bc});
        finer.push_back({ca, bc, t[2]});
        finer.push_back({ab, bc, ca});
    }
    triangles = finer;
}
