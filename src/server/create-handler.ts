/**
 * `createHandler`: the HTTP door as a web-standard `Request → Response` function, over whatever a key opens. It runs under Node, inside an existing
 * app, or in a test without a socket.
 *
 *   path ─ method ─ body ─ key ─ rate limit ─ verb ─ envelope
 */

import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { z } from "zod";
import { type Endpoint, type EndpointName, endpoints, type exportInput } from "../contract/http.js";
import type { Access, KeyResolver } from "./access.js";
import { calls, isJsonCall } from "./calls.js";
import { defectTrace, type LogSink, methodName } from "./log.js";
import { openapiDocument } from "./openapi.js";
import { RateLimit } from "./rate-limit.js";
import { handled, jsonResponse, keyUnknown, linesResponse } from "./request/envelope.js";
import { type Failure, failureOf } from "./request/failure.js";
import { readJson, readLines } from "./request/read-body.js";
import { requestKey } from "./request/request-key.js";
import { bodyMayBeAbsent, scopeOfQuery, validBody } from "./request/validation.js";

/** Another door on the same server, such as `/mcp`: it is told what the request's key opens, `undefined` for an unknown or missing key. */
export type MountedDoor = (request: Request, access: Access | undefined) => Promise<Response>;

/** What the handler is made of. */
export interface HandlerOptions {
  /** Finds what a key opens. */
  readonly resolve: KeyResolver;
  /** Further doors, by path. They answer every method. */
  readonly doors?: Readonly<Record<`/${string}`, MountedDoor>>;
  /** Where log entries go. @default nowhere */
  readonly log?: LogSink;
  /** Whether the service takes requests, for `/healthz`. @default always */
  readonly healthy?: () => boolean;
  /** @default the system's */
  readonly clock?: () => Date;
}

/** A web-standard handler. */
export type Handler = (request: Request) => Promise<Response>;

/** What the log is told beside method, path and time. */
interface Noted {
  access?: Access;
  failure?: Failure;
  invalidKey?: boolean;
}
type Env = { Variables: { noted: Noted } };

/**
 * Makes the handler: `POST /api/memory/*`, `GET /healthz`, `GET /openapi.json`. It never throws.
 *
 * @example
 * import { Memory } from "keepsake";
 * import { createHandler, singleKey } from "keepsake/server";
 *
 * const memory = new Memory({ path: "agent.db" });
 * const handler = createHandler({ resolve: singleKey(memory, process.env.MEMORY_KEY) });
 * const response = await handler(new Request("http://localhost/healthz"));
 */
export function createHandler(options: HandlerOptions): Handler {
  const app = new Hono<Env>();
  const door = new Door(options);
  app.use(logging(options));
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const { path } = endpoints[name];
    app.post(path, (context) => door.answer(name, context).catch(asError));
    app.all(path, () => methodNotAllowed("POST"));
  }
  for (const [path, mounted] of Object.entries(options.doors ?? {}))
    app.all(path, (context) => door.pass(mounted, context).catch(asError));
  app.get(healthPath, () => health(options.healthy?.() ?? true));
  app.get(openapiPath, () => jsonResponse(openapiDocument()));
  for (const path of [healthPath, openapiPath]) app.all(path, () => methodNotAllowed("GET, HEAD"));
  app.notFound(() => jsonResponse({ detail: "Not Found" }, 404));
  app.onError((error, { req, var: { noted } }) => {
    noted.failure = failureOf(error, req.raw.signal);
    const { status, detail, headers } = noted.failure;
    return jsonResponse({ detail }, status, headers);
  });
  return async (request) => app.fetch(request);
}

/** Hono gives only errors to `onError`, and lets anything else that is thrown through. */
function asError(thrown: unknown): never {
  throw thrown instanceof Error ? thrown : new TypeError("Cannot answer: what was thrown is no error");
}

const healthPath = "/healthz";
const openapiPath = "/openapi.json";

function methodNotAllowed(allow: string): Response {
  return jsonResponse({ detail: "Method Not Allowed" }, 405, { allow });
}

function health(healthy: boolean): Response {
  return healthy
    ? jsonResponse({ status: "ok" })
    : jsonResponse({ status: "closing" }, 503, { "retry-after": "1" });
}

/** One entry a request, once it is answered. */
function logging({ log, doors = {}, clock = () => new Date() }: HandlerOptions): MiddlewareHandler<Env> {
  const known = new Set([
    healthPath,
    openapiPath,
    ...Object.keys(doors),
    ...Object.values(endpoints).map(({ path }) => path),
  ]);
  return async (context, next) => {
    const noted: Noted = {};
    context.set("noted", noted);
    const startedMs = performance.now();
    await next();
    log?.({
      at: clock().toISOString(),
      event: "request",
      method: methodName(context.req.method),
      path: known.has(context.req.path) ? context.req.path : "unknown",
      ...outcome(context.res.status, noted),
      ms: Math.round((performance.now() - startedMs) * 1000) / 1000,
    });
  };
}

function outcome(status: number, { access, failure, invalidKey }: Noted) {
  const level = status >= 500 ? ("error" as const) : status >= 400 ? ("warn" as const) : ("info" as const);
  const code = failure?.code ?? (invalidKey ? "invalid_key" : undefined);
  return {
    level,
    status,
    ...(access === undefined ? {} : { store: access.storeId, key: access.keyId }),
    ...(code === undefined ? {} : { code }),
    ...(failure?.defect === undefined ? {} : { defect: defectTrace(failure.defect) }),
  };
}

/** Bytes of a body that are read of who has no key: enough to say what is wrong with a common one. */
const strangersBytes = 65_536;

function isLong({ headers }: Request): boolean {
  return Number(headers.get("content-length") ?? 0) > strangersBytes;
}

class Door {
  readonly #resolve: KeyResolver;
  readonly #limit: RateLimit;
  readonly #log: LogSink | undefined;
  readonly #clock: () => Date;

  constructor({ resolve, log, clock = () => new Date() }: HandlerOptions) {
    this.#resolve = resolve;
    this.#limit = new RateLimit(() => clock().getTime());
    this.#log = log;
    this.#clock = clock;
  }

  async answer(name: EndpointName, { req, var: { noted } }: Context<Env>): Promise<Response> {
    const request = req.raw;
    const endpoint: Endpoint = endpoints[name];
    const key = requestKey(request.headers);
    const isKnown = key !== undefined && (await this.#resolve(key)) !== undefined;
    // Validation comes before the key, so a wrong body is told so whoever sends it; but nobody without a key has a long one read.
    if (!isKnown && isLong(request)) return this.#unknown(noted);
    const limitBytes = isKnown ? endpoint.bodyLimitBytes : Math.min(strangersBytes, endpoint.bodyLimitBytes);
    const body = endpoint.takes === "json" ? await this.#body(endpoint, request, limitBytes) : undefined;
    const scoped = endpoint.takes === "lines" ? scopeOfQuery(request) : {};
    const access = await this.#enter(key, noted);
    if (access === undefined || key === undefined) return keyUnknown();
    const called = { service: access.service, key, options: { signal: request.signal } };
    if (name === "export") return this.#export(body as z.output<typeof exportInput>, access, request.signal);
    if (name === "import") {
      const lines = readLines(request, endpoint.bodyLimitBytes);
      return handled(await access.service.import(lines, { ...called.options, ...scoped }));
    }
    if (!isJsonCall(name)) throw new TypeError(`Cannot answer ${name}: the endpoint has no call`);
    const call = calls[name] as (body: unknown, with_: typeof called) => Promise<unknown>;
    return handled(await call(body, called));
  }

  async pass(mounted: MountedDoor, { req, var: { noted } }: Context<Env>): Promise<Response> {
    return mounted(req.raw, await this.#enter(requestKey(req.raw.headers), noted));
  }

  async #export(
    { source_id: sourceId, scope }: z.output<typeof exportInput>,
    { service, storeId, keyId }: Access,
    signal: AbortSignal,
  ): Promise<Response> {
    const lines = service.export({
      signal,
      ...(sourceId === undefined ? {} : { sourceId }),
      ...(scope === undefined ? {} : { scope }),
    });
    return linesResponse(await begun(lines), (error) => {
      const { code, defect } = failureOf(error, signal);
      this.#log?.({
        at: this.#clock().toISOString(),
        event: "cut",
        level: "error",
        path: endpoints.export.path,
        store: storeId,
        key: keyId,
        code,
        ...(defect === undefined ? {} : { defect: defectTrace(defect) }),
      });
    });
  }

  #unknown(noted: Noted): Response {
    noted.invalidKey = true;
    return keyUnknown();
  }

  async #body(endpoint: Endpoint, request: Request, limitBytes: number): Promise<unknown> {
    const body = await readJson(request, limitBytes);
    return validBody(endpoint.input, body === undefined && bodyMayBeAbsent(endpoint) ? {} : body);
  }

  async #enter(key: string | undefined, noted: Noted): Promise<Access | undefined> {
    const access = key === undefined ? undefined : await this.#resolve(key);
    if (access === undefined) {
      noted.invalidKey = true;
      return undefined;
    }
    noted.access = access;
    if (access.requestsPerMinute !== null) this.#limit.take(access.keyId, access.requestsPerMinute);
    return access;
  }
}

/** Asks for the first line before the answer begins: what fails at once is then told as an error and not as a torn stream. */
async function begun(lines: AsyncIterable<string>): Promise<AsyncIterable<string>> {
  const iterator = lines[Symbol.asyncIterator]();
  const first = await iterator.next();
  return (async function* () {
    try {
      if (first.done !== true) yield first.value;
      yield* { [Symbol.asyncIterator]: () => iterator };
    } finally {
      await iterator.return?.();
    }
  })();
}
