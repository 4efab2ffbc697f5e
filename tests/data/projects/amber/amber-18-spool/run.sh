#!/bin/sh
set -e
CC="${CC:-gcc} -std=c11 -Wall -Isrc"
$CC -g -o test_debug src/spool.c test/test_spool.c
$CC -O2 -DNDEBUG -o test_release src/spool.c test/test_spool.c
bad=0
./test_debug debug || bad=1
./test_release release || bad=1
exit $bad
