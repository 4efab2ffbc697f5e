#!/usr/bin/env bash
mkdir -p target && rustc --edition 2021 --test src/lib.rs -o target/hive_tests && ./target/hive_tests
