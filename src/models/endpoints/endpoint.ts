/**
 * An OpenAI-compatible endpoint over `fetch`: bounded in what it has under way, in how long it waits and in how much it reads; tried again where
 * the fault may pass. What is asked for here changes nothing at the other end, so a lost answer is simply asked for again.
 */
import { Deadline } from "../../async/deadline.js";
import { persist, type Tried } from "../../async/persist.js";
import { retryAfterMs } from "../../async/retry.js";
import { Slots } from "../../async/slots.js";
import { cleanError, EndpointRefusal, withoutSecrets } from "./failures.js";
import type { EndpointParts } from "./options.js";

/** A request, and how its answer is read. */
export interface Asking<Answer> {
  /** After the base address: `/embeddings`. */
  readonly path: string;
  readonly body: object;
  readonly signal?: AbortSignal | undefined;
  /** Reads a response of status 200. What it throws is tried again, but for an {@link EndpointRefusal}. */
  readonly read: (response: Response, deadline: Deadline) => Promise<Answer>;
}

/** Statuses that may pass: the endpoint is busy, was restarted or is broken for now. 501 and 505 say "never". */
function mayPass(status: number): boolean {
  return (
    status === 408 || status === 409 || status === 429 || (status >= 500 && status !== 501 && status !== 505)
  );
}

/** Characters of an error's body that are read. */
const maxErrorChars = 20_000;

export class Endpoint {
  readonly #parts: EndpointParts;
  readonly #slots: Slots;

  constructor(parts: EndpointParts) {
    this.#parts = parts;
    this.#slots = new Slots(parts.concurrency);
  }

  /** Asks until there is an answer. @throws {EndpointRefusal} and whatever the last try failed with, without keys; the signal's reason */
  ask<Answer>(asking: Asking<Answer>): Promise<Answer> {
    return this.#slots.run(() => this.#persist(asking), asking.signal);
  }

  async #persist<Answer>(asking: Asking<Answer>): Promise<Answer> {
    const { policy, random, sleep, secrets } = this.#parts;
    const { signal } = asking;
    try {
      return await persist(() => this.#try(asking), { policy, random, sleep, signal });
    } catch (failure) {
      signal?.throwIfAborted();
      throw failure instanceof EndpointRefusal ? failure : cleanError(failure, secrets);
    }
  }

  /** A failure is a value here: whether it is the last word is for `persist` to say. */
  async #try<Answer>({ path, body, signal, read }: Asking<Answer>): Promise<Tried<Answer>> {
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
      // A redirect would take the content, and perhaps the key, somewhere that the caller did not name.
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
      lasting: !mayPass(status),
    };
  }
}

/** The message in an error's body, `{ error: { message } }` in most; the body where it is something else. */
function errorDetail(body: string): string {
  try {
    const error: unknown = Reflect.get(Object(JSON.parse(body)), "error");
    const message: unknown = typeof error === "string" ? error : Reflect.get(Object(error), "message");
    return typeof message === "string" ? message : body;
  } catch {
    return body; // Not JSON: a proxy's page, or plain words. They are told as they are.
  }
}

/** Pieces of a body as they come. The deadline begins anew with each one: what a try may not be is silent. */
export async function* pieces(response: Response, deadline: Deadline): AsyncGenerator<string> {
  if (response.body === null) return;
  const decoder = new TextDecoder();
  for await (const bytes of response.body as unknown as AsyncIterable<Uint8Array>) {
    deadline.extend();
    yield decoder.decode(bytes, { stream: true });
  }
  yield decoder.decode();
}

/** A whole body, cut at `maxChars`: nobody's memory is for an endpoint to fill. Leaving the loop lets go of the connection. */
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
