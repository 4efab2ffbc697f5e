#!/bin/sh
exec bash test/run.sh
