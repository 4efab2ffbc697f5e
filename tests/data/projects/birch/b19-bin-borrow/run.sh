#!/bin/sh
CARGO_TERM_COLOR=never RUST_BACKTRACE=0 exec cargo test --offline --quiet 2>&1
