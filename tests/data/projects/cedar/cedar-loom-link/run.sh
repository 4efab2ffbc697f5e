#!/usr/bin/env bash
make -s clean && make loom_test 2>&1 && ./loom_test
