/**
 * Reads items ahead of who works on them, as many as are there: of an array at once, of a stream those that have come. The first one is waited for, a second one
 * never, because a stream may give it only once the first has been answered.
 */
import { nextTurn } from "./next-turn.js";

/** Items in the order of their source, some of them at hand. */
export class ReadAhead<Item> {
  readonly #source: AsyncGenerator<Item, void>;
  readonly #most: number;
  #atHand: Item[] = [];
  /** The item that is being waited for. */
  #coming: Promise<IteratorResult<Item, void>> | undefined;
  #ended = false;

  /** @param most Items at hand, at most. */
  constructor(items: Iterable<Item> | AsyncIterable<Item>, most: number) {
    this.#source = each(items);
    this.#most = most;
  }

  /** The items at hand, with those added that have come; none once all were taken. @throws what the source threw, once those before were taken */
  async fill(): Promise<readonly Item[]> {
    if (this.#atHand.length === 0) await this.#next();
    while (this.#atHand.length < this.#most && !this.#ended && (await this.#hasCome())) await this.#next();
    return this.#atHand;
  }

  /** Takes the first items away. */
  take(count: number): void {
    this.#atHand = this.#atHand.slice(count);
  }

  /** Tells the source that no more is wanted; one that is still making an item is told when it has. */
  async close(): Promise<void> {
    const told = this.#source.return();
    await (this.#coming === undefined ? told : Promise.race([Promise.allSettled([told]), nextTurn()]));
  }

  /** Whether the next item, the end or an error is there. An error is left for when it is its turn. */
  async #hasCome(): Promise<boolean> {
    this.#coming ??= this.#source.next();
    const come = this.#coming.then(
      () => true,
      () => false,
    );
    return Promise.race([come, nextTurn().then(() => false)]);
  }

  async #next(): Promise<void> {
    if (this.#ended) return;
    this.#coming ??= this.#source.next();
    const step = await this.#coming;
    this.#coming = undefined;
    if (step.done === true) this.#ended = true;
    else this.#atHand.push(step.value);
  }
}

async function* each<Item>(items: Iterable<Item> | AsyncIterable<Item>): AsyncGenerator<Item, void> {
  yield* items;
}
