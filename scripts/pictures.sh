#!/usr/bin/env bash
# Makes the pictures of docs/images: the demo's report, and two pages of the service. Needs Chromium.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
for language in en zh; do
  STEELYARD_LANG="$language" "$root/.venv/bin/steelyard" demo --out "$work/$language" >/dev/null 2>&1
  "${CHROMIUM:-chromium}" --headless --no-sandbox --disable-gpu --no-first-run --hide-scrollbars \
    --disable-background-networking --disable-component-update --disable-sync \
    --user-data-dir="$work/profile" --window-size=1200,1000 \
    --screenshot="$root/docs/images/report-$language.png" "file://$work/$language/report.html" 2>/dev/null
done
ls -l "$root"/docs/images/report-*.png

# Two pages of the service, over the world of the tests.
"$root/.venv/bin/python" "$root/scripts/screenshots.py" "$work/pages" \
  --only project-runs-run project-scorecards-scorecard-run-run --themes light --widths 1280 --wait 3000
for language in en zh; do
  cp "$work/pages/project-runs-run-$language-light-1280.png" "$root/docs/images/page-result-$language.png"
  cp "$work/pages/project-scorecards-scorecard-run-run--$language-light-1280.png" \
    "$root/docs/images/page-scorecard-$language.png"
done
ls -l "$root"/docs/images/page-*.png
