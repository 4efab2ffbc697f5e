#!/bin/sh
set -e
${CXX:-g++} -std=c++17 -Wall -g -O1 -fsanitize=address -fno-omit-frame-pointer -Isrc -o plan_test test/plan_test.cpp
ASAN_OPTIONS=detect_leaks=0:print_legend=0 exec ./plan_test
