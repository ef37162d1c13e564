/**
 * Finds the files of `assets/`, which are shipped with the code: the embedding table, its
 * vocabulary and the tagger.
 */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

/** From `src/assets/` and `dist/chunks/`, this is the package's root. */
const packageRoot = "../../";

/**
 * The URL of a file in `assets/`. Three places are searched, in this order:
 *
 *   1. the package that this module belongs to;
 *   2. `assets/` beside this module, if a bundler has put both into one folder;
 *   3. the package `keepsake` as installed for this module, if a bundler moved the code away.
 *
 * If the file is in none of them, the first place is returned, and reading it fails with that path.
 */
export function findAsset(name: string): URL {
  const inPackage = new URL(`${packageRoot}assets/${name}`, import.meta.url);
  const beside = new URL(`./assets/${name}`, import.meta.url);
  // Resolving a package takes some 3 ms, so it is done only if the file is in no other place.
  const found = [inPackage, beside].find((place) => existsSync(place)) ?? inInstalledPackage(name);
  return found !== undefined && existsSync(found) ? found : inPackage;
}

/** What an error message adds to the path. It is the same for every file. */
export const howToShipAssets =
  "The file comes with the keepsake package: install it again. If you bundle your program, leave keepsake out of the bundle, or copy node_modules/keepsake/assets beside it";

function inInstalledPackage(name: string): URL | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve("keepsake/package.json");
    return new URL(`assets/${name}`, pathToFileURL(manifest));
  } catch {
    // No package of that name can be resolved from here: there is no third place.
    return undefined;
  }
}
