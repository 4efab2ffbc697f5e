#!/usr/bin/env bash
# snapshot.sh SOURCE TARGET: copy the data files, then write a manifest.
mkdir -p "$2"
cp "$1"/*.db "$2"/
(cd "$2" && ls) > "$2/MANIFEST"
