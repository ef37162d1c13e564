/**
 * The HTTP interface without the schemas: paths, body formats and limits. The client imports this
 * file; `contract/http.ts` adds the schemas, which need zod.
 */

/** The format of a body: one JSON document, or JSON Lines as `export` writes them. */
export type WireForm = "json" | "lines";

/** How one POST endpoint is reached, and what it takes and returns. */
export interface Route {
  readonly path: `/api/memory/${string}`;
  readonly takes: WireForm;
  readonly gives: WireForm;
  /** Largest body, in bytes. A larger one gets status 413. */
  readonly bodyLimitBytes: number;
  /** Whether the specification defines it; the others are keepsake's own. */
  readonly specified: boolean;
}

/** The largest JSON body: 1 MiB. */
export const bodyLimitBytes = 1_048_576;
/**
 * The largest body of an import or a file: 32 MiB. Base64 makes a file a third larger. A longer
 * import is sent as several requests, each of which starts with the header line.
 */
export const linesLimitBytes = 33_554_432;

/** The media type of JSON bodies. */
export const jsonMediaType = "application/json";
/** The media type of JSON Lines. */
export const linesMediaType = "application/x-ndjson";

const json = { takes: "json", gives: "json", bodyLimitBytes } as const;
const specified = { ...json, specified: true } as const;
const own = { ...json, specified: false } as const;

/**
 * Every endpoint, by name. `export` returns JSON Lines as a stream. `import` takes them; it skips
 * records that the store already has, so any part of an import may be sent again. `file` takes the
 * bytes of a file and never a path, because a path would name a file on the server's machine. There
 * is no endpoint to change the embedder: the operator moves a store with export and import.
 */
export const routes = {
  details: { ...specified, path: "/api/memory/details" },
  search: { ...specified, path: "/api/memory/search" },
  add: { ...specified, path: "/api/memory/add" },
  file: { ...own, path: "/api/memory/file", bodyLimitBytes: linesLimitBytes },
  profile: { ...own, path: "/api/memory/profile" },
  forget: { ...own, path: "/api/memory/forget" },
  records: { ...own, path: "/api/memory/records" },
  history: { ...own, path: "/api/memory/history" },
  audit: { ...own, path: "/api/memory/audit" },
  verify_audit: { ...own, path: "/api/memory/verify_audit" },
  export: { ...own, path: "/api/memory/export", gives: "lines" },
  import: { ...own, path: "/api/memory/import", takes: "lines", bodyLimitBytes: linesLimitBytes },
} as const satisfies Record<string, Route>;
/** The name of one of {@link routes}. */
export type EndpointName = keyof typeof routes;
