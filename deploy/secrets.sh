#!/usr/bin/env bash
# Makes the passwords that compose.yaml needs, in deploy/secrets; keeps those that are there.
set -euo pipefail
folder="${1:-$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/secrets}"
# The folder is closed to other accounts of this machine; the files in it are open, because the
# accounts inside of the containers, which have other numbers, must read them.
umask 077
mkdir -p "$folder"
if [ ! -s "$folder/database-password" ]; then
  password="$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')"
  printf '%s' "$password" > "$folder/database-password"
  printf 'postgresql://steelyard:%s@database/steelyard' "$password" > "$folder/database-url"
  chmod 0644 "$folder/database-password" "$folder/database-url"
  echo "Made the passwords in $folder"
fi
