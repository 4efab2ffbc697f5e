#!/bin/sh
set -e
mkdir -p out
g++ -std=c++17 -O0 -g -Wall -fsanitize=address -Isrc src/mesh.cpp test/test_mesh.cpp -o out/test_mesh
ASAN_OPTIONS=detect_leaks=0:print_legend=0 exec out/test_mesh
