/** One request to the service, tried as often as it takes: timeouts, backoff and `Retry-After` live here, and nothing of the payloads. */
import { MemoryError } from "../contract/errors.js";
import { jsonMediaType, linesMediaType, type WireForm } from "../contract/http.js";
import { Deadline } from "../internal/deadline.js";
import { retriedStatuses, retryAfterMs, waitMs } from "../internal/retry.js";
import { type Answer, type Asked, errorOf } from "./answers.js";
import type { ClientParts } from "./options.js";

/** What is sent, and how. */
export interface Call extends Asked {
  readonly body: string;
  readonly takes: WireForm;
  readonly signal: AbortSignal | undefined;
  /** Whether a request whose answer was lost may be sent again: only if twice is the same as once. */
  readonly repeatable: boolean;
}

/** A response that has begun: its status, and its body as it arrives. */
export interface Stream {
  readonly status: number;
  readonly mediaType: string;
  readonly retryAfterMs: number | null;
  readonly response: Response;
  readonly deadline: Deadline;
}

/** One service over `fetch`: tries, times out, waits and tries again. */
export class Transport {
  readonly #parts: ClientParts;

  constructor(parts: ClientParts) {
    this.#parts = parts;
  }

  /**
   * Sends and reads the whole answer.
   *
   * @throws {MemoryError} `unreachable` after the last try; `rate_limited` or the error of a 503 where it never came to be handled
   */
  post(call: Call): Promise<Answer> {
    return this.#persist(call, async () => {
      const stream = await this.#begin(call);
      try {
        const { status, retryAfterMs: askedMs } = stream;
        return { status, text: await stream.response.text(), retryAfterMs: askedMs };
      } finally {
        stream.deadline.clear();
      }
    });
  }

  /** Sends, and hands over the body to be read as it arrives. The deadline must be cleared by whoever reads it. */
  open(call: Call): Promise<Stream> {
    return this.#persist(call, () => this.#begin(call));
  }

  async #persist<Got extends { readonly status: number; readonly retryAfterMs: number | null }>(
    call: Call,
    attempt: () => Promise<Got>,
  ): Promise<Got> {
    const { policy } = this.#parts;
    for (let tries = 0; ; tries += 1) {
      const outcome = await this.#try(call, attempt);
      const last = tries >= policy.retries;
      if ("failure" in outcome) {
        if (last || !call.repeatable) throw unreachable(call, tries + 1, outcome.failure);
        await this.#wait(tries, null, call.signal);
      } else {
        const askedMs = outcome.got.retryAfterMs;
        const patient = askedMs === null || askedMs <= policy.maxRetryAfterMs;
        if (!retriedStatuses.has(outcome.got.status) || last || !patient) return outcome.got;
        await discard(outcome.got);
        await this.#wait(tries, askedMs, call.signal);
      }
    }
  }

  /** A failure of the network is a value here: whether it is the last word is for `#persist` to say. The caller's own abort is not one. */
  async #try<Got>(call: Call, attempt: () => Promise<Got>): Promise<{ got: Got } | { failure: unknown }> {
    try {
      return { got: await attempt() };
    } catch (failure) {
      call.signal?.throwIfAborted();
      return { failure };
    }
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
        // A redirect would take the content, and perhaps the key, somewhere that the caller did not name.
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

  #wait(tries: number, askedMs: number | null, signal: AbortSignal | undefined): Promise<void> {
    const { policy, random, sleep } = this.#parts;
    return sleep(waitMs(tries, { askedMs, random: random(), policy }), signal);
  }
}

/** Lets go of a response that is not read: its connection is free for the next try. */
async function discard(got: object): Promise<void> {
  if (!("deadline" in got)) return;
  const { deadline, response } = got as Stream;
  deadline.clear();
  await response.body?.cancel();
}

/** The network failed, or time ran out: what it was stands in `cause`. */
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

/** Reads the rest of a response as the error that it stands for. */
export async function streamError(stream: Stream, asked: Asked): Promise<MemoryError> {
  const { status, retryAfterMs: askedMs, response } = stream;
  return errorOf({ status, text: await response.text(), retryAfterMs: askedMs }, asked);
}
