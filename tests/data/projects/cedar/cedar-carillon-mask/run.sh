#!/usr/bin/env bash
gcc -std=c11 -g -O1 -Wall -fsanitize=undefined -fno-sanitize-recover=all carillon.c test_carillon.c -o test_carillon && ./test_carillon
