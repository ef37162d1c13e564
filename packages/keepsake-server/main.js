#!/usr/bin/env node
/** Runs the `keepsake` command. This package brings what its servers need and keepsake does not bring. */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const place = createRequire(import.meta.url).resolve("keepsake/package.json");
await import(new URL("dist/cli/main.js", pathToFileURL(place)).href);
