#!/usr/bin/env bash
# Type checks and tests the Python client against the built command: `npm run test:python`.
# Needs Python 3.10 with httpx, pytest, hypothesis and mypy; on Debian these are python3-httpx,
# python3-pytest, python3-hypothesis and mypy.
set -euo pipefail
cd "$(dirname "$0")"
# The first Python that has what the tests need: a version manager may hide the system's.
for python in "${PYTHON:-python3}" /usr/bin/python3; do
  if "$python" -c 'import httpx, hypothesis, mypy, pytest' 2>/dev/null; then
    "$python" -m mypy
    PYTHONPATH=src "$python" -m pytest -q "$@"
    exit
  fi
done
echo "Cannot test the Python client: httpx, pytest, hypothesis and mypy must be installed" >&2
echo "On Debian: apt-get install python3-httpx python3-pytest python3-hypothesis mypy" >&2
exit 3
