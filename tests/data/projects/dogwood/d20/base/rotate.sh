#!/usr/bin/env bash
# rotate.sh SCANS VAULT: pack the day's film scans, then let the oldest archive go.
set -euo pipefail

scans=$1
vault=$2

rotate() {
    tar -cf "$vault/incoming.tar" -C "$scans" .
    rm -f "$vault/3.tar"
    mv -f "$vault/2.tar" "$vault/3.tar"
    mv -f "$vault/1.tar" "$vault/2.tar"
    mv -f "$vault/incoming.tar" "$vault/1.tar"
}

rotate
