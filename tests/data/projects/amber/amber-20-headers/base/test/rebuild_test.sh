#!/bin/sh
# Builds a copy of the tree, edits headers, builds again.
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
cp -r Makefile src include "$work"; cd "$work" || exit 2
bad=0
expect() { # what, expected, actual
  if [ "$2" = "$3" ]; then echo "ok   $1: $3"; else echo "FAIL $1: expected '$2', got '$3'"; bad=1; fi
}
make -s tariff >/dev/null 2>&1 || { echo "FAIL first build"; exit 1; }
expect "first build" "rate 12 vat 19" "$(./tariff)"
expect "nothing to do" "make: 'tariff' is up to date." "$(make tariff 2>&1 | tail -1)"
sleep 0.1; printf '#include "tables/vat.h"\n#define RATE 15\n' > include/rate.h
make -s tariff >/dev/null 2>&1
expect "rate.h changed" "rate 15 vat 19" "$(./tariff)"
sleep 0.1; echo '#define VAT 7' > include/tables/vat.h
make -s tariff >/dev/null 2>&1
expect "tables/vat.h changed" "rate 15 vat 7" "$(./tariff)"
exit $bad
