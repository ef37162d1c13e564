/** One signal out of two reasons to stop: the caller's own, and time running out. */

/** Thrown inside a request whose time ran out; its sender turns it into an error of its own. */
export class TimedOut extends Error {
  override readonly name = "TimedOut";

  constructor(timeoutMs: number) {
    super(`no answer within ${timeoutMs} ms`);
  }
}

/** Stops when the caller's signal fires or `timeoutMs` pass without `extend`. Must be cleared, or its timer keeps a process alive. */
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

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Starts the time anew: something came. */
  extend(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#controller.abort(new TimedOut(this.#timeoutMs)), this.#timeoutMs);
  }

  /** Stops the time until `extend`: it is the caller's turn, who may take as long as it likes. */
  pause(): void {
    clearTimeout(this.#timer);
  }

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
