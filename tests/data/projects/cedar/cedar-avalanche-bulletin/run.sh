#!/usr/bin/env bash
bash tests.sh
