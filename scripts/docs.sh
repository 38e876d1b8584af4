#!/usr/bin/env bash
# scripts/docs.sh          builds the documentation into build/site/: open index.html, no server needed
# scripts/docs.sh serve    shows it at http://127.0.0.1:8000 and follows changes
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$root"
. "$root/scripts/venv.sh"
venv_ready "$root" ".[docs]"
export NO_MKDOCS_2_WARNING=1
"$root/.venv/bin/python" scripts/reference.py
if [ "${1:-}" = "serve" ]; then
  exec "$root/.venv/bin/mkdocs" serve
fi
exec "$root/.venv/bin/mkdocs" build --strict
