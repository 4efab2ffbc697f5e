#!/usr/bin/env bash
bash tests/run_all.sh
