#!/usr/bin/env bash
cd "$(dirname "$0")" || exit 2
rm -rf board && mkdir board
bad=0
is() {
    if [ "$2" = "$3" ]; then echo "ok   $1"; else echo "FAIL $1: want '$2' got '$3'"; bad=$((bad + 1)); fi
}
bash publish.sh arlberg > log 2>&1
is "exit code, service up" 0 $?
is "board, service up" "arlberg: level 3" "$(cat board/arlberg)"
echo "ortler: level 4" > board/ortler
bash publish.sh ortler > log 2>&1
is "exit code, service down" 7 $?
is "old bulletin stays" "ortler: level 4" "$(cat board/ortler)"
sed 's/^/     | /' log
is "publish() leaves no variables behind" "" "$(set -- arlberg; source ./publish.sh > /dev/null; set +eu; echo "${region-}${level-}")"
rm -rf board log
echo "$bad failed"
[ "$bad" -eq 0 ]
