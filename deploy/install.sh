#!/usr/bin/env bash
# Installs Steelyard from the wheelhouse that this file lies in; no network is asked.
#   ./install.sh [FOLDER] [EXTRAS]              by default: /opt/steelyard, server
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
target="${1:-/opt/steelyard}"
extras="${2:-server}"
python="${STEELYARD_PYTHON:-python3}"
(cd "$here" && sha256sum --quiet --check SHA256SUMS)
"$python" -m venv "$target"
"$target/bin/python" -m pip install --quiet --disable-pip-version-check --upgrade \
  --no-index --find-links "$here" "steelyard[${extras}]"
"$target/bin/steelyard" --version
