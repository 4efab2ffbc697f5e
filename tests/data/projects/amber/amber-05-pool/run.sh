#!/bin/sh
exec node --test
