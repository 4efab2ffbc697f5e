#!/bin/sh
RUST_BACKTRACE=0 exec cargo test --offline --quiet 2>&1
