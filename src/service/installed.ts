/** Parts of keepsake that need packages which are not installed with it: its optional peers. */
import { MemoryError } from "../contract/errors.js";

/** What a part is for, and which packages it needs. */
export interface NeededPackages {
  /** Completes "Cannot …", such as "serve a store over HTTP". */
  readonly action: string;
  readonly packages: readonly string[];
}

/**
 * Loads a part of keepsake that imports optional peers.
 *
 * @throws {MemoryError} `missing_dependency` if one is not installed; the message has the command
 * that installs all of them
 */
export async function installed<Part>(load: () => Promise<Part>, needed: NeededPackages): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    const name = needed.packages.find((name) => isMissing(cause, name));
    if (name === undefined) throw cause;
    const message = `Cannot ${needed.action}: ${name} must be installed; run npm install ${needed.packages.join(" ")}, or install keepsake-server, which brings it`;
    throw new MemoryError("missing_dependency", message, { data: { package: name }, cause });
  }
}

/** Node's message names the package, or the entry of it that was imported. */
function isMissing(error: unknown, name: string): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    error.code === "ERR_MODULE_NOT_FOUND" &&
    (error.message.includes(`'${name}'`) || error.message.includes(`'${name}/`))
  );
}

/** What the HTTP server needs. */
export const neededToServe: NeededPackages = {
  action: "serve a store over HTTP",
  packages: ["@hono/node-server", "hono"],
};

/** What the MCP server needs. */
export const neededForMcp: NeededPackages = {
  action: "serve a store over MCP",
  packages: ["@modelcontextprotocol/server"],
};
