#!/bin/sh
exec python3 -B -m unittest test_cbor
