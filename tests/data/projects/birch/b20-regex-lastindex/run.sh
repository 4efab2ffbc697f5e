#!/bin/sh
exec node test.js
