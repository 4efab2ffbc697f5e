#!/usr/bin/env bash
# Runs snapshot.sh on a good and on an empty source.
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
bad=0
expect() { # what, expected, actual
  if [ "$2" = "$3" ]; then echo "ok   $1"; else echo "FAIL $1: expected '$2', got '$3'"; bad=1; fi
}

mkdir "$work/good" "$work/empty"
echo 1 > "$work/good/a.db"

out=$(bash ./snapshot.sh "$work/good" "$work/t1" 2>/dev/null); rc=$?
expect "good source: exit code" 0 "$rc"
expect "good source: report" "snapshot complete" "$out"

out=$(bash ./snapshot.sh "$work/empty" "$work/t2" 2>/dev/null); rc=$?
expect "empty source: exit code" 1 "$rc"
expect "empty source: report" "snapshot failed" "$out"
expect "empty source: no manifest" no "$([ -e "$work/t2/MANIFEST" ] && echo yes || echo no)"
exit $bad
