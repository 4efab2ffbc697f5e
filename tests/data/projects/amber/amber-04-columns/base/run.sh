#!/bin/sh
exec python3 -m pytest -q -p no:cacheprovider
