#!/bin/sh
exec timeout -s INT 12 python3 -m pytest -q --tb=short -p no:cacheprovider
