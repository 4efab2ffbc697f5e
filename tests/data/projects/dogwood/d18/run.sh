set -e
mkdir -p build
gcc -std=c11 -Wall -g -O1 -fno-omit-frame-pointer -fsanitize=address,undefined -o build/test train.c test_train.c
ASAN_OPTIONS=detect_leaks=0 exec ./build/test
