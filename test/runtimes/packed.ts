/** The packed packages, and the programs that this lane has installed. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { projectRoot } from "../documents.js";
import type { ConsumerProject } from "../package/consumer-project.js";

/** What `run.sh` installed. */
export const tools = join(projectRoot, "test/runtimes/installed/node_modules");

export const nodeOf = (version: 22 | 24) => join(tools, `node${version}`, "bin", "node");

/** Whether a package could be installed. */
export const hasTool = (name: string) => existsSync(join(tools, ".bin", name));

/**
 * Packs the library and the package of its servers into a project.
 *
 * @returns what npm can install
 */
export function packInto({ folder }: ConsumerProject): { readonly library: string; readonly server: string } {
  for (const place of [".", "./packages/keepsake-server"])
    execFileSync("npm", ["pack", place, "--ignore-scripts", "--pack-destination", folder], {
      cwd: projectRoot,
      stdio: "ignore",
    });
  const packed = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  const [server, library] = packed.sort((one, other) => other.length - one.length).map((name) => `./${name}`);
  return { library: library!, server: server! };
}

/** Installs packages with Node 24. None of them runs a script. */
export function install({ folder }: ConsumerProject, ...names: string[]): void {
  const PATH = `${dirname(nodeOf(24))}:${process.env.PATH}`;
  const flags = ["--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline"];
  execFileSync("npm", ["install", ...flags, ...names], {
    cwd: folder,
    env: { ...process.env, PATH },
    stdio: "ignore",
  });
}

/**
 * Copies the sources and their tests into a folder of the project, where they use the packages of
 * this repository, but the drivers that the project has installed.
 *
 * @returns the folder
 */
export function sourcesWithDrivers({ folder }: ConsumerProject, drivers: readonly string[]): string {
  const copy = join(folder, "sources");
  for (const name of readdirSync(projectRoot).filter((name) =>
    /^(?:src|test|tools|docs|assets|.*\.(?:json|ts|md))$/.test(name),
  ))
    cpSync(join(projectRoot, name), join(copy, name), {
      recursive: true,
      filter: (path) => !path.includes("node_modules"),
    });
  const installed = join(projectRoot, "node_modules");
  const packages = readdirSync(installed).flatMap((name) =>
    name.startsWith("@") ? readdirSync(join(installed, name)).map((part) => `${name}/${part}`) : [name],
  );
  for (const name of packages) {
    const place = join(copy, "node_modules", name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(drivers.includes(name) ? join(folder, "node_modules") : installed, name), place);
  }
  return copy;
}
