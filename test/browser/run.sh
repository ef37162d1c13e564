#!/usr/bin/env bash
# The browser lane: `npm run test:browser`, after a build. It needs Debian's Chromium; where that
# cannot be installed, the lane says so and does not fail.
set -euo pipefail
browser="${KEEPSAKE_CHROMIUM:-/usr/bin/chromium}"
[ -x "$browser" ] || apt-get install -y chromium >/dev/null 2>&1 || true
if [ ! -x "$browser" ]; then
  echo "Not run: the browser lane, because there is no Chromium at $browser and it cannot be installed here" >&2
  exit 0
fi
exec npx vitest run --project browser "$@"
