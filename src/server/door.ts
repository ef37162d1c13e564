/** What happens to one request: it is taken on, read, matched with its key, counted, and passed to a verb. */
import type { z } from "zod";
import { type Endpoint, type EndpointName, endpoints, type exportInput } from "../contract/http.js";
import type { Access, KeyResolver } from "./access.js";
import { Admission } from "./admission.js";
import { calls, isJsonCall } from "./calls.js";
import { defectTrace, type LogSink } from "./log.js";
import { RateLimit } from "./rate-limit.js";
import { handled, keyUnknown, linesResponse, untilRead } from "./request/envelope.js";
import { type Failure, failureOf } from "./request/failure.js";
import { declaredBytes, readJson, readLines } from "./request/read-body.js";
import { requestKey } from "./request/request-key.js";
import { asSpecified, bodyMayBeAbsent, scopeOfQuery, validBody } from "./request/validation.js";

/** Another door on the same server, such as `/mcp`: it is told what the request's key opens, `undefined` for an unknown or missing key. */
export type MountedDoor = (request: Request, access: Access | undefined) => Promise<Response>;

/** What a door is made of. */
export interface DoorOptions {
  /** Finds what a key opens. */
  readonly resolve: KeyResolver;
  /** What may be in progress at once. @default `new Admission()`, with its defaults */
  readonly admission?: Admission;
  /** Where log entries go. @default nowhere */
  readonly log?: LogSink;
  /** @default the system's */
  readonly clock?: () => Date;
}

/** What the log is told of a request beside method, path and time. */
export interface Noted {
  readonly id: string;
  access?: Access;
  failure?: Failure;
  invalidKey?: boolean;
}

/** Bytes of a body that are read of who has no key: enough to say what is wrong with a common one. */
const strangersBytes = 65_536;
/** What a door with a body of its own may read at once: JSON-RPC around the largest content. */
const doorBytes = 4_194_304;

/** The way of a request through the service. */
export class Door {
  readonly #resolve: KeyResolver;
  readonly #admission: Admission;
  readonly #limit: RateLimit;
  readonly #log: LogSink | undefined;
  readonly #clock: () => Date;

  constructor({ resolve, admission = new Admission(), log, clock = () => new Date() }: DoorOptions) {
    this.#resolve = resolve;
    this.#admission = admission;
    this.#limit = new RateLimit(() => clock().getTime());
    this.#log = log;
    this.#clock = clock;
  }

  /** Answers a call of one endpoint. */
  async answer(name: EndpointName, request: Request, noted: Noted): Promise<Response> {
    const endpoint: Endpoint = endpoints[name];
    const known = await this.#opens(requestKey(request.headers));
    const declared = declaredBytes(request);
    // Validation comes before the key, so a wrong body is told so whoever sends it; but nobody without a key has a long one read.
    if (known === undefined && (declared ?? 0) > strangersBytes) return unread(request, unknown(noted));
    const limitBytes =
      known === undefined ? Math.min(strangersBytes, endpoint.bodyLimitBytes) : endpoint.bodyLimitBytes;
    // Lines are read as they are worked on, a few at a time.
    const bytes = endpoint.takes === "lines" ? 0 : Math.min(declared ?? limitBytes, limitBytes);
    const leave = this.#admission.enter(known?.keyId, bytes);
    try {
      const response = await this.#answer(name, request, { noted, limitBytes });
      if (name === "export") return untilRead(response, leave);
      leave();
      return response;
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Passes a request on to another door. */
  async pass(mounted: MountedDoor, request: Request, noted: Noted): Promise<Response> {
    const access = await this.#enter(requestKey(request.headers), noted);
    const leave = this.#admission.enter(access?.keyId, access === undefined ? 0 : bytesAtDoor(request));
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
    { noted, limitBytes }: { readonly noted: Noted; readonly limitBytes: number },
  ): Promise<Response> {
    const endpoint: Endpoint = endpoints[name];
    const body = endpoint.takes === "json" ? await bodyOf(endpoint, request, limitBytes) : undefined;
    const scoped = endpoint.takes === "lines" ? scopeOfQuery(request) : {};
    const key = requestKey(request.headers);
    const access = await this.#enter(key, noted);
    if (access === undefined || key === undefined) return unread(request, keyUnknown());
    const { service } = access;
    const called = { service, key, options: { signal: request.signal } };
    if (name === "export") return this.#export(body as z.output<typeof exportInput>, request.signal, noted);
    if (name === "import") {
      const lines = readLines(request, endpoint.bodyLimitBytes);
      return handled(await service.import(lines, { ...called.options, ...scoped }));
    }
    if (!isJsonCall(name)) throw new TypeError(`Cannot answer ${name}: the endpoint has no call`);
    const call = calls[name] as (body: unknown, with_: typeof called) => Promise<unknown>;
    return handled(await call(body, called));
  }

  async #export(
    { source_id: sourceId, scope }: z.output<typeof exportInput>,
    signal: AbortSignal,
    { id, access }: Noted,
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

  async #opens(key: string | undefined): Promise<Access | undefined> {
    return key === undefined ? undefined : this.#resolve(key);
  }

  async #enter(key: string | undefined, noted: Noted): Promise<Access | undefined> {
    const access = await this.#opens(key);
    if (access === undefined) {
      noted.invalidKey = true;
      return undefined;
    }
    noted.access = access;
    if (access.requestsPerMinute !== null) this.#limit.take(access.keyId, access.requestsPerMinute);
    return access;
  }
}

/** The response to a request whose body nobody reads: the connection ends, instead of taking whatever a stranger sends. */
async function unread(request: Request, response: Response): Promise<Response> {
  if (!request.bodyUsed) await request.body?.cancel();
  return response;
}

function unknown(noted: Noted): Response {
  noted.invalidKey = true;
  return keyUnknown();
}

async function bodyOf(endpoint: Endpoint, request: Request, limitBytes: number): Promise<unknown> {
  const sent = await readJson(request, limitBytes);
  const body = sent === undefined && bodyMayBeAbsent(endpoint) ? {} : sent;
  return validBody(endpoint.input, endpoint.specified ? asSpecified(endpoint.input, body) : body);
}

function bytesAtDoor(request: Request): number {
  return request.body === null ? 0 : Math.min(declaredBytes(request) ?? doorBytes, doorBytes);
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
