/**
 * Turns: which calls work now and which wait. The process has one thread, so a store with a hundred calls would keep all others waiting; here at most a few of one store
 * work at once, and stores take turns:
 *
 *   store 1   a b c d e f ─┐
 *   store 2   g ───────────┼─ 2 of a store at once:   a b g │ c │ d …
 *   store 3   h i ─────────┘                           h i
 */

/** How many calls work at once. */
export interface TurnLimits {
  /** Calls of one store. */
  readonly ofStore: number;
  /** Calls of all stores. */
  readonly ofAll: number;
}

interface Queue {
  working: number;
  /** Starts a waiting call each, the one that came first at the front. */
  readonly waiting: Set<() => void>;
}

/** A queue for each store, served in turn. */
export class Turns {
  readonly #limits: TurnLimits;
  readonly #queues = new Map<string, Queue>();
  /** Stores of which a call may start as soon as there is room, the next one first. */
  readonly #ready = new Set<string>();
  #working = 0;
  #waiting = 0;
  #isScheduled = false;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Calls at work. */
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
   * @returns what ends the turn; calling it again does nothing
   * @throws the signal's reason where it fires while the call waits
   */
  async take(store: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const queue = this.#queues.get(store) ?? { working: 0, waiting: new Set() };
    this.#queues.set(store, queue);
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        this.#left(store, queue, start);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", leave, { once: true });
      queue.waiting.add(start);
      this.#waiting += 1;
      this.#look(store, queue);
      // Nobody is before it: it starts at once.
      if (this.#waiting === 1) this.#startNext();
      else this.#schedule();
    });
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      queue.working -= 1;
      this.#working -= 1;
      this.#look(store, queue);
      this.#schedule();
    };
  }

  #left(store: string, queue: Queue, start: () => void): void {
    queue.waiting.delete(start);
    this.#waiting -= 1;
    this.#look(store, queue);
  }

  /** Notes whether a call of the store may start. A store that has none is forgotten. */
  #look(store: string, { working, waiting }: Queue): void {
    if (waiting.size === 0 || working >= this.#limits.ofStore) this.#ready.delete(store);
    else this.#ready.add(store);
    if (waiting.size + working === 0) this.#queues.delete(store);
  }

  /**
   * Starts what may start, one call in a turn of the event loop: a search in memory never waits, so a hundred of one store would be done before anybody else's request is
   * so much as read.
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
    queue.working += 1;
    this.#waiting -= 1;
    this.#working += 1;
    // To the end of the line, where it has more calls.
    this.#ready.delete(store);
    this.#look(store, queue);
    start!();
  }
}
