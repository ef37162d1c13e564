/**
 * `createHandler`: the HTTP door as a web-standard `Request → Response` function, over whatever a key opens. It runs under Node, inside an existing
 * app, or in a test without a socket.
 *
 *   path ─ method ─ admission ─ body ─ key ─ rate limit ─ verb ─ envelope
 */

import { Hono, type MiddlewareHandler } from "hono";
import { type EndpointName, endpoints } from "../contract/http.js";
import { Door, type DoorOptions, type MountedDoor, type Noted } from "./door.js";
import { defectTrace, methodName } from "./log.js";
import { openapiDocument } from "./openapi.js";
import { jsonResponse } from "./request/envelope.js";
import { failureOf } from "./request/failure.js";
import { requestIdHeader, requestIdOf } from "./request/request-id.js";

/** What the handler is made of. */
export interface HandlerOptions extends DoorOptions {
  /** Further doors, by path. They answer every method. */
  readonly doors?: Readonly<Record<`/${string}`, MountedDoor>>;
  /** Whether the service takes requests, for `/healthz`. @default always */
  readonly healthy?: () => boolean;
}

/** A web-standard handler. */
export type Handler = (request: Request) => Promise<Response>;

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
    app.post(path, ({ req, var: { noted } }) => door.answer(name, req.raw, noted).catch(asError));
    app.all(path, () => methodNotAllowed("POST"));
  }
  for (const [path, mounted] of Object.entries(options.doors ?? {}))
    app.all(path, ({ req, var: { noted } }) => door.pass(mounted, req.raw, noted).catch(asError));
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

/** Names each request, and makes one entry of it once it is answered. */
function logging({ log, doors = {}, clock = () => new Date() }: HandlerOptions): MiddlewareHandler<Env> {
  const known = new Set([
    healthPath,
    openapiPath,
    ...Object.keys(doors),
    ...Object.values(endpoints).map(({ path }) => path),
  ]);
  return async (context, next) => {
    const noted: Noted = { id: requestIdOf(context.req.raw.headers) };
    context.set("noted", noted);
    const startedMs = performance.now();
    await next();
    context.res.headers.set(requestIdHeader, noted.id);
    log?.({
      at: clock().toISOString(),
      event: "request",
      request: noted.id,
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
