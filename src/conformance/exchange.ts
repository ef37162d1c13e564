/** Sends one request to the service under test and returns the raw response. */

/** The part of `fetch` that the checks use. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A response. A request that failed has status 0, and `text` is the reason. */
export interface Reply {
  readonly status: number;
  readonly text: string;
  /** The parsed body; `undefined` if it is not JSON. */
  readonly body: unknown;
}

/** The header that carries the key. */
export type KeyHeader = "authorization" | "x-api-key" | "none";

/** A request of the check. */
export interface Request {
  readonly path: string;
  readonly method?: string;
  /** A string is sent as it is, any other value as JSON; without it there is no body. */
  readonly body?: unknown;
  readonly key?: string;
  readonly keyHeader?: KeyHeader;
}

/** The connection to the service under test. */
export interface Wire {
  readonly url: string;
  readonly key: string;
  readonly fetch: Fetch;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends one request without retries: a service that needs a second try fails the check.
 *
 * @throws the signal's reason
 */
export async function exchange(wire: Wire, request: Request): Promise<Reply> {
  wire.signal?.throwIfAborted();
  const timeout = AbortSignal.timeout(wire.timeoutMs);
  const signal = wire.signal === undefined ? timeout : AbortSignal.any([wire.signal, timeout]);
  try {
    const response = await wire.fetch(wire.url + request.path, { ...init(wire, request), signal });
    const text = await response.text();
    return { status: response.status, text, body: parsed(text) };
  } catch (error) {
    wire.signal?.throwIfAborted();
    return { status: 0, text: error instanceof Error ? error.message : String(error), body: undefined };
  }
}

function init(
  wire: Wire,
  { method = "POST", body, key = wire.key, keyHeader = "authorization" }: Request,
): RequestInit {
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (keyHeader === "authorization") headers.authorization = `Bearer ${key}`;
  if (keyHeader === "x-api-key") headers["x-api-key"] = key;
  const text = typeof body === "string" || body === undefined ? body : JSON.stringify(body);
  return { method, headers, redirect: "manual", ...(text === undefined ? {} : { body: text }) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the check that expects JSON reports it.
    return undefined;
  }
}

/** The value at a path of names, such as `data.memory.id`; `undefined` if there is none. */
export function at(value: unknown, path: string): unknown {
  let found = value;
  for (const name of path.split(".")) {
    if (typeof found !== "object" || found === null) return undefined;
    found = Reflect.get(found, name);
  }
  return found;
}
