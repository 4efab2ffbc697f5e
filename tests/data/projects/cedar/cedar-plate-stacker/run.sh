#!/usr/bin/env bash
python3 -m unittest -v 2>&1
