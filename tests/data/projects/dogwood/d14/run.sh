exec node --test tests/
