exec cargo test --offline -q --test polling 2>&1
