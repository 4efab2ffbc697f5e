#!/bin/sh
exec python3 -B -m unittest -v test_riff
