/**
 * Caches the results of recent look-ups with the state of the store. A save at the same state need
 * not repeat the look-ups: every write of records changes the end of the audit trail, which is part
 * of the state.
 */
import { factKey } from "../../shared/names.js";
import type { Change, FactKey, Known, KnownRequest } from "../../store.js";
import type { StoreRow } from "../database/store-row.js";

/**
 * Maximum number of look-ups that are cached per store. A service has some tens of calls in
 * progress on all its stores.
 */
const maxLookups = 16;

/** A state of a store, and the part of it that a call sees. */
export interface SeenState {
  readonly row: StoreRow;
  /** Names the part. */
  readonly part: string;
}

interface Lookup {
  readonly state: string;
  readonly seen: SeenState;
  /** The time that the facts were current at. */
  readonly now: string | undefined;
  /** The ids of the current records of each fact that was asked for. */
  readonly facts: ReadonlyMap<string, ReadonlySet<string>>;
  /** For each digest that was looked up, whether a passage with it has a current record. */
  readonly digests: ReadonlyMap<string, boolean>;
}

/** The last look-ups of one store. */
export class KnownStates {
  #lookups: readonly Lookup[] = [];

  add(
    { facts = [], digests = [], now }: KnownRequest,
    known: Pick<Known, "facts" | "passages">,
    seen: SeenState,
  ): void {
    const ids = new Map<string, Set<string>>(facts.map((fact) => [factName(fact), new Set()]));
    for (const { id, entity, property } of known.facts)
      ids.get(factName({ entity: entity ?? "", property: property ?? "" }))?.add(id);
    const stored = new Set(known.passages.map(({ digest }) => digest));
    const found = new Map(digests.map((digest) => [digest, stored.has(digest)]));
    const lookup = { state: stateOf(seen), seen, now, facts: ids, digests: found };
    this.#lookups = [lookup, ...this.#lookups.slice(0, maxLookups - 1)];
  }

  /**
   * Returns whether the facts that a change relies on are unchanged; `undefined` if they must be
   * looked up.
   *
   * @param seen with the row of the store, which is locked
   */
  isAsExpected(change: Change, seen: SeenState): boolean | undefined {
    const state = stateOf(seen);
    const covering = this.#lookups.find((lookup) => lookup.state === state && covers(lookup, change));
    return covering && supports(covering, change);
  }

  /**
   * Returns the row of the store in the newest known state in which the facts are as a change
   * expects them; `undefined` if there is none. The store may have changed since.
   *
   * @param part the part of the store that the call sees
   */
  expectedState(change: Change, part: string): StoreRow | undefined {
    return this.#lookups.find(
      (lookup) => lookup.seen.part === part && covers(lookup, change) && supports(lookup, change),
    )?.seen.row;
  }

  clear(): void {
    this.#lookups = [];
  }
}

/** Returns true if a look-up has all that a change relies on. */
function covers({ now, facts, digests }: Lookup, { at, expects }: Change): boolean {
  return (
    now === at &&
    expects.facts.every((fact) => facts.has(factName(fact))) &&
    expects.absentDigests.every((digest) => digests.has(digest))
  );
}

/** Returns true if what a look-up found is what a change relies on. */
function supports({ facts, digests }: Lookup, { expects }: Change): boolean {
  return (
    expects.facts.every((fact) => areSame([...facts.get(factName(fact))!], fact.recordIds)) &&
    expects.absentDigests.every((digest) => !digests.get(digest)!)
  );
}

/** Returns true if both lists have the same ids. @param found each once */
export function areSame(found: readonly string[], expected: readonly string[]): boolean {
  return found.length === new Set(expected).size && found.every((id) => expected.includes(id));
}

function factName({ entity, property }: FactKey): string {
  return JSON.stringify([factKey(entity), factKey(property)]);
}

/**
 * Identifies a state. The numbers are included because an unfinished copy gets rows without a
 * change of the audit trail.
 */
function stateOf({ row, part }: SeenState): string {
  const { salt, audit_seq, audit_hash, edits, erasures, last_record, last_passage, copying } = row;
  return JSON.stringify([
    part,
    salt,
    audit_seq,
    audit_hash,
    edits,
    erasures,
    last_record,
    last_passage,
    copying,
  ]);
}
