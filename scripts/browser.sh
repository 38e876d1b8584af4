#!/usr/bin/env bash
# Finds Chromium for the browser tests, or installs it where that is possible; its build without
# windows is the cheapest. Says what it did; never fails: without a browser those tests are skipped.
for name in chromium-headless-shell chromium chromium-browser google-chrome; do
  if command -v "$name" >/dev/null 2>&1; then exit 0; fi
done
install() { DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$1" fonts-noto-cjk >/dev/null 2>&1; }
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "Installing Chromium for the browser tests ..."
  if install chromium-headless-shell || install chromium; then exit 0; fi
  apt-get update -qq >/dev/null 2>&1
  if install chromium-headless-shell || install chromium; then exit 0; fi
fi
echo "No Chromium here and it could not be installed: the browser tests will be skipped."
echo "To run them: apt-get install chromium-headless-shell fonts-noto-cjk (as root), or put chromium on the PATH."
