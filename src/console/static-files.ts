/** The prebuilt files of the console, read once and compressed once. */
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { MemoryError } from "../contract/errors.js";

const mediaTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/**
 * What the page may do: load its own files and talk to its own server. No inline script or style,
 * no frame around it, no form, no other host.
 */
const contentSecurityPolicy =
  "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'";

/** Headers of every response of the console. */
export const safeHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": contentSecurityPolicy,
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

interface StaticFile {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly gzipped: Uint8Array<ArrayBuffer>;
  readonly cache: string;
}

/** Names of built files contain a hash of their content. */
const isHashed = /-[\w-]{8}\.\w+$/;

/**
 * The files that `npm run build` puts beside this module; from a chunk, they are in `dist/console`.
 *
 * @throws {MemoryError} `not_found` without them
 */
export function builtFiles(): StaticFiles {
  return new StaticFiles(fileURLToPath(new URL("../console/app", import.meta.url)));
}

/** The files of a folder, by path: `/`, `/assets/index-B1x2.js`. */
export class StaticFiles {
  readonly #files: ReadonlyMap<string, StaticFile>;

  /** @throws {MemoryError} `not_found` if the console was not built */
  constructor(folder: string) {
    this.#files = new Map(pathsIn(folder).map((path) => [urlOf(path), fileOf(join(folder, path))]));
  }

  /** The response to a path; `undefined` if there is no such file. */
  answer(path: string, acceptsGzip: boolean): Response | undefined {
    const file = this.#files.get(path);
    if (file === undefined) return undefined;
    const { type, bytes, gzipped, cache } = file;
    const encoding = acceptsGzip ? { "content-encoding": "gzip" } : undefined;
    return new Response(acceptsGzip ? gzipped : bytes, {
      headers: {
        ...safeHeaders,
        "content-type": type,
        "cache-control": cache,
        vary: "accept-encoding",
        ...encoding,
      },
    });
  }
}

function pathsIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && extname(entry.name) in mediaTypes)
      .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
  } catch (cause) {
    throw new MemoryError(
      "not_found",
      `Cannot serve the console: its files must be built, got none in ${folder} (npm run build)`,
      { cause, data: { id: folder } },
    );
  }
}

function urlOf(path: string): string {
  const url = `/${path.replaceAll("\\", "/")}`;
  return url === "/index.html" ? "/" : url;
}

function fileOf(path: string): StaticFile {
  const bytes = new Uint8Array(readFileSync(path));
  return {
    type: mediaTypes[extname(path)]!,
    bytes,
    gzipped: new Uint8Array(gzipSync(bytes, { level: 9 })),
    cache: isHashed.test(path) ? "public, max-age=31536000, immutable" : "no-cache",
  };
}
