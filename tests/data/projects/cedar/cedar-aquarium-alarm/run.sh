#!/usr/bin/env bash
python3 -m unittest -v tests.test_alarm 2>&1
