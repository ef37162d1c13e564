/**
 * What both consoles have in common: headers, refusals, and the check of where a request comes
 * from.
 */
import { MemoryError } from "../contract/errors.js";
import { type Scope, scope as scopeSchema } from "../contract/scope.js";
import { safeHeaders } from "./static-files.js";

/** The header that every request of the page has. */
export const csrfHeader = "x-csrf-token";

/** JSON for the page. No proxy may keep it. */
export function json(data: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(data, { headers: { ...safeHeaders, "cache-control": "no-store", ...headers } });
}

/** A refusal, with a sentence that the page shows. */
export function refused(status: number, detail: string, more: object = {}): Response {
  return Response.json(
    { detail, ...more },
    { status, headers: { ...safeHeaders, "cache-control": "no-store" } },
  );
}

/** The same response with headers that forbid browsers to cache it, frame it or guess its type. */
export function secured(response: Response): Response {
  for (const [name, value] of Object.entries(safeHeaders)) response.headers.set(name, value);
  response.headers.set("cache-control", "no-store");
  return response;
}

/**
 * Whether the request comes from another site, according to the browser. Another site must not even
 * try out a link.
 */
export function isFromElsewhere(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site");
  return site !== null && site !== "same-origin" && site !== "none";
}

/**
 * The scope in the query of a request; `undefined` if the query has none.
 *
 * @throws {MemoryError} `invalid_input`
 */
export function scopeOf(request: Request, action: string): Scope | undefined {
  const given = new URL(request.url).searchParams.get("scope");
  if (given === null || given === "") return undefined;
  const parsed = scopeSchema.safeParse(safeJson(given));
  if (parsed.success) return parsed.data;
  const msg = "must be a JSON object of labels";
  throw new MemoryError("invalid_input", `Cannot ${action}: scope ${msg}`, {
    data: { issues: [{ type: "custom", loc: ["scope"], msg }] },
  });
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // A text that is not JSON is refused below, like any other invalid scope.
    return undefined;
  }
}
