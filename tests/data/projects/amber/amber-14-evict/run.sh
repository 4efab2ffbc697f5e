#!/bin/sh
exec sh -c 'rustc --edition 2021 --test -o stash_test src/stash.rs && ./stash_test -q'
