/**
 * Sends requests to the service, with timeouts, backoff and `Retry-After`. It does not look at
 * payloads.
 */
import { Deadline } from "../async/deadline.js";
import { persist, retriedStatuses, retryAfterMs, type Tried } from "../async/retry.js";
import { MemoryError } from "../contract/errors.js";
import { jsonMediaType, linesMediaType, type WireForm } from "../contract/plain/wire.js";
import { type Answer, type Asked, errorOf } from "./answers.js";
import type { ClientParts } from "./inputs.js";

/** A request to send. */
export interface Call extends Asked {
  readonly body: string;
  readonly takes: WireForm;
  readonly signal: AbortSignal | undefined;
  /**
   * Whether the request may be sent again after its response was lost, because a repetition has no
   * further effect.
   */
  readonly repeatable: boolean;
}

/** A response whose body is still arriving. */
export interface Stream {
  readonly status: number;
  readonly mediaType: string;
  readonly retryAfterMs: number | null;
  readonly response: Response;
  readonly deadline: Deadline;
}

/** Sends requests over `fetch`, with a timeout, and retries them. */
export class Transport {
  readonly #parts: ClientParts;

  constructor(parts: ClientParts) {
    this.#parts = parts;
  }

  /**
   * Sends a request and reads the whole response.
   *
   * @throws {MemoryError} `unreachable` after the last try; `rate_limited`, or the error of a 503,
   * if the service refused every try
   */
  post(call: Call): Promise<Answer> {
    return this.#persist(call, async () => answerOf(await this.#begin(call)));
  }

  /**
   * Sends a request and returns the response before its body. The caller reads the body and clears
   * the deadline.
   *
   * @throws as {@link Transport.post}
   */
  open(call: Call): Promise<Stream> {
    return this.#persist(call, () => this.#begin(call));
  }

  #persist<Got extends Answer | Stream>(call: Call, attempt: () => Promise<Got>): Promise<Got> {
    const { policy, random, sleep } = this.#parts;
    let tries = 0;
    const one = async (): Promise<Tried<Got>> => {
      tries += 1;
      try {
        const got = await attempt();
        return retriedStatuses.has(got.status) ? await refused(got, call) : { answer: got };
      } catch (cause) {
        return { failure: unreachable(call, tries, cause), askedMs: null, lasting: !call.repeatable };
      }
    };
    return persist(one, { policy, random, sleep, signal: call.signal });
  }

  async #begin({ path, body, takes, signal }: Call): Promise<Stream> {
    signal?.throwIfAborted();
    const { url, key, timeoutMs, now } = this.#parts;
    const deadline = new Deadline(timeoutMs, signal);
    try {
      const response = await this.#parts.fetch(url + path, {
        method: "POST",
        headers: {
          authorization: `Bearer ${key}`,
          "content-type": takes === "json" ? jsonMediaType : linesMediaType,
        },
        body,
        // A redirect would send the content, and perhaps the key, to a server that the caller did
        // not name.
        redirect: "manual",
        signal: deadline.signal,
      });
      const mediaType = response.headers.get("content-type")?.split(";")[0]?.trim() ?? "";
      const askedMs = retryAfterMs(response.headers.get("retry-after"), now().getTime());
      return { status: response.status, mediaType, retryAfterMs: askedMs, response, deadline };
    } catch (error) {
      deadline.clear();
      throw error;
    }
  }
}

/**
 * A refusal before any work began, which `persist` may retry. Reading the body frees the connection
 * for the next try.
 */
async function refused(got: Answer | Stream, call: Call): Promise<Tried<never>> {
  const answer = "text" in got ? got : await answerOf(got);
  return { failure: errorOf(answer, call), askedMs: answer.retryAfterMs, lasting: false };
}

/** Reads the rest of a response. */
async function answerOf({ status, retryAfterMs: askedMs, response, deadline }: Stream): Promise<Answer> {
  try {
    return { status, text: await response.text(), retryAfterMs: askedMs };
  } finally {
    deadline.clear();
  }
}

/** The error of a failed or timed-out request; `cause` has the reason. */
export function unreachable({ action }: Asked, attempts: number, cause: unknown): MemoryError<"unreachable"> {
  const what = cause instanceof Error ? cause.message : String(cause);
  const times = attempts === 1 ? "once" : `${attempts} times`;
  return new MemoryError(
    "unreachable",
    `Cannot ${action}: the service must answer, tried ${times}, got: ${what}`,
    {
      cause,
      data: { attempts },
    },
  );
}

/** Reads the rest of a response as an error. */
export async function streamError(stream: Stream, asked: Asked): Promise<MemoryError> {
  return errorOf(await answerOf(stream), asked);
}
