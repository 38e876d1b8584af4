#!/usr/bin/env bash
# Packs everything that an installation without a network needs into a folder.
#   scripts/wheelhouse.sh [FOLDER] [EXTRAS]     by default: wheelhouse, server
# Run it where there is a package index, with the Python version, the system and the processor of the
# machine it is for; then carry the folder there (docs/guide/offline-install.md).
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
folder="${1:-wheelhouse}"
extras="${2:-server}"
python="${STEELYARD_PYTHON:-python3}"
unset SOURCE_DATE_EPOCH  # the wheel is then the one that scripts/build_twice.py makes; empty breaks it
mkdir -p "$folder"
folder="$(cd "$folder" && pwd)"
rm -f "$folder"/steelyard-*.whl
"$python" -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$folder" "$here"
wheel="$(ls "$folder"/steelyard-*.whl)"
"$python" -m pip download --quiet --disable-pip-version-check --only-binary :all: --dest "$folder" \
  "${wheel}[${extras}]"
# hatchling too, so that the source, or an image of it, can be installed from the folder as well.
"$python" -m pip download --quiet --disable-pip-version-check --only-binary :all: --dest "$folder" \
  "hatchling>=1.25"
cp "$here/deploy/install.sh" "$here/src/steelyard/signing/verify_bundle.py" "$folder/"
(cd "$folder" && sha256sum -- *.whl verify_bundle.py > SHA256SUMS)
echo "$(ls "$folder"/*.whl | wc -l) packages, $(du -sh "$folder" | cut -f1), for $("$python" -V) in $folder"
