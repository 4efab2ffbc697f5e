#!/bin/sh
exec timeout 30 node --test --test-reporter=spec test/
