/**
 * Handles one request: checks its limits, finds the store of its key, reads the body, and calls the
 * verb.
 */
import type { z } from "zod";
import { type Endpoint, type EndpointName, endpoints, type exportInput } from "../contract/http.js";
import type { Access, KeyResolver } from "./access.js";
import { Admission, RateLimit } from "./admission.js";
import { defectTrace, type LogSink } from "./log.js";
import { handled, keyUnknown, linesResponse, untilRead } from "./request/envelope.js";
import { type Failure, failureOf } from "./request/failure.js";
import { declaredBytes, readJson, readLines, requestKey } from "./request/read-request.js";
import { asSpecified, bodyMayBeAbsent, scopeOfQuery, validBody } from "./request/validation.js";
import { callVerb } from "./request/verb-calls.js";

/**
 * Another handler on the same server, such as `/mcp`. It is called with the access of the request's
 * key; `undefined` for an unknown or missing key.
 */
export type MountedHandler = (request: Request, access: Access | undefined) => Promise<Response>;

/**
 * The calls that a {@link Site} may make for a request, after it has found out itself what the
 * request may access.
 */
export interface SiteContext {
  /** Answers a call of an endpoint, as the service does for a key. */
  endpoint(name: EndpointName, access: Access): Promise<Response>;
  /**
   * Does other work under the limits of requests.
   *
   * @param bytes Maximum number of bytes that it has in memory at once.
   */
  within(access: Access, bytes: number, work: () => Promise<Response>): Promise<Response>;
}

/**
 * Answers everything below a path, such as `/console`. It decides itself who may call it, so it is
 * called without an access.
 */
export type Site = (request: Request, context: SiteContext) => Promise<Response>;

/** Options of a {@link RequestHandler}. */
export interface RequestHandlerOptions {
  /** Finds the store of a key. */
  readonly resolve: KeyResolver;
  /**
   * Finds the store of a token, for mounted handlers only: a token is issued for `/mcp`.
   *
   * @default there are no tokens
   */
  readonly resolveToken?: KeyResolver;
  /** Limits of requests in progress. @default `new Admission()` */
  readonly admission?: Admission;
  /** Receives log entries. @default none */
  readonly log?: LogSink;
  /** Returns the current time. @default the system clock */
  readonly clock?: () => Date;
}

/** What the log entry of a request has in addition to method, path and time. */
export interface RequestNotes {
  readonly id: string;
  access?: Access;
  failure?: Failure;
  invalidKey?: boolean;
}

/** Who calls an endpoint. */
interface Caller {
  readonly notes: RequestNotes;
  /** The key that was sent, which `details` returns. Empty for a caller of a site. */
  readonly key: string | undefined;
  /**
   * Finds the access. It is called again after the body is read, because the key may be revoked
   * meanwhile.
   */
  readonly find: () => Promise<Access | undefined>;
}

/**
 * Maximum number of bytes of a body that are read without a known key: enough to report what is
 * wrong with a body of usual size.
 */
const unknownKeyBytes = 65_536;
/**
 * Maximum number of bytes that a mounted handler may read at once: the largest content inside a
 * JSON-RPC request.
 */
const mountedBytes = 4_194_304;

/** Handles the requests of a service. */
export class RequestHandler {
  readonly #resolve: KeyResolver;
  readonly #resolveToken: KeyResolver;
  readonly #admission: Admission;
  readonly #limit: RateLimit;
  readonly #log: LogSink | undefined;
  readonly #clock: () => Date;

  constructor({
    resolve,
    resolveToken = () => undefined,
    admission = new Admission(),
    log,
    clock = () => new Date(),
  }: RequestHandlerOptions) {
    this.#resolve = resolve;
    this.#resolveToken = resolveToken;
    this.#admission = admission;
    this.#limit = new RateLimit(() => clock().getTime());
    this.#log = log;
    this.#clock = clock;
  }

  /** Answers a call of one endpoint. */
  answer(name: EndpointName, request: Request, notes: RequestNotes): Promise<Response> {
    const key = requestKey(request.headers);
    return this.#admitted(name, request, { notes, key, find: () => this.#accessOf(key) });
  }

  /** What a site does with a request. */
  site(request: Request, notes: RequestNotes): SiteContext {
    return {
      endpoint: (name, access) => this.#admitted(name, request, { notes, key: "", find: async () => access }),
      within: async (access, bytes, work) => {
        this.#identified(access, notes);
        const leave = this.#admission.enter(access.keyId, bytes);
        try {
          return untilRead(await work(), leave);
        } catch (error) {
          leave();
          throw error;
        }
      },
    };
  }

  async #admitted(name: EndpointName, request: Request, caller: Caller): Promise<Response> {
    const endpoint: Endpoint = endpoints[name];
    const known = await caller.find();
    const declared = declaredBytes(request);
    // A wrong body is reported even without a key, as the specification says. Without a key, a long
    // body is not read.
    if (known === undefined && (declared ?? 0) > unknownKeyBytes)
      return unread(request, unknown(caller.notes));
    const limitBytes =
      known === undefined ? Math.min(unknownKeyBytes, endpoint.bodyLimitBytes) : endpoint.bodyLimitBytes;
    // Lines are read a few at a time, as they are processed.
    const bytes = endpoint.takes === "lines" ? 0 : Math.min(declared ?? limitBytes, limitBytes);
    const leave = this.#admission.enter(known?.keyId, bytes);
    try {
      const response = await this.#answer(name, request, { ...caller, limitBytes });
      if (name === "export") return untilRead(response, leave);
      leave();
      return response;
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Passes a request to a mounted handler. */
  async pass(mounted: MountedHandler, request: Request, notes: RequestNotes): Promise<Response> {
    const given = requestKey(request.headers);
    const access = this.#identified(
      (await this.#accessOf(given)) ?? (given === undefined ? undefined : await this.#resolveToken(given)),
      notes,
    );
    const leave = this.#admission.enter(access?.keyId, access === undefined ? 0 : mountedBodyBytes(request));
    try {
      const response = untilRead(await mounted(request, access), leave);
      return access === undefined ? unread(request, response) : response;
    } catch (error) {
      leave();
      throw error;
    }
  }

  async #answer(
    name: EndpointName,
    request: Request,
    { notes, key, find, limitBytes }: Caller & { readonly limitBytes: number },
  ): Promise<Response> {
    const endpoint: Endpoint = endpoints[name];
    const body = endpoint.takes === "json" ? await bodyOf(endpoint, request, limitBytes) : undefined;
    const scoped = endpoint.takes === "lines" ? scopeOfQuery(request) : {};
    const access = this.#identified(await find(), notes);
    if (access === undefined || key === undefined) return unread(request, keyUnknown());
    const { service } = access;
    const context = { service, key, options: { signal: request.signal } };
    if (name === "export") return this.#export(body as z.output<typeof exportInput>, request.signal, notes);
    if (name === "import") {
      const lines = readLines(request, endpoint.bodyLimitBytes);
      return handled(await service.import(lines, { ...context.options, ...scoped }));
    }
    return handled(await callVerb(name, body, context));
  }

  async #export(
    { source_id: sourceId, scope }: z.output<typeof exportInput>,
    signal: AbortSignal,
    { id, access }: RequestNotes,
  ): Promise<Response> {
    const { service, storeId, keyId } = access!;
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
        request: id,
        path: endpoints.export.path,
        store: storeId,
        key: keyId,
        code,
        ...(defect === undefined ? {} : { defect: defectTrace(defect) }),
      });
    });
  }

  async #accessOf(key: string | undefined): Promise<Access | undefined> {
    return key === undefined ? undefined : this.#resolve(key);
  }

  #identified(access: Access | undefined, notes: RequestNotes): Access | undefined {
    if (access === undefined) {
      notes.invalidKey = true;
      return undefined;
    }
    notes.access = access;
    if (access.requestsPerMinute !== null) this.#limit.take(access.keyId, access.requestsPerMinute);
    return access;
  }
}

/**
 * The response to a request whose body is not read. It ends the connection, so that no more data is
 * received.
 */
async function unread(request: Request, response: Response): Promise<Response> {
  if (!request.bodyUsed) await request.body?.cancel();
  return response;
}

function unknown(notes: RequestNotes): Response {
  notes.invalidKey = true;
  return keyUnknown();
}

async function bodyOf(endpoint: Endpoint, request: Request, limitBytes: number): Promise<unknown> {
  const sent = await readJson(request, limitBytes);
  const body = sent === undefined && bodyMayBeAbsent(endpoint) ? {} : sent;
  return validBody(endpoint.input, endpoint.specified ? asSpecified(endpoint.input, body) : body);
}

function mountedBodyBytes(request: Request): number {
  return request.body === null ? 0 : Math.min(declaredBytes(request) ?? mountedBytes, mountedBytes);
}

/**
 * Reads the first line before the response begins, so that an immediate failure becomes an error
 * response and not a broken stream.
 */
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
