#!/usr/bin/env bash
# publish.sh REGION: writes board/REGION from the warning service's answer.
set -euo pipefail

fetch_level() {
    "${SERVICE:-./service.sh}" "$1"
}

publish() {
    region=$1
    level=$(fetch_level "$region")
    printf '%s: level %s\n' "$region" "$level" > "board/$region"
}

publish "$1"
echo "published $1"
