/**
 * An index of facts by entity and property, for one call. The time of a call must only grow with
 * its length, so no lookup scans all facts of a key: a fact is found by its value, by its time or
 * by what ended it, and only the latest facts are compared.
 */
import { type ComparedValue, plainValue } from "../../text/same-value.js";
import type { LiveFact } from "./said-before.js";

/**
 * How many of the latest facts of one entity and property a new fact is compared with. An older
 * fact is found only by the same value. Only a pasted list has more.
 */
export const comparedFacts = 1000;

/** The facts of one call by entity and property. */
export class FactIndex {
  readonly #keys = new Map<string, FactsOfKey>();
  readonly #endedBy = new Map<string, Map<string, LiveFact>>();

  add(fact: LiveFact): void {
    const facts = this.#keys.get(fact.key) ?? new FactsOfKey();
    this.#keys.set(fact.key, facts);
    facts.add(fact);
    if (fact.ended === undefined) return;
    const together = this.#endedBy.get(fact.ended.by) ?? new Map<string, LiveFact>();
    this.#endedBy.set(fact.ended.by, together.set(fact.id, fact));
  }

  remove(fact: LiveFact): void {
    const added = this.#keys.get(fact.key)?.remove(fact.id);
    if (added?.ended !== undefined) this.#endedBy.get(added.ended.by)?.delete(fact.id);
  }

  find(key: string, id: string): LiveFact | undefined {
    return this.#keys.get(key)?.find(id);
  }

  /** The facts of a key that were added last, oldest first. */
  latest(key: string, count: number): readonly LiveFact[] {
    return this.#keys.get(key)?.latest(count) ?? [];
  }

  /** All facts of a key, oldest first: for an ending of all of them. */
  all(key: string): readonly LiveFact[] {
    return this.latest(key, Number.POSITIVE_INFINITY);
  }

  /**
   * The facts of a key that a value is compared with, oldest first: the {@link comparedFacts}
   * latest, and older ones with the same value.
   */
  near(key: string, value: ComparedValue): readonly LiveFact[] {
    return this.#keys.get(key)?.near(value.plain) ?? [];
  }

  /** Whether a fact of a key has this value, ignoring case, accents, articles and punctuation. */
  has(key: string, value: string): boolean {
    return this.#keys.get(key)?.has(plainValue(value)) === true;
  }

  /**
   * The first fact of a key that was said after a time. If several have the same time, the one that
   * was added first.
   */
  firstAfter(key: string, saidAt: string): LiveFact | undefined {
    return this.#keys.get(key)?.firstAfter(saidAt);
  }

  /** The facts that a record ended, in the order added. */
  endedBy(id: string): readonly LiveFact[] {
    return [...(this.#endedBy.get(id)?.values() ?? [])];
  }
}

class FactsOfKey {
  /** In the order added; `undefined` if a fact was removed. */
  #ordered: (LiveFact | undefined)[] = [];
  readonly #places = new Map<string, number>();
  readonly #byValue = new Map<string, Map<string, LiveFact>>();
  readonly #byTime = new Map<string, Map<string, LiveFact>>();
  /** The times of the facts, in order. */
  readonly #times: string[] = [];

  add(fact: LiveFact): void {
    this.remove(fact.id);
    this.#places.set(fact.id, this.#ordered.length);
    this.#ordered.push(fact);
    put(this.#byValue, fact.compared.plain, fact);
    if (!this.#byTime.has(fact.saidAt)) this.#times.splice(this.#firstTimeAfter(fact.saidAt), 0, fact.saidAt);
    put(this.#byTime, fact.saidAt, fact);
  }

  remove(id: string): LiveFact | undefined {
    const fact = this.find(id);
    if (fact === undefined) return undefined;
    this.#ordered[this.#places.get(id)!] = undefined;
    this.#places.delete(id);
    drop(this.#byValue, fact.compared.plain, id);
    drop(this.#byTime, fact.saidAt, id);
    if (!this.#byTime.has(fact.saidAt)) this.#times.splice(this.#firstTimeAfter(fact.saidAt) - 1, 1);
    if (this.#ordered.length > 2 * this.#places.size + 16) this.#close();
    return fact;
  }

  find(id: string): LiveFact | undefined {
    const place = this.#places.get(id);
    return place === undefined ? undefined : this.#ordered[place];
  }

  latest(count: number): LiveFact[] {
    const found: LiveFact[] = [];
    for (let place = this.#ordered.length - 1; place >= 0 && found.length < count; place--) {
      const fact = this.#ordered[place];
      if (fact !== undefined) found.push(fact);
    }
    return found.reverse();
  }

  near(plain: string): LiveFact[] {
    const latest = this.latest(comparedFacts);
    if (latest.length === this.#places.size) return latest;
    const among = new Set(latest);
    const older = [...(this.#byValue.get(plain)?.values() ?? [])].filter((fact) => !among.has(fact));
    return [...older, ...latest];
  }

  has(plain: string): boolean {
    return this.#byValue.has(plain);
  }

  firstAfter(saidAt: string): LiveFact | undefined {
    const time = this.#times[this.#firstTimeAfter(saidAt)];
    return time === undefined ? undefined : this.#byTime.get(time)?.values().next().value;
  }

  /** Index of the first time after another one, by binary search. */
  #firstTimeAfter(saidAt: string): number {
    let [low, high] = [0, this.#times.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#times[middle]! <= saidAt) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Removes the gaps of removed facts, so that `latest` stays fast. */
  #close(): void {
    this.#ordered = this.#ordered.filter((fact) => fact !== undefined);
    this.#ordered.forEach((fact, place) => {
      this.#places.set(fact!.id, place);
    });
  }
}

function put(groups: Map<string, Map<string, LiveFact>>, name: string, fact: LiveFact): void {
  const group = groups.get(name);
  if (group === undefined) groups.set(name, new Map([[fact.id, fact]]));
  else group.set(fact.id, fact);
}

function drop(groups: Map<string, Map<string, LiveFact>>, name: string, id: string): void {
  const group = groups.get(name);
  group?.delete(id);
  if (group?.size === 0) groups.delete(name);
}
