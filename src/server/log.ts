/** What the service says of itself: entries for a sink. None carries content, a key, a header, a query or a message made from one. */

/** One entry. `at` is ISO 8601 in UTC. */
export type LogEntry = { readonly at: string } & (
  | {
      readonly event: "request";
      readonly level: "info" | "warn" | "error";
      /** The id of `X-Request-Id`, which the caller gave or the service made. */
      readonly request: string;
      /** `POST`, or `other` for what is no common method. */
      readonly method: string;
      /** The path where it is one of ours, else `unknown`: a caller can write anything into a path. */
      readonly path: string;
      readonly status: number;
      readonly ms: number;
      readonly store?: string;
      readonly key?: string;
      /** The error's code where the answer is not a 200, `invalid_key` where it is one for an unknown key. */
      readonly code?: string;
      /** Where a defect was thrown: names and places in our code, without its message. */
      readonly defect?: readonly string[];
    }
  | {
      /** An answer that was being streamed broke off. */
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
      /** A call failed that should not have, at a door whose answer is a 200 all the same. */
      readonly event: "defect";
      readonly level: "error";
      readonly path: string;
      readonly code: string;
      readonly defect: readonly string[];
    }
  | { readonly event: "listening" | "closing" | "closed"; readonly level: "info" }
);

/** Where entries go. It must not throw. */
export type LogSink = (entry: LogEntry) => void;

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const mostFrames = 8;

/** A method's name as a log may carry it. */
export function methodName(method: string): string {
  return methods.has(method) ? method : "other";
}

/** Name and stack frames of a thrown value. The message is left out: it may quote what it failed on. */
export function defectTrace(error: unknown): string[] {
  if (!(error instanceof Error)) return [typeof error];
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return [error.name, ...frames.slice(0, mostFrames).map((line) => line.trim())];
}
