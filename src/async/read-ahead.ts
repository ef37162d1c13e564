/**
 * Reads items ahead of the code that processes them: all items of an array, and those items of a
 * stream that are ready. It waits for the first item but never for a second one, because a stream
 * may produce the second only after the first was processed.
 */
import { nextTurn } from "./next-turn.js";

/** Items in the order of their source, with a buffer of items that were read ahead. */
export class ReadAhead<Item> {
  readonly #source: AsyncGenerator<Item, void>;
  readonly #most: number;
  readonly #costOf: (item: Item) => number;
  #buffer: Item[] = [];
  /** Cost of the items in the buffer. */
  #cost = 0;
  /** The item that was requested and has not arrived. */
  #pending: Promise<IteratorResult<Item, void>> | undefined;
  #ended = false;

  /**
   * @param most The buffer is full once its items cost so much.
   * @param costOf The cost of an item. @default 1
   */
  constructor(
    items: Iterable<Item> | AsyncIterable<Item>,
    most: number,
    costOf: (item: Item) => number = () => 1,
  ) {
    this.#source = each(items);
    this.#most = most;
    this.#costOf = costOf;
  }

  /**
   * Adds the items that are ready to the buffer and returns it; an empty buffer means the end.
   *
   * @throws what the source threw, after the items before the error were taken
   */
  async fill(): Promise<readonly Item[]> {
    if (this.#buffer.length === 0) await this.#next();
    while (this.#cost < this.#most && !this.#ended && (await this.#isReady())) await this.#next();
    return this.#buffer;
  }

  /** Removes the first items from the buffer. */
  take(count: number): void {
    for (const item of this.#buffer.slice(0, count)) this.#cost -= this.#costOf(item);
    this.#buffer = this.#buffer.slice(count);
  }

  /** Ends the source. A source that is still producing an item ends after it. */
  async close(): Promise<void> {
    const ended = this.#source.return();
    await (this.#pending === undefined ? ended : Promise.race([Promise.allSettled([ended]), nextTurn()]));
  }

  /**
   * Whether the next item, the end or an error has arrived. An error is thrown later, when its turn
   * comes.
   */
  async #isReady(): Promise<boolean> {
    this.#pending ??= this.#source.next();
    const arrived = this.#pending.then(
      () => true,
      () => false,
    );
    return Promise.race([arrived, nextTurn().then(() => false)]);
  }

  async #next(): Promise<void> {
    if (this.#ended) return;
    this.#pending ??= this.#source.next();
    const step = await this.#pending;
    this.#pending = undefined;
    if (step.done === true) this.#ended = true;
    else {
      this.#buffer.push(step.value);
      this.#cost += this.#costOf(step.value);
    }
  }
}

async function* each<Item>(items: Iterable<Item> | AsyncIterable<Item>): AsyncGenerator<Item, void> {
  yield* items;
}
