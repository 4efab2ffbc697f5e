#!/bin/sh
exec sh test/rebuild_test.sh
