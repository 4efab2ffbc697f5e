set -e
mkdir -p build
for f in crease pattern test; do g++ -std=c++17 -Wall -O1 -c -o build/$f.o $f.cpp; done
g++ -o build/test build/crease.o build/pattern.o build/test.o
exec ./build/test
