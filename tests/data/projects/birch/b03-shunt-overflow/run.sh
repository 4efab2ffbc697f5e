#!/bin/sh
set -e
mkdir -p out
gcc -std=c11 -Wall -g -fsanitize=undefined -fno-sanitize-recover=undefined -Isrc src/shunt.c test/test_shunt.c -o out/test_shunt
exec out/test_shunt
