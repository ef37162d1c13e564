#!/usr/bin/env bash
# The lane of runtimes and bundlers: `npm run test:runtimes`, after a build. It needs other versions of Node and
# some bundlers, 150 MB; where they cannot be installed, the lane says so and does not fail.
set -euo pipefail
cd "$(dirname "$0")/../.."
place=test/runtimes/installed
npm --prefix "$place" install --no-audit --no-fund --no-package-lock >/dev/null || true
for program in node22/bin/node node24/bin/node .bin/rollup .bin/webpack; do
  if [ ! -x "$place/node_modules/$program" ]; then
    echo "Not run: the runtimes lane, because $program cannot be installed here" >&2
    exit 0
  fi
done
exec npx vitest run --project runtimes "$@"
