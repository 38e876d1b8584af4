#!/usr/bin/env bash
# Finds PostgreSQL for the tests of the service, or installs it where that is possible.
# Says what it did; never fails: without it those tests are skipped and say so.
if command -v initdb >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then
  exit 0
fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "Installing PostgreSQL for the tests of the service ..."
  if DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql >/dev/null 2>&1 ||
     { apt-get update -qq >/dev/null 2>&1 &&
       DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql >/dev/null 2>&1; }; then
    exit 0
  fi
fi
echo "No PostgreSQL here and it could not be installed: those tests will be skipped."
echo "To run them: apt-get install postgresql (as root), or put initdb on the PATH."
