/**
 * The console over HTTP: its static files, its session, and the HTTP interface behind that session.
 *
 *   Host ─ static file | session ─ cookie ─ token ─ overview | the endpoints of the service
 *
 * The page calls the endpoints that every client calls. It has no key: the session takes its place.
 */
import { MemoryError } from "../contract/errors.js";
import type { MemoryService } from "../contract/memory-service.js";
import { type Scope, scope as scopeSchema } from "../contract/scope.js";
import { singleKey } from "../server/access.js";
import { createHandler, type Handler } from "../server/create-handler.js";
import { type Overview, overviewOf } from "./overview.js";
import { ConsoleSessions, carriesToken, setCookie } from "./sessions.js";
import { type StaticFiles, safeHeaders } from "./static-files.js";

/** Options of {@link ConsoleHandler}. */
export interface ConsoleOptions {
  readonly service: MemoryService;
  readonly files: StaticFiles;
  /** What the page shows as the name of the store, such as its path. */
  readonly name: string;
  readonly version: string;
  readonly clock: () => Date;
  /**
   * Returns the values of the Host header that are answered. Others are refused: a page of another
   * site whose name was bound to this address must not reach the console.
   */
  readonly hosts: () => readonly string[];
}

/** Names the store to the inner handler, which only requests with a session reach. It is no secret. */
const innerKey = "the-session-of-the-console";

/** The console of one memory. */
export class ConsoleHandler {
  readonly #options: ConsoleOptions;
  readonly #sessions: ConsoleSessions;
  readonly #endpoints: Handler;
  #overview: { readonly key: string; readonly value: Promise<Overview> } | undefined;

  constructor(options: ConsoleOptions) {
    this.#options = options;
    this.#sessions = new ConsoleSessions(options.clock);
    this.#endpoints = createHandler({ resolve: singleKey(options.service, innerKey), clock: options.clock });
  }

  /** Makes the fragment of a link that opens one session. */
  link(): string {
    return `#link=${this.#sessions.link()}`;
  }

  /** Answers a request. It never throws. */
  async answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (!this.#options.hosts().includes(request.headers.get("host") ?? ""))
      return refused(421, "The console is not served under this name");
    if (!pathname.startsWith("/api/")) return this.#file(request, pathname);
    if (isFromElsewhere(request)) return refused(403, "The request comes from another page");
    if (pathname === "/api/session") return this.#session(request);
    const session = this.#sessions.of(request);
    if (session === undefined || !carriesToken(request, session)) return refused(401, noSession);
    if (pathname === "/api/overview") return this.#countedOverview(request);
    return this.#passOn(request);
  }

  #file(request: Request, pathname: string): Response {
    if (request.method !== "GET" && request.method !== "HEAD") return refused(405, "Method Not Allowed");
    const acceptsGzip = /\bgzip\b/.test(request.headers.get("accept-encoding") ?? "");
    return this.#options.files.answer(pathname, acceptsGzip) ?? refused(404, "Not Found");
  }

  async #session(request: Request): Promise<Response> {
    if (request.method === "POST") return this.#open(request);
    const session = this.#sessions.of(request);
    if (session === undefined || !carriesToken(request, session)) return refused(401, noSession);
    if (request.method === "GET") return json(this.#described(session.csrf));
    if (request.method !== "DELETE") return refused(405, "Method Not Allowed");
    this.#sessions.close(request);
    return json({}, { "set-cookie": setCookie(request, "") });
  }

  async #open(request: Request): Promise<Response> {
    const link = (await request.text()).slice(0, mostLinkChars);
    const opened = this.#sessions.open(link);
    if (opened === undefined) return refused(401, "The link was used already, or is older than 15 minutes");
    return json(this.#described(opened.session.csrf), { "set-cookie": setCookie(request, opened.id) });
  }

  #described(csrf: string): { readonly csrf: string; readonly name: string; readonly version: string } {
    const { name, version } = this.#options;
    return { csrf, name, version };
  }

  /** Passes a request on to the endpoints of the service, with the key that the page does not have. */
  async #passOn(request: Request): Promise<Response> {
    const headers = new Headers(request.headers);
    for (const name of ["cookie", "x-api-key"]) headers.delete(name);
    headers.set("authorization", `Bearer ${innerKey}`);
    const { method, signal } = request;
    const body = request.body === null ? {} : { body: request.body, duplex: "half" as const };
    const response = await this.#endpoints(new Request(request.url, { method, headers, signal, ...body }));
    for (const [name, value] of Object.entries(safeHeaders)) response.headers.set(name, value);
    response.headers.set("cache-control", "no-store");
    return response;
  }

  async #countedOverview(request: Request): Promise<Response> {
    try {
      const scope = scopeOf(new URL(request.url).searchParams.get("scope"));
      return json(await this.#cachedOverview(scope));
    } catch (error) {
      if (MemoryError.is(error)) return refused(422, error.message);
      throw error;
    }
  }

  /** Counted again when the store has another size, or another scope is wanted. */
  async #cachedOverview(scope: Scope | undefined): Promise<Overview> {
    const { service } = this.#options;
    const { memory } = await service.details();
    const key = JSON.stringify([memory.storage_used, memory.usage.requests, scope]);
    if (this.#overview?.key === key) return this.#overview.value;
    const value = overviewOf(service, scope, new AbortController().signal);
    this.#overview = { key, value };
    value.catch(() => {
      // The next request counts again; this one gets the error.
      if (this.#overview?.value === value) this.#overview = undefined;
    });
    return value;
  }
}

const noSession = "This browser has no session. Open the console with a new link.";

/** Characters of a link: more than any has. */
const mostLinkChars = 256;

/** Browsers say where a request comes from; another site must not even try a link. */
function isFromElsewhere(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site");
  return site !== null && site !== "same-origin" && site !== "none";
}

function scopeOf(given: string | null): Scope | undefined {
  if (given === null || given === "") return undefined;
  const parsed = scopeSchema.safeParse(safeJson(given));
  if (parsed.success) return parsed.data;
  throw new MemoryError("invalid_input", "Cannot count: scope must be a JSON object of labels", {
    data: { issues: [] },
  });
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // What is no JSON is no scope either; the caller gets that error.
    return undefined;
  }
}

function json(data: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(data, { headers: { ...safeHeaders, "cache-control": "no-store", ...headers } });
}

function refused(status: number, detail: string): Response {
  return Response.json({ detail }, { status, headers: { ...safeHeaders, "cache-control": "no-store" } });
}
