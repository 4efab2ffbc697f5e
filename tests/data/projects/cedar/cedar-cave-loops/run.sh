#!/usr/bin/env bash
python3 -m pytest -q -p no:cacheprovider --tb=short
