#!/bin/sh
exec python3 -B -m pytest -q -p no:cacheprovider test_catalog.py
