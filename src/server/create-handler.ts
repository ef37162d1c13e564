/**
 * `createHandler`: the HTTP interface as a web-standard `Request → Response` function. It runs on
 * Node, inside an existing app, or in a test without a socket.
 *
 *   path ─ method ─ admission ─ body ─ key ─ rate limit ─ verb ─ envelope
 */

import { Hono, type MiddlewareHandler } from "hono";
import { type EndpointName, endpoints } from "../contract/http.js";
import { defectTrace, methodName } from "./log.js";
import { openapiDocument } from "./openapi.js";
import { jsonResponse } from "./request/envelope.js";
import { failureOf } from "./request/failure.js";
import { requestIdHeader, requestIdOf } from "./request/read-request.js";
import {
  type MountedHandler,
  RequestHandler,
  type RequestHandlerOptions,
  type RequestNotes,
  type Site,
} from "./request-handler.js";

/** Options of {@link createHandler}. */
export interface HandlerOptions extends RequestHandlerOptions {
  /** Further handlers, by path. They answer every method. */
  readonly handlers?: Readonly<Record<`/${string}`, MountedHandler>>;
  /** Sites, by path. Each answers its path and everything below it, for every method. */
  readonly sites?: Readonly<Record<`/${string}`, Site>>;
  /** Whether the service accepts requests, for `/healthz`. @default always */
  readonly healthy?: () => boolean;
}

/** A web-standard handler. */
export type Handler = (request: Request) => Promise<Response>;

type Env = { Variables: { notes: RequestNotes } };

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
  const requests = new RequestHandler(options);
  app.use(logging(options));
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const { path } = endpoints[name];
    app.post(path, ({ req, var: { notes } }) => requests.answer(name, req.raw, notes).catch(asError));
    app.all(path, () => methodNotAllowed("POST"));
  }
  for (const [path, mounted] of Object.entries(options.handlers ?? {}))
    app.all(path, ({ req, var: { notes } }) => requests.pass(mounted, req.raw, notes).catch(asError));
  for (const [path, site] of Object.entries(options.sites ?? {}))
    for (const pattern of [path, `${path}/*`])
      app.all(pattern, ({ req, var: { notes } }) =>
        site(req.raw, requests.site(req.raw, notes)).catch(asError),
      );
  app.get(healthPath, () => health(options.healthy?.() ?? true));
  app.get(openapiPath, () => jsonResponse(openapiDocument()));
  for (const path of [healthPath, openapiPath]) app.all(path, () => methodNotAllowed("GET, HEAD"));
  app.notFound(() => jsonResponse({ detail: "Not Found" }, 404));
  app.onError((error, { req, var: { notes } }) => {
    notes.failure = failureOf(error, req.raw.signal);
    const { status, detail, headers } = notes.failure;
    return jsonResponse({ detail }, status, headers);
  });
  return async (request) => app.fetch(request);
}

/** Converts a thrown value into an error, because Hono passes only errors to `onError`. */
function asError(thrown: unknown): never {
  throw thrown instanceof Error
    ? thrown
    : new TypeError("Cannot answer: the thrown value must be an Error, and is not");
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

/** Gives each request an id, and logs one entry when it is answered. */
function logging({
  log,
  handlers = {},
  sites = {},
  clock = () => new Date(),
}: HandlerOptions): MiddlewareHandler<Env> {
  const known = new Set([
    healthPath,
    openapiPath,
    ...Object.keys(handlers),
    ...Object.values(endpoints).map(({ path }) => path),
  ]);
  // What follows the path of a site may be an id or a secret.
  const label = (path: string) =>
    known.has(path)
      ? path
      : (Object.keys(sites).find((site) => path === site || path.startsWith(`${site}/`)) ?? "unknown");
  return async (context, next) => {
    const notes: RequestNotes = { id: requestIdOf(context.req.raw.headers) };
    context.set("notes", notes);
    const startedMs = performance.now();
    await next();
    context.res.headers.set(requestIdHeader, notes.id);
    log?.({
      at: clock().toISOString(),
      event: "request",
      request: notes.id,
      method: methodName(context.req.method),
      path: label(context.req.path),
      ...outcome(context.res.status, notes),
      ms: Math.round((performance.now() - startedMs) * 1000) / 1000,
    });
  };
}

function outcome(status: number, { access, failure, invalidKey }: RequestNotes) {
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
