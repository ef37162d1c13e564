/** One request to the service under check and what came back, as it stood on the wire. */

/** `fetch`, as far as the checks use it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** What came back. A request that failed on the way has status 0 and says why. */
export interface Reply {
  readonly status: number;
  readonly text: string;
  /** The body as JSON; `undefined` where it is none. */
  readonly body: unknown;
}

/** How a request presents the key. */
export type KeyHeader = "authorization" | "x-api-key" | "none";

export interface Request {
  readonly path: string;
  readonly method?: string;
  /** Sent as it is where it is a string; nothing where it is absent. */
  readonly body?: unknown;
  readonly key?: string;
  readonly keyHeader?: KeyHeader;
}

export interface Wire {
  readonly url: string;
  readonly key: string;
  readonly fetch: Fetch;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Sends one request, once: a service that needs a second try has not passed. @throws the signal's reason */
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
    // What is no JSON is told as such by the check that wants it to be.
    return undefined;
  }
}

/** What stands at a path of names, such as `data.memory.id`; `undefined` where there is nothing. */
export function at(value: unknown, path: string): unknown {
  let found = value;
  for (const name of path.split(".")) {
    if (typeof found !== "object" || found === null) return undefined;
    found = Reflect.get(found, name);
  }
  return found;
}
