/**
 * Schedules calls: which run now and which wait. The process has one thread, so one store with a
 * hundred calls would delay all others. Here only a few calls of a store run at once, and stores
 * take turns:
 *
 *   store 1   a b c d e f ─┐
 *   store 2   g ───────────┼─ 2 of a store at once:   a b g │ c │ d …
 *   store 3   h i ─────────┘                           h i
 */

/** Maximum number of calls that run at once. */
export interface TurnLimits {
  /** Calls of one store. */
  readonly ofStore: number;
  /** Calls of all stores. */
  readonly ofAll: number;
}

interface Queue {
  working: number;
  /** Functions that start the waiting calls, oldest first. */
  readonly waiting: Set<() => void>;
}

/** One queue per store; the queues are served in turn. */
export class Turns {
  readonly #limits: TurnLimits;
  readonly #queues = new Map<string, Queue>();
  /** Stores with a call that may start as soon as `ofAll` allows it, the next one first. */
  readonly #ready = new Set<string>();
  #working = 0;
  #waiting = 0;
  #isScheduled = false;
  /** Whether a call has started in this turn of the event loop. */
  #hasStarted = false;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Calls that run. */
  get working(): number {
    return this.#working;
  }

  /** Calls that wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Waits for a turn.
   *
   * @returns a function that ends the turn; calling it again does nothing
   * @throws the signal's reason if the signal fires while the call waits
   */
  async take(store: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const queue = this.#queues.get(store) ?? { working: 0, waiting: new Set() };
    this.#queues.set(store, queue);
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener("abort", cancel);
        resolve();
      };
      const cancel = () => {
        this.#cancel(store, queue, start);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", cancel, { once: true });
      queue.waiting.add(start);
      this.#waiting += 1;
      this.#updateReady(store, queue);
      // No other call waits, so this one starts at once.
      if (this.#waiting === 1 && !this.#hasStarted) this.#startNext();
      else this.#schedule();
    });
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      queue.working -= 1;
      this.#working -= 1;
      this.#updateReady(store, queue);
      this.#schedule();
    };
  }

  #cancel(store: string, queue: Queue, start: () => void): void {
    queue.waiting.delete(start);
    this.#waiting -= 1;
    this.#updateReady(store, queue);
  }

  /** Updates whether a call of the store may start. An empty queue is removed. */
  #updateReady(store: string, { working, waiting }: Queue): void {
    if (waiting.size === 0 || working >= this.#limits.ofStore) this.#ready.delete(store);
    else this.#ready.add(store);
    if (waiting.size + working === 0) this.#queues.delete(store);
  }

  /**
   * Starts the calls that may start, one per turn of the event loop. A search in memory never
   * waits. So a hundred searches of one store, waiting or just arrived, would otherwise run before
   * another request is even read.
   */
  #schedule(): void {
    if (this.#isScheduled || this.#ready.size === 0 || this.#working >= this.#limits.ofAll) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#startNext();
      this.#schedule();
    });
  }

  #startNext(): void {
    const [store] = this.#ready;
    if (store === undefined || this.#working >= this.#limits.ofAll) return;
    const queue = this.#queues.get(store)!;
    const [start] = queue.waiting;
    queue.waiting.delete(start!);
    this.#hasStarted = true;
    setImmediate(() => {
      this.#hasStarted = false;
    });
    queue.working += 1;
    this.#waiting -= 1;
    this.#working += 1;
    // A store with more calls goes to the end of the queue.
    this.#ready.delete(store);
    this.#updateReady(store, queue);
    start!();
  }
}
