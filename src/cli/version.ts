/** The package: its folder and its version. */
import { readFileSync } from "node:fs";

/** The folder of the package, from `src/cli/` and from `dist/chunks/`. */
export const packageFolder = new URL("../../", import.meta.url);

/** The version of the package, from its manifest. */
export function version(): string {
  const manifest = readFileSync(new URL("package.json", packageFolder), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}
