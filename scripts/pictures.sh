#!/usr/bin/env bash
# Makes docs/images/report-en.png and report-zh.png from the demo's report. Needs Chromium.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
for language in en zh; do
  STEELYARD_LANG="$language" "$root/.venv/bin/steelyard" demo --out "$work/$language" >/dev/null 2>&1
  "${CHROMIUM:-chromium}" --headless --no-sandbox --disable-gpu --no-first-run --hide-scrollbars \
    --disable-background-networking --disable-component-update --disable-sync \
    --user-data-dir="$work/profile" --window-size=1200,1500 \
    --screenshot="$root/docs/images/report-$language.png" "file://$work/$language/report.html" 2>/dev/null
done
ls -l "$root"/docs/images/report-*.png
