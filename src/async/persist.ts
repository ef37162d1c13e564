/** Tries a request repeatedly. The clock, the random numbers and the waiting are parameters. */
import { type RetryPolicy, waitMs } from "./retry.js";

/** The outcome of one try: an answer, or a failure. */
export type Tried<Answer> =
  | { readonly answer: Answer }
  | {
      readonly failure: unknown;
      /** How long the server asked the client to wait, in milliseconds. */
      readonly askedMs: number | null;
      /** Whether another try cannot help. */
      readonly lasting: boolean;
    };

/** How failed tries are repeated. */
export interface Persistence {
  readonly policy: RetryPolicy;
  readonly random: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Tries until there is an answer, or throws the failure of the last try.
 *
 * @throws the signal's reason, once it has fired
 */
export async function persist<Answer>(
  attempt: () => Promise<Tried<Answer>>,
  { policy, random, sleep, signal }: Persistence,
): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    signal?.throwIfAborted();
    const tried = await attempt();
    signal?.throwIfAborted();
    if ("answer" in tried) return tried.answer;
    const { failure, askedMs, lasting } = tried;
    const patient = askedMs === null || askedMs <= policy.maxRetryAfterMs;
    if (lasting || !patient || tries >= policy.retries) throw failure;
    await sleep(waitMs(tries, { askedMs, random: random(), policy }), signal);
  }
}
