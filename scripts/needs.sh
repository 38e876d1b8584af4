# Sourced by ./test: what the tests that were named need of the machine.

# needs WHAT ARGUMENTS...: whether one of the paths among the arguments is, holds or lies in a folder with
# such tests; without a path, whether any test does.
needs() {
  local what="$1" word path folder named=0 folders
  shift
  case "$what" in
    browser) folders="tests/ui tests/browser tests/report tests/docs/test_site.py" ;;
    postgres) folders="tests/server tests/api tests/cli/test_admin.py tests/cli/test_serve.py tests/deploy tests/golden/test_releases.py" ;;
  esac
  for word in "$@"; do
    path="${word%%::*}"
    path="${path%/}"
    path="${path#./}"
    [ -e "$path" ] || continue
    named=1
    for folder in $folders; do
      case "$path/" in "$folder"/*) return 0 ;; esac
      case "$folder/" in "$path"/*) return 0 ;; esac
    done
  done
  [ "$named" = 0 ]
}
