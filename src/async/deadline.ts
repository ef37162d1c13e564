/**
 * Ends waiting early: one abort signal for a caller's signal and a timeout, and waits that a signal
 * ends.
 */

/**
 * The abort reason of a request that timed out. The code that sent the request turns it into an
 * error of its own.
 */
export class TimedOut extends Error {
  override readonly name = "TimedOut";

  constructor(timeoutMs: number) {
    super(`no answer within ${timeoutMs} ms`);
  }
}

/**
 * Aborts when the caller's signal fires, or when `timeoutMs` pass without a call of `extend`. Call
 * `clear` at the end: the timer keeps the process alive.
 */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #timeoutMs: number;
  readonly #caller: AbortSignal | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(timeoutMs: number, caller: AbortSignal | undefined) {
    this.#timeoutMs = timeoutMs;
    this.#caller = caller;
    if (caller?.aborted) this.#stop();
    caller?.addEventListener("abort", this.#stop);
    this.extend();
  }

  /** The combined signal. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Restarts the timeout, because data arrived. */
  extend(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#controller.abort(new TimedOut(this.#timeoutMs)), this.#timeoutMs);
  }

  /** Stops the timeout until `extend`, while the caller works, which may take any time. */
  pause(): void {
    clearTimeout(this.#timer);
  }

  /** Stops the timeout and the listening. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener("abort", this.#stop);
  }

  readonly #stop = (): void => this.#controller.abort(this.#caller?.reason);
}

/** Waits, or rejects with the signal's reason as soon as it fires. */
export function abortableSleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

/**
 * Returns the outcome of the work, or rejects with the signal's reason as soon as it fires. The
 * work itself continues for its other callers.
 */
export function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
