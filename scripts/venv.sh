# Sourced by ./run and ./test: a virtual environment in .venv that holds what the project file asks for.

find_python() {
  local name
  for name in ${STEELYARD_PYTHON:-} python3.13 python3.12 python3.11 python3 python; do
    if command -v "$name" >/dev/null 2>&1 &&
      "$name" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' 2>/dev/null; then
      command -v "$name"
      return
    fi
  done
  echo "Steelyard needs Python 3.11, 3.12 or 3.13; none was found. 需要 Python 3.11、3.12 或 3.13，未找到。" >&2
  exit 1
}

# venv_ready ROOT WHAT [VERSIONS]: install WHAT (such as ".[test]"), in the versions of that file, unless
# this very project file was installed before.
venv_ready() {
  local root="$1" what="$2" versions="${3:-/dev/null}" stamp wanted
  stamp="$root/.venv/.installed-$(printf '%s' "$what" | tr -c 'a-z0-9\n' '_')"
  if [ ! -x "$root/.venv/bin/python" ]; then
    local python
    python="$(find_python)"
    echo "Making .venv with $("$python" --version) ... 正在创建 .venv ..." >&2
    "$python" -m venv "$root/.venv"
  fi
  wanted="$(cat "$root/pyproject.toml" "$versions" | cksum)"
  if [ ! -f "$stamp" ] || [ "$(cat "$stamp")" != "$wanted" ]; then
    echo "Installing Steelyard and what it needs (once) ... 正在安装依赖（仅一次）..." >&2
    (cd "$root" && .venv/bin/python -m pip install --quiet --disable-pip-version-check \
      --constraint "$versions" -e "$what")
    # An editable install is not compiled, and where PYTHONDONTWRITEBYTECODE is set it never would be.
    "$root/.venv/bin/python" -m compileall -q "$root/src"
    printf '%s' "$wanted" >"$stamp"
  fi
}
