/**
 * The console over HTTP: its static files, its session, and the HTTP interface behind that session.
 *
 *   Host ─ static file | session ─ cookie ─ token ─ overview | the endpoints of the service
 *
 * The page calls the endpoints that every client calls. It has no key: the session takes its place.
 */
import { MemoryError } from "../contract/errors.js";
import type { MemoryService } from "../contract/memory-service.js";
import { singleKey } from "../server/access.js";
import { createHandler, type Handler } from "../server/create-handler.js";
import { failureOf } from "../server/request/failure.js";
import { isFromElsewhere, json, refused, scopeOf, secured } from "./answers.js";
import { compressed } from "./compressed.js";
import { Counts } from "./counts.js";
import { answerImport } from "./imports.js";
import { ConsoleSessions, carriesToken, setCookie } from "./sessions.js";
import type { StaticFiles } from "./static-files.js";

/** Options of {@link ConsoleHandler}. */
export interface ConsoleOptions {
  readonly service: MemoryService;
  readonly files: StaticFiles;
  /** What the page shows as the name of the store, such as its path. */
  readonly name: string;
  readonly version: string;
  readonly clock: () => Date;
  /** Called with an error that is a defect of keepsake. */
  readonly onDefect: (error: unknown) => void;
  /**
   * Returns the values of the Host header that are accepted. Others are refused: a page of another
   * site whose name was bound to this address must not reach the console.
   */
  readonly hosts: () => readonly string[];
}

/**
 * The key that is sent to the inner handler. It is no secret, because only requests with a session
 * get there.
 */
const innerKey = "the-session-of-the-console";

/** The console of one memory. */
export class ConsoleHandler {
  readonly #options: ConsoleOptions;
  readonly #sessions: ConsoleSessions;
  readonly #endpoints: Handler;
  readonly #counts: Counts;

  constructor(options: ConsoleOptions) {
    this.#options = options;
    this.#sessions = new ConsoleSessions(options.clock);
    this.#counts = new Counts(options.clock);
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
    if (pathname === "/api/overview") return compressed(request, await this.#counted(request));
    if (pathname === "/api/imports" && request.method === "POST") return this.#import(request);
    return compressed(request, await this.#passOn(request));
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

  /**
   * Passes a request on to the endpoints of the service, with the key that the page does not have.
   */
  async #passOn(request: Request): Promise<Response> {
    const headers = new Headers(request.headers);
    for (const name of ["cookie", "x-api-key"]) headers.delete(name);
    headers.set("authorization", `Bearer ${innerKey}`);
    const { method, signal } = request;
    const body = request.body === null ? {} : { body: request.body, duplex: "half" as const };
    return secured(await this.#endpoints(new Request(request.url, { method, headers, signal, ...body })));
  }

  #counted(request: Request): Promise<Response> {
    return this.#guarded(request, async () => {
      const scope = scopeOf(request, "count");
      return json(await this.#counts.overview({ id: "", service: this.#options.service }, scope));
    });
  }

  #import(request: Request): Promise<Response> {
    const { service, clock, onDefect } = this.#options;
    return this.#guarded(request, () => answerImport(request, { service, clock, onDefect }));
  }

  /** Converts a thrown value into a refusal, as the endpoints of the service do. */
  async #guarded(request: Request, work: () => Promise<Response>): Promise<Response> {
    try {
      return await work();
    } catch (error) {
      const { status, detail, defect } = failureOf(error, request.signal);
      if (defect !== undefined) this.#options.onDefect(defect);
      return refused(status, MemoryError.is(error) ? error.message : detail.map(({ msg }) => msg).join("; "));
    }
  }
}

const noSession = "This browser has no session. Open the console with a new link.";

/** Maximum number of characters of a link; no valid link has as many. */
const mostLinkChars = 256;
