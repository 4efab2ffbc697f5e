#!/usr/bin/env bash
cd "$(dirname "$0")/.." || exit 2
source ./fountain.sh
bad=0
check() {
    local got
    got=$(pump_state "$1")
    if [ "$got" = "$2" ]; then
        echo "ok   $1 $2"
    else
        echo "FAIL $1 expected '$2' got '$got'"
        bad=$((bad + 1))
    fi
}
check 06:59 off
check 07:00 on
check 08:15 on
check 09:40 on
check 12:00 on
check 20:59 on
check 21:00 off
open_hour=10
check 09:40 off
check 10:00 on
echo "$bad failed"
[ "$bad" -eq 0 ]
