#!/usr/bin/env bash
# Makes a release, step by step; every step can be repeated.
#   scripts/release.sh KEY [STEP...]     all steps, or those named: check build fixture wheelhouse sbom
#                                        sums install
# KEY is the private key of the project (`steelyard admin key new`). Everything is written to dist/.
# What a release is, and what comes before and after: CONTRIBUTING.md.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$here"
key="${1:?usage: scripts/release.sh KEY [STEP...]}"
shift
python="$here/.venv/bin/python"
version="$(sed -n 's/^__version__ = "\(.*\)"/\1/p' src/steelyard/__init__.py)"
minor="${version%.*}"
out="$here/dist/$version"
extras="server,sso,sign"
unset SOURCE_DATE_EPOCH  # set but empty, it breaks the build

check() {  # a clean tree, a version that the list of changes has, everything green
  [ -z "$(git status --porcelain)" ] || { echo "Commit or remove what git status lists." >&2; exit 1; }
  grep -q "^## .*${version//./\\.}" CHANGELOG.md ||
    { echo "CHANGELOG.md has no heading for $version." >&2; exit 1; }
  ./test --all
}

build() {  # wheel and sdist, twice and the same
  "$python" scripts/build_twice.py "$out"
}

fixture() {  # what later releases must be able to open
  local folder="tests/golden/releases/$minor"
  [ -d "$folder" ] || "$python" scripts/release_fixture.py "$here" "$folder"
  "$here/.venv/bin/pytest" -q -m "not soak" tests/golden/test_releases.py
}

wheelhouse() {  # for this machine; needs a package index
  STEELYARD_PYTHON="$python" scripts/wheelhouse.sh "$out/wheelhouse" "$extras"
  cmp "$out/wheelhouse/steelyard-$version-py3-none-any.whl" "$out/steelyard-$version-py3-none-any.whl"
}

sbom() {  # of the tested versions, and of exactly what is in the wheelhouse
  "$python" scripts/sbom.py "$out/sbom.cdx.json" --extras "$extras"
  [ ! -d "$out/wheelhouse" ] || "$python" scripts/sbom.py "$out/wheelhouse/sbom.cdx.json" \
    --extras "$extras" --wheels "$out/wheelhouse"
}

sums() {  # the hashes of everything, signed
  (cd "$out" && find . -type f ! -name "SHA256SUMS*" -print0 | LC_ALL=C sort -z |
    xargs -0 sha256sum > SHA256SUMS)
  openssl pkeyutl -sign -rawin -inkey "$key" -in "$out/SHA256SUMS" -out "$out/SHA256SUMS.sig"
}

install() {  # without a network: doctor, a run, and a signed run of an earlier release
  local target="$out/.installed"
  rm -rf "$target"
  PIP_CONFIG_FILE=/dev/null PIP_NO_INDEX=1 "$out/wheelhouse/install.sh" "$target" "$extras"
  "$target/bin/steelyard" doctor
  "$target/bin/steelyard" demo --out "$target/demo"
  for run in tests/golden/releases/*/bundles/*; do
    rm -rf "$target/old" "$target/key.pem" "$target/key.pub"
    cp -r "$run" "$target/old"
    "$target/bin/steelyard" admin key new "$target/key.pem" --name release
    "$target/bin/steelyard" sign "$target/old" --key "$target/key.pem"
    "$target/bin/steelyard" verify "$target/old" --trust "$target/key.pub"
    "$python" -I "$out/wheelhouse/verify_bundle.py" "$target/old" "$target/key.pub"
  done
  rm -rf "$target"
}

[ $# -gt 0 ] || set -- check build fixture wheelhouse sbom sums install
for step in "$@"; do
  case "$step" in
    check | build | fixture | wheelhouse | sbom | sums | install) ;;
    *) echo "There is no step $step." >&2; exit 2 ;;
  esac
  mkdir -p "$out"
  printf '\n== %s\n' "$step"
  "$step"
done
printf '\nIn %s. Then: git tag -s v%s\n' "$out" "$version"
