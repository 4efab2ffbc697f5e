#!/usr/bin/env bash
node letters.test.mjs
