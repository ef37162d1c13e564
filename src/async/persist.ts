/** One request, tried as often as it takes. The clock, the dice and the waiting are handed in. */
import { type RetryPolicy, waitMs } from "./retry.js";

/** What one try came to: an answer, or why there is none yet. */
export type Tried<Answer> =
  | { readonly answer: Answer }
  | {
      readonly failure: unknown;
      /** How long the other side asked to be left alone, in milliseconds. */
      readonly askedMs: number | null;
      /** Whether trying again cannot help. */
      readonly lasting: boolean;
    };

/** How it is tried again. */
export interface Persistence {
  readonly policy: RetryPolicy;
  readonly random: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly signal?: AbortSignal | undefined;
}

/** Tries until there is an answer, or throws what the last try failed with. @throws the signal's reason, once it has fired */
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
