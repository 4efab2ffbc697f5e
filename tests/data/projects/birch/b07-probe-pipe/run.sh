#!/bin/sh
exec timeout 20 python3 -B -m pytest -q -p no:cacheprovider test_probe.py
