/**
 * An OpenAI-compatible endpoint over `fetch`, with limits of concurrency, waiting time and response
 * size. Failures that may be temporary are retried: requests change nothing on the server, so a
 * lost response is simply requested again.
 */
import { Deadline } from "../../async/deadline.js";
import { persist, retryAfterMs, type Tried } from "../../async/retry.js";
import { Slots } from "../../async/slots.js";
import { cleanError, EndpointRefusal, withoutSecrets } from "./failures.js";
import type { EndpointParts } from "./options.js";

/** A request, and a function that reads its response. */
export interface EndpointRequest<Answer> {
  /** The path after the base URL: `/embeddings`. */
  readonly path: string;
  readonly body: object;
  readonly signal?: AbortSignal | undefined;
  /**
   * Reads a response of status 200. The request is retried after any error except an {@link
   * EndpointRefusal}.
   */
  readonly read: (response: Response, deadline: Deadline) => Promise<Answer>;
}

/**
 * Statuses that may be temporary: the endpoint is busy, was restarted or is broken. 501 and 505 are
 * permanent.
 */
function mayBeTemporary(status: number): boolean {
  return (
    status === 408 || status === 409 || status === 429 || (status >= 500 && status !== 501 && status !== 505)
  );
}

/** Maximum number of characters of an error's body that are read. */
const maxErrorChars = 20_000;

/** One endpoint; all its calls share one concurrency limit. */
export class Endpoint {
  readonly #parts: EndpointParts;
  readonly #slots: Slots;

  constructor(parts: EndpointParts) {
    this.#parts = parts;
    this.#slots = new Slots(parts.concurrency);
  }

  /**
   * Sends a request, with retries.
   *
   * @throws {EndpointRefusal} or the error of the last try, without keys; the signal's reason
   */
  ask<Answer>(request: EndpointRequest<Answer>): Promise<Answer> {
    return this.#slots.run(() => this.#persist(request), request.signal);
  }

  async #persist<Answer>(request: EndpointRequest<Answer>): Promise<Answer> {
    const { policy, random, sleep, secrets } = this.#parts;
    const { signal } = request;
    try {
      return await persist(() => this.#try(request), { policy, random, sleep, signal });
    } catch (failure) {
      signal?.throwIfAborted();
      throw failure instanceof EndpointRefusal ? failure : cleanError(failure, secrets);
    }
  }

  /** One try. It returns a failure as a value, because `persist` decides whether to retry. */
  async #try<Answer>({ path, body, signal, read }: EndpointRequest<Answer>): Promise<Tried<Answer>> {
    const deadline = new Deadline(this.#parts.timeoutMs, signal);
    try {
      const response = await this.#send(path, body, deadline.signal);
      if (response.status !== 200) return await this.#refused(response, deadline);
      return { answer: await read(response, deadline) };
    } catch (failure) {
      return { failure, askedMs: null, lasting: failure instanceof EndpointRefusal };
    } finally {
      deadline.clear();
    }
  }

  #send(path: string, body: object, signal: AbortSignal): Promise<Response> {
    const { baseUrl, headers } = this.#parts;
    return this.#parts.fetch(baseUrl + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
      // A redirect would send the content, and perhaps the key, to a server that the caller did not
      // name.
      redirect: "manual",
      signal,
    });
  }

  async #refused(response: Response, deadline: Deadline): Promise<Tried<never>> {
    const { status, headers } = response;
    const said = await readText(response, { maxChars: maxErrorChars, deadline });
    const detail = withoutSecrets(errorDetail(said), this.#parts.secrets);
    return {
      failure: new EndpointRefusal(`HTTP ${status}${detail === "" ? "" : `: ${detail}`}`, status),
      askedMs: retryAfterMs(headers.get("retry-after"), this.#parts.now().getTime()),
      lasting: !mayBeTemporary(status),
    };
  }
}

/** The message in an error's body, usually `{ error: { message } }`; otherwise the whole body. */
function errorDetail(body: string): string {
  try {
    const error: unknown = Reflect.get(Object(JSON.parse(body)), "error");
    const message: unknown = typeof error === "string" ? error : Reflect.get(Object(error), "message");
    return typeof message === "string" ? message : body;
  } catch {
    return body; // Not JSON: a proxy's page or plain text, which is returned as it is.
  }
}

/**
 * The pieces of a body as they arrive. Each one restarts the deadline, so that only silence times
 * out.
 */
export async function* pieces(response: Response, deadline: Deadline): AsyncGenerator<string> {
  if (response.body === null) return;
  const decoder = new TextDecoder();
  for await (const bytes of response.body as unknown as AsyncIterable<Uint8Array>) {
    deadline.extend();
    yield decoder.decode(bytes, { stream: true });
  }
  yield decoder.decode();
}

/**
 * A whole body, cut after `maxChars`, so that an endpoint cannot fill the memory. Leaving the loop
 * closes the connection.
 */
export async function readText(
  response: Response,
  { maxChars, deadline }: { readonly maxChars: number; readonly deadline: Deadline },
): Promise<string> {
  let text = "";
  for await (const piece of pieces(response, deadline)) {
    text += piece;
    if (text.length > maxChars) return text.slice(0, maxChars);
  }
  return text;
}
