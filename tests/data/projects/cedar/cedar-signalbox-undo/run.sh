#!/usr/bin/env bash
node --test --test-reporter=tap 2>&1 | grep -v -e duration_ms -e '^# '; exit ${PIPESTATUS[0]}
