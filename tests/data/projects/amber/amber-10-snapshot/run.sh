#!/bin/sh
exec bash test/snapshot_test.sh
