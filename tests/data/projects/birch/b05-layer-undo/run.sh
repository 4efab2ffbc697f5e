#!/bin/sh
exec node --test --test-reporter=tap test/
