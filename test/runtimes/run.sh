#!/usr/bin/env bash
# The lane of runtimes and bundlers: `npm run test:runtimes`, after a build. It needs other versions
# of Node, Bun, Deno, some bundlers and Next.js, 750 MB. Where they cannot be installed, the lane
# says so and does not fail.
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
# The tests of each of these are left out where it is missing.
for program in bun deno next; do
  "$place/node_modules/.bin/$program" --version >/dev/null 2>&1 ||
    echo "Not run: the tests on $program, which cannot be installed here" >&2
done
exec npx vitest run --project runtimes "$@"
