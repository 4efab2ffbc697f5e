#!/bin/sh
exec timeout 60 python3 -B -m pytest -q -p no:cacheprovider test_load.py
