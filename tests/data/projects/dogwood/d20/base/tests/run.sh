#!/usr/bin/env bash
# Prints what is wrong; exit status 1 if anything is.
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

expect() { # what, wanted, got
    if [ "$2" = "$3" ]; then echo "ok: $1"; else echo "FAIL: $1: wanted '$2', got '$3'"; failed=1; fi
}

new_vault() {
    rm -rf "$work/vault" && mkdir -p "$work/vault"
    for n in 1 2 3; do echo "archive $n" > "$work/vault/$n.tar"; done
}

mkdir "$work/scans" && echo frame > "$work/scans/0001.dng"
new_vault
bash "$here/rotate.sh" "$work/scans" "$work/vault" > "$work/out" 2>&1
expect "status of a good night" 0 $?
expect "oldest archive after a good night" "archive 2" "$(cat "$work/vault/3.tar")"

new_vault
bash "$here/rotate.sh" "$work/card-not-mounted" "$work/vault" > "$work/out" 2>&1
expect "status of a bad night" 4 $?
expect "message of a bad night" "scanvault: rotation failed, archives left alone" "$(tail -n 1 "$work/out")"
expect "oldest archive after a bad night" "archive 3" "$(cat "$work/vault/3.tar")"
exit $failed
