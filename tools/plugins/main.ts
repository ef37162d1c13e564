/** Writes the plugins for coding assistants: `npm run build:plugins`. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { pluginFiles } from "./packages.js";

const folder = new URL("../../plugins/", import.meta.url);
rmSync(folder, { recursive: true, force: true });
for (const { path, text } of pluginFiles()) {
  const target = fileURLToPath(new URL(path, folder));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
}
