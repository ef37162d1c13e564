/** Facts by what they are about, kept while a call is read. Adding, removing and asking for a value take the same time however many there are. */
import { plainValue } from "../internal/same-value.js";
import type { LiveFact } from "./said-before.js";

export class FactIndex {
  /** By {@link LiveFact.key}, then by id, in the order added. */
  readonly #facts = new Map<string, Map<string, LiveFact>>();
  /** How many facts have a key and a value. */
  readonly #values = new Map<string, number>();

  add(fact: LiveFact): void {
    const alike = this.#facts.get(fact.key) ?? new Map<string, LiveFact>();
    this.#facts.set(fact.key, alike.set(fact.id, fact));
    this.#count(fact, 1);
  }

  remove(fact: LiveFact): void {
    if (this.#facts.get(fact.key)?.delete(fact.id) === true) this.#count(fact, -1);
  }

  /** All of a key, oldest first. */
  of(key: string): LiveFact[] {
    return [...(this.#facts.get(key)?.values() ?? [])];
  }

  /** Whether one of a key has this value, but for case, accents, articles and punctuation. */
  has(key: string, value: string): boolean {
    return (this.#values.get(valueKey(key, value)) ?? 0) > 0;
  }

  #count({ key, value }: LiveFact, change: number): void {
    const place = valueKey(key, value);
    this.#values.set(place, (this.#values.get(place) ?? 0) + change);
  }
}

function valueKey(key: string, value: string): string {
  return `${key}\u0000${plainValue(value)}`;
}
