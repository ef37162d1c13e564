/**
 * A list of items that grows at its end, such as the messages of a session, exact to the character.
 */
import type { MemoryService } from "../contract/memory-service.js";
import { Documents } from "./documents.js";

/** An ordered list. Calls are answered one after the other. */
export class DocumentList<Item> {
  readonly #documents: Documents<Item>;
  readonly #textOf: (item: Item) => string;

  /**
   * @param memory Limited to the scope of the list.
   * @param textOf Returns the text by which `recall` finds an item.
   */
  constructor(memory: MemoryService, collection: string, textOf: (item: Item) => string) {
    this.#documents = new Documents(memory, collection);
    this.#textOf = textOf;
  }

  /** All items, or the last ones, in order. */
  items(last = Number.POSITIVE_INFINITY): Promise<Item[]> {
    return this.#documents.inTurn(async () => {
      const items = await this.#sorted();
      return items.slice(Math.max(0, items.length - Math.max(0, last))).map(({ value }) => value);
    });
  }

  /** Appends items in order. A crash leaves the first ones. */
  append(items: readonly Item[]): Promise<void> {
    return this.#documents.inTurn(async () => {
      if (items.length === 0) return;
      const next = Number((await this.#sorted()).at(-1)?.key ?? -1) + 1;
      for (const [index, item] of items.entries())
        await this.#documents.put(keyOf(next + index), item, this.#textOf(item));
    });
  }

  /** Erases the last item and returns it; `undefined` if there is none. */
  pop(): Promise<Item | undefined> {
    return this.#documents.inTurn(async () => {
      const last = (await this.#sorted()).at(-1);
      if (last !== undefined) await this.#documents.delete(last.key);
      return last?.value;
    });
  }

  /** Erases every item. */
  clear(): Promise<void> {
    return this.#documents.inTurn(() => this.#documents.clear());
  }

  async #sorted() {
    return (await this.#documents.list()).sort((one, other) => (one.key < other.key ? -1 : 1));
  }
}

/** A number as a text, so that texts sort in the order of their numbers. */
function keyOf(index: number): string {
  return String(index).padStart(12, "0");
}
