#!/usr/bin/env bash
# Finds nginx and Caddy for the tests of deploy/, or installs them where that is possible.
# Says what it did; never fails: without them those tests are skipped and say so.
for name in nginx caddy; do
  if command -v "$name" >/dev/null 2>&1; then continue; fi
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing $name for the tests of proxies ..."
    if DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$name" >/dev/null 2>&1; then continue; fi
  fi
  echo "No $name here and it could not be installed: its tests will be skipped."
done
