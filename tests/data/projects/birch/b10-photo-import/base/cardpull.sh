#!/usr/bin/env bash
# Copies new pictures from a card to the library: cardpull.sh CARD LIBRARY
set -euo pipefail

card=$1 library=$2
for picture in "$card"/*.jpg; do
    target=$library/$(basename "$picture")
    [[ -e $target ]] || cp "$picture" "$target"
done
