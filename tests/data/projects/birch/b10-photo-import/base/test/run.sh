#!/usr/bin/env bash
# Plain tests in TAP style.
here=$(cd "$(dirname "$0")" && pwd)
tmp=$(mktemp -d) && trap 'rm -rf "$tmp"' EXIT
bad=0 n=0

check() { # name wanted-status wanted-output wanted-files
    n=$((n + 1))
    out=$(bash "$here/../cardpull.sh" "$tmp/card" "$tmp/lib" 2>&1)
    status=$?
    files=$(ls "$tmp/lib" | wc -l)
    if [ "$status" = "$2" ] && [ "$out" = "$3" ] && [ "$files" = "$4" ]; then
        echo "ok $n - $1"
    else
        bad=1
        echo "not ok $n - $1"
        echo "#   status: wanted $2, got $status"
        echo "#   output: wanted '$3', got '$out'"
        echo "#   files in the library: wanted $4, got $files"
    fi
}

fresh() { rm -rf "$tmp/card" "$tmp/lib"; mkdir -p "$tmp/card" "$tmp/lib"; }

fresh; touch "$tmp/card/"{a,b,c}.jpg
check "three new pictures" 0 "3 copied, 0 skipped" 3
check "same card again" 0 "0 copied, 3 skipped" 3
touch "$tmp/card/d.jpg"
check "one more on the card" 0 "1 copied, 3 skipped" 4
exit $bad
