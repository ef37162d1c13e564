/**
 * The two drivers of files that are not encrypted: better-sqlite3, a native addon, and Node's own
 * `node:sqlite`, which needs no installation. Both write the same files.
 */
import { createRequire, isBuiltin } from "node:module";
import type BetterSqlite3 from "better-sqlite3";
import { MemoryError } from "../../../contract/errors.js";
import { type NodeSqlite, NodeSqliteDatabase } from "./node-sqlite.js";
import type { Driver } from "./sql-database.js";

/** The name of a driver: that of its package. */
export type DriverName = "better-sqlite3" | "node:sqlite";

// Loaded when the first file is opened, so that no unused library is loaded, and so that an app
// works if one of the two is missing.
const require = createRequire(import.meta.url);

/** Returns a driver. @throws an error if this machine cannot load it */
type Loader = () => Driver;

/**
 * Throws if this runtime is too old for an installed package. Version 13 of the two packages ends
 * the process of Node 20 with a segmentation fault when a file is opened, instead of failing. Their
 * addons end Bun 1.2 with a panic; a Bun that can load them has `node:sqlite` too.
 */
export function assertRunnable(name: "better-sqlite3" | "better-sqlite3-multiple-ciphers"): void {
  if ("Bun" in globalThis && !isBuiltin("node:sqlite")) throw new Error(`${name} needs Bun 1.4 or newer`);
  const { version } = require(`${name}/package.json`) as { readonly version: string };
  // A function that Node has since version 22.
  const isBefore22 = !("withResolvers" in Promise);
  if (Number.parseInt(version, 10) >= 13 && isBefore22)
    throw new Error(`${name} ${version} needs Node 22 or newer; on Node 20 install version 12`);
}

function betterSqlite3(): Driver {
  assertRunnable("better-sqlite3");
  const Library = require("better-sqlite3") as typeof BetterSqlite3;
  // The package may be installed without its addon, because some package managers do not run the
  // script that installs the addon. The package only loads the addon when it opens the first
  // database.
  new Library(":memory:").close();
  return {
    encrypts: false,
    open: (path, options) => new Library(path, options),
    openBytes: (bytes) => new Library(bytes, { readonly: true }),
    convert: cannotConvert,
  };
}

function nodeSqlite(): Driver {
  const library = require("node:sqlite") as NodeSqlite;
  if (!("setReturnArrays" in library.StatementSync.prototype))
    throw new Error("node:sqlite needs Node 22.16 or newer");
  return {
    encrypts: false,
    open: (path, options) => new NodeSqliteDatabase(library, path, options),
    openBytes: (bytes) => NodeSqliteDatabase.ofBytes(library, bytes),
    convert: cannotConvert,
  };
}

function cannotConvert(): never {
  throw new TypeError("Cannot convert a file: the driver must be of the package that encrypts");
}

const loaders: Readonly<Record<DriverName, Loader>> = {
  "better-sqlite3": betterSqlite3,
  "node:sqlite": nodeSqlite,
};

const loaded = new Map<DriverName, Driver>();

/** Returns the driver with a name. @throws {MemoryError} `missing_dependency` */
export function driverNamed(name: DriverName): Driver {
  try {
    return load(name);
  } catch (cause) {
    const message = `Cannot open a store with ${name}: ${howToGet[name]}`;
    throw new MemoryError("missing_dependency", message, { data: { package: name }, cause });
  }
}

const howToGet: Readonly<Record<DriverName, string>> = {
  "better-sqlite3":
    "the package and its native addon must be installed; run npm install better-sqlite3 (better-sqlite3@12 on Node 20), and npm rebuild better-sqlite3 after another Node was installed",
  "node:sqlite": "it is part of Node 22.16 and newer, and of current versions of Bun and Deno",
};

function load(name: DriverName): Driver {
  const known = loaded.get(name) ?? loaders[name]();
  loaded.set(name, known);
  return known;
}

/** Returns better-sqlite3 if this machine can load it; otherwise `node:sqlite`. */
function standardDriver(): Driver {
  const causes: unknown[] = [];
  for (const name of ["better-sqlite3", "node:sqlite"] as const)
    try {
      return load(name);
    } catch (cause) {
      causes.push(cause);
    }
  throw new MemoryError(
    "missing_dependency",
    "Cannot open a store: better-sqlite3 or node:sqlite must be there; run npm install better-sqlite3 (better-sqlite3@12 on Node 20), or use Node 22.16 or newer, or a current Bun or Deno",
    { data: { package: "better-sqlite3" }, cause: new AggregateError(causes) },
  );
}

let standard: Driver | undefined;

/**
 * Opens files that are not encrypted, with better-sqlite3 if this machine can load it, otherwise
 * with `node:sqlite`. It is chosen for the first file.
 */
export const plainDriver: Driver = {
  encrypts: false,
  open: (path, options) => chosen().open(path, options),
  openBytes: (bytes) => chosen().openBytes(bytes),
  convert: cannotConvert,
};

function chosen(): Driver {
  standard ??= standardDriver();
  return standard;
}
