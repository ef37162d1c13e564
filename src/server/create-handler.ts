/**
 * `createHandler`: the HTTP interface as a web-standard `Request → Response` function. It runs on
 * Node, inside an existing app, or in a test without a socket.
 *
 *   path ─ method ─ admission ─ body ─ key ─ rate limit ─ verb ─ envelope
 */
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
  /**
   * Further handlers, by path; one that ends in `/*` covers all paths below. They answer every
   * method.
   */
  readonly handlers?: Readonly<Record<`/${string}`, MountedHandler>>;
  /** Sites, by path. Each answers its path and everything below it, for every method. */
  readonly sites?: Readonly<Record<`/${string}`, Site>>;
  /** Whether the service accepts requests, for `/healthz`. @default always */
  readonly healthy?: () => boolean;
}

/** A web-standard handler. */
export type Handler = (request: Request) => Promise<Response>;

/** Answers the requests of one path. */
type Route = (request: Request, notes: RequestNotes) => Promise<Response> | Response;

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
  const routes = routesOf(options);
  const handled = Object.keys(options.handlers ?? {}).filter((path) => path.endsWith(below));
  const trees = [...Object.keys(options.sites ?? {}), ...handled.map(withoutBelow)];
  const entry = entryOf(options);
  return async (request) => {
    const startedMs = performance.now();
    const notes: RequestNotes = { id: requestIdOf(request.headers) };
    const path = pathOf(request.url);
    const known = routes.has(path)
      ? path
      : trees.find((tree) => path === tree || path.startsWith(`${tree}/`));
    const route = known === undefined ? notFound : routes.get(known)!;
    const answer = withId(await answered(route, request, notes), notes.id);
    const response = request.method === "HEAD" ? new Response(null, answer) : answer;
    // The path below a site may contain an id or a secret, so it is not logged.
    entry({ request, notes, path: known ?? "unknown", status: response.status, startedMs });
    return response;
  };
}

/** The end of a path whose handler answers all paths below it too. */
const below = "/*";

function withoutBelow(path: string): string {
  return path.endsWith(below) ? path.slice(0, -below.length) : path;
}

function routesOf(options: HandlerOptions): ReadonlyMap<string, Route> {
  const requests = new RequestHandler(options);
  const routes = new Map<string, Route>();
  for (const [path, site] of Object.entries(options.sites ?? {}))
    routes.set(path, (request, notes) => site(request, requests.site(request, notes)));
  for (const [path, mounted] of Object.entries(options.handlers ?? {}))
    routes.set(withoutBelow(path), (request, notes) => requests.pass(mounted, request, notes));
  for (const name of Object.keys(endpoints) as EndpointName[])
    routes.set(endpoints[name].path, (request, notes) =>
      request.method === "POST" ? requests.answer(name, request, notes) : methodNotAllowed("POST"),
    );
  const reading = { [healthPath]: () => health(options.healthy?.() ?? true), [openapiPath]: openapi };
  for (const [path, read] of Object.entries(reading))
    routes.set(path, ({ method }) =>
      method === "GET" || method === "HEAD" ? read() : methodNotAllowed("GET, HEAD"),
    );
  return routes;
}

/** The response of a route; the error response if it throws. */
async function answered(route: Route, request: Request, notes: RequestNotes): Promise<Response> {
  try {
    return await route(request, notes);
  } catch (thrown) {
    notes.failure = failureOf(asError(thrown), request.signal);
    const { status, detail, headers } = notes.failure;
    return jsonResponse({ detail }, status, headers);
  }
}

/** The path of a URL. Cheaper than parsing the URL, and never fails. */
function pathOf(url: string): string {
  const from = url.indexOf("/", url.indexOf("://") + 3);
  const path = from < 0 ? "/" : url.slice(from);
  const end = path.search(/[?#]/);
  return end < 0 ? path : path.slice(0, end);
}

/**
 * A response with the request's id. The headers of a response that was fetched cannot be changed.
 */
function withId(response: Response, id: string): Response {
  try {
    response.headers.set(requestIdHeader, id);
    return response;
  } catch {
    const copy = new Response(response.body, response);
    copy.headers.set(requestIdHeader, id);
    return copy;
  }
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error
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

function openapi(): Response {
  return jsonResponse(openapiDocument());
}

function notFound(): Response {
  return jsonResponse({ detail: "Not Found" }, 404);
}

/** A request that was answered. */
interface Answered {
  readonly request: Request;
  readonly notes: RequestNotes;
  /** A path that the handler has, or `unknown`. */
  readonly path: string;
  readonly status: number;
  readonly startedMs: number;
}

/** Logs one entry for each request. */
function entryOf({ log, clock = () => new Date() }: HandlerOptions): (answered: Answered) => void {
  return ({ request, notes, path, status, startedMs }) =>
    log?.({
      at: clock().toISOString(),
      event: "request",
      request: notes.id,
      method: methodName(request.method),
      path,
      ...outcome(status, notes),
      ms: Math.round((performance.now() - startedMs) * 1000) / 1000,
    });
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
