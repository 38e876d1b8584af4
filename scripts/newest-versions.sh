#!/usr/bin/env bash
# Makes .venv anew with the newest versions that the project file allows, and writes them down for ./test.
# Then: ./test --all
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
. "$here/scripts/venv.sh"
rm -rf "$here/.venv"
venv_ready "$here" ".[test,dev,docs,frames,fast,server,ray,s3]"
"$here/.venv/bin/python" -m pip freeze --exclude-editable --disable-pip-version-check \
  >"$here/scripts/tested-versions.txt"
