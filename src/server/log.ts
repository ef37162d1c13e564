/**
 * The log entries of the service. No entry contains content, a key, a header, a query, or a message
 * that was made from one of them.
 */

/** One entry. `at` is ISO 8601 in UTC. */
export type LogEntry = { readonly at: string } & (
  | {
      readonly event: "request";
      readonly level: "info" | "warn" | "error";
      /** The id in `X-Request-Id`, which the caller sent or the service created. */
      readonly request: string;
      /** The method, such as `POST`; `other` for an uncommon method. */
      readonly method: string;
      /**
       * The path of an endpoint; `unknown` for any other path, which a caller could fill with any
       * text.
       */
      readonly path: string;
      readonly status: number;
      readonly ms: number;
      readonly store?: string;
      readonly key?: string;
      /** The code of the error. `invalid_key`, with status 200, for an unknown key. */
      readonly code?: string;
      /** Where a defect was thrown: its name and the stack frames, without its message. */
      readonly defect?: readonly string[];
    }
  | {
      /** A streamed response ended before it was complete. */
      readonly event: "cut";
      readonly level: "error";
      readonly request: string;
      readonly path: string;
      readonly store: string;
      readonly key: string;
      readonly code: string;
      readonly defect?: readonly string[];
    }
  | {
      /** A call failed unexpectedly in a handler that responds with status 200 even then. */
      readonly event: "defect";
      readonly level: "error";
      readonly path: string;
      readonly code: string;
      readonly defect: readonly string[];
    }
  | {
      /** Old audit rows of a store could not be removed: see `AuditRetention`. */
      readonly event: "retention";
      readonly level: "error";
      readonly store: string;
      readonly code: string;
      readonly defect: readonly string[];
    }
  | { readonly event: "listening" | "closing" | "closed"; readonly level: "info" }
);

/** Receives the entries. It must not throw. */
export type LogSink = (entry: LogEntry) => void;

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const mostFrames = 8;

/** The method as it is logged. */
export function methodName(method: string): string {
  return methods.has(method) ? method : "other";
}

/**
 * Name and stack frames of a thrown value. The message is omitted, because it may quote content.
 */
export function defectTrace(error: unknown): string[] {
  if (!(error instanceof Error)) return [typeof error];
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return [error.name, ...frames.slice(0, mostFrames).map((line) => line.trim())];
}
