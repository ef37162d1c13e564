/**
 * Finds the passages that remain with narrow criteria (types, metadata or a moment) before any of
 * them is scored, so that a search finds all ten passages that match a filter among a million.
 *
 * If few passages match one predicate, its index ranges are read. Otherwise the passages of each
 * predicate are cached as a set. A set is built once from the index and extended by later records,
 * which is enough because a predicate's result never changes for a record. A set takes one bit per
 * passage: 125 KB for a million.
 */
import type { Criteria } from "../../store.js";
import type { Connection } from "../database/connection.js";
import { maxShortList, type VisiblePassages } from "../passages/visible-passages.js";
import type { MetaTable } from "../tables/meta-table.js";
import { lastRecord } from "../tables/record-table.js";
import { criteriaSql, type VisibleCriteria } from "./criteria.js";
import { PassageReads, type TimeRange } from "./passage-reads.js";
import { PassageSet } from "./passage-set.js";
import { type AsOfStart, asOfName, endingPredicate, type Predicate, predicatesOf } from "./predicates.js";

/** The passages that remain with narrow criteria. */
export interface Prefiltered {
  readonly set: PassageSet;
  /**
   * The passages in ascending order, if they are few: each of them has a record that matches the
   * criteria. Without it, some passages of `set` may have only records that are no longer true.
   */
  readonly shortList?: readonly number[];
  /**
   * Returns those of the given passages in `set` that have a matching record; `undefined` if there
   * are more than `max`. Call it inside a read transaction.
   */
  readonly matching: (passages: number[], max: number) => number[] | undefined;
  /**
   * Passages with a record that ends or expires: those of them in `set` may not match. Absent if
   * every passage of `set` matches.
   */
  readonly unsure?: PassageSet;
}

/** Conditions of a listing or of an erasure, any of which may leave few records. */
export interface SelectiveConditions extends TimeRange {
  readonly types?: Criteria["types"] | undefined;
  readonly filter?: Criteria["filter"] | undefined;
  readonly subset?: VisiblePassages | undefined;
}

/** Work of one step, some 2 ms each: index entries read, and passages whose records are checked. */
const batch = { read: 16_384, checked: 1024 };
/** Number of sets in the cache. */
const maxCached = 32;
/** Number of passages sampled to estimate how many were said by a moment. */
const sampled = 32;

interface CachedPredicate {
  readonly set: PassageSet;
  /** For predicates on the start time: the moment, in milliseconds. */
  readonly asOf?: number | undefined;
  /** The highest record number that the set includes. */
  through: number;
  /**
   * The steps that are left until the set is complete. Every search that needs the set runs some of
   * them.
   */
  building: Generator<undefined, undefined> | undefined;
}

/** Finds and caches the passages of predicates. */
export class Prefilter {
  readonly #connection: Connection;
  readonly #reads: PassageReads;
  readonly #meta: MetaTable;
  readonly #maxShortList: number;
  readonly #cache = new Map<string, CachedPredicate>();
  #lastErasures: string | undefined;
  #lastVersion = -1;

  /** @param maxLength maximum length of a short list */
  constructor(connection: Connection, meta: MetaTable, maxLength = maxShortList) {
    this.#connection = connection;
    this.#reads = new PassageReads(connection);
    this.#meta = meta;
    this.#maxShortList = maxLength;
  }

  /**
   * Returns the visible passages that remain with narrow criteria. Run each step inside a read
   * transaction.
   */
  *filter(criteria: VisibleCriteria, subset?: VisiblePassages): Generator<undefined, Prefiltered> {
    this.#dropStale();
    const predicates = this.#predicatesOf(criteria);
    const shortList = this.#shortest(predicates, subset?.shortList);
    if (shortList !== undefined) return yield* this.#prefiltered(shortList, criteria);
    const sets: PassageSet[] = [];
    for (const predicate of predicates) sets.push(yield* this.#setOf(predicate));
    if (subset !== undefined) sets.push(subset.set());
    const set = sets.reduce((one, other) => one.and(other));
    if (set.size <= this.#maxShortList) return yield* this.#prefiltered(set.numbers(), criteria);
    const ending = yield* this.#setOf(endingPredicate);
    const matching = (passages: number[], max: number) => this.#matching(passages, { max, ending, criteria });
    return { set, matching, unsure: ending };
  }

  /** Drops the set of passages with ending records. Call it after a write that ends records. */
  dropEnding(): void {
    this.#cache.delete(endingPredicate.name);
  }

  /**
   * Returns the passages that may have a record of some types, metadata and times, if one of these
   * conditions leaves few. Call it inside a read transaction.
   */
  shortList({ types, filter, subset, ...times }: SelectiveConditions): readonly number[] | undefined {
    const criteria = { ...(types && { types }), ...(filter && { filter }) };
    const shortList = this.#shortest(predicatesOf(criteria), subset?.shortList);
    return (
      shortList ??
      (times.from === null && times.until === null
        ? undefined
        : this.#reads.between(times, this.#maxShortList))
    );
  }

  #predicatesOf(criteria: Criteria): Predicate[] {
    return predicatesOf(
      criteria,
      criteria.asOf === undefined ? undefined : this.#asOfStart(Date.parse(criteria.asOf)),
    );
  }

  #shortest(predicates: readonly Predicate[], shortList?: readonly number[]): readonly number[] | undefined {
    let shortest = shortList;
    for (const predicate of predicates) {
      const found = this.#shortListOf(predicate, shortest?.length ?? this.#maxShortList);
      if (found !== undefined) shortest = found;
    }
    return shortest;
  }

  /** Returns the passages of a predicate, if there are at most `max`. */
  #shortListOf({ name, start, ranges }: Predicate, max: number): number[] | undefined {
    if (start !== "none" || this.#cache.has(name)) return undefined;
    const found = new Set<number>();
    for (const range of ranges) {
      for (const passage of this.#reads.range(range, { after: 0, count: max + 1 })) found.add(passage);
      if (found.size > max) return undefined;
    }
    return [...found].sort((one, other) => one - other);
  }

  /** Returns those passages that have a record which matches the criteria. */
  *#prefiltered(passages: readonly number[], criteria: VisibleCriteria): Generator<undefined, Prefiltered> {
    const { matches, parameters } = criteriaSql(criteria);
    const shortList: number[] = [];
    for (let from = 0; from < passages.length; from += batch.checked) {
      if (from > 0) yield;
      shortList.push(
        ...this.#reads.withRecord(passages.slice(from, from + batch.checked), matches, parameters),
      );
    }
    const set = new PassageSet(shortList.at(-1) ?? 0);
    for (const passage of shortList) set.add(passage);
    return { set, shortList, matching: (found, max) => (found.length > max ? undefined : found) };
  }

  /** Looks up only passages with a record that ends or expires: all others match. */
  #matching(
    passages: number[],
    {
      max,
      ending,
      criteria,
    }: { readonly max: number; readonly ending: PassageSet; readonly criteria: VisibleCriteria },
  ): number[] | undefined {
    const unsure = passages.filter((passage) => ending.has(passage));
    if (passages.length - unsure.length > max) return undefined;
    const { matches, parameters } = criteriaSql(criteria);
    const still = new Set(this.#reads.withRecord(unsure, matches, parameters));
    const matching = passages.filter((passage) => !ending.has(passage) || still.has(passage));
    return matching.length > max ? undefined : matching;
  }

  *#setOf(predicate: Predicate): Generator<undefined, PassageSet> {
    const cached = this.#cache.get(predicate.name) ?? this.#startBuilding(predicate);
    this.#cache.delete(predicate.name);
    this.#cache.set(predicate.name, cached);
    while (cached.building !== undefined) {
      // If another search failed in between, its generator is over: the build starts again.
      if (cached.building.next().done === true && cached.building !== undefined)
        cached.building = this.#build(cached, predicate);
      yield;
    }
    yield* this.#extend(cached, predicate);
    return cached.set;
  }

  #startBuilding(predicate: Predicate): CachedPredicate {
    const [oldest] = this.#cache.keys();
    if (oldest !== undefined && this.#cache.size >= maxCached) this.#cache.delete(oldest);
    const cached = this.#newEntry(predicate);
    cached.building = this.#build(cached, predicate);
    return cached;
  }

  #newEntry({ start, asOf }: Predicate): CachedPredicate {
    const rest = { asOf, building: undefined };
    const base = typeof start === "string" ? undefined : this.#cache.get(start.predicate);
    if (base !== undefined) return { set: base.set.copy(), through: base.through, ...rest };
    const set = start === "all" ? PassageSet.upTo(this.#lastPassage()) : new PassageSet(0);
    return { set, through: lastRecord(this.#connection), ...rest };
  }

  *#build(
    cached: CachedPredicate,
    { start, ranges, restored = [], checked, ...predicate }: Predicate,
  ): Generator<undefined, undefined> {
    const { set } = cached;
    for (const range of ranges)
      for (const passages of this.#reads.inBatches(range, checked ? batch.checked : batch.read)) {
        if (start === "all") for (const passage of passages) set.remove(passage);
        const added = checked
          ? this.#reads.withRecord(passages, predicate.condition, predicate.parameters)
          : passages;
        if (checked || start !== "all") for (const passage of added) set.add(passage);
        yield;
      }
    for (const range of restored)
      for (const passages of this.#reads.inBatches(range, batch.read)) {
        for (const passage of passages) set.add(passage);
        yield;
      }
    cached.building = undefined;
  }

  /** Adds the passages of records that were saved since. */
  *#extend(cached: CachedPredicate, { condition, parameters }: Predicate): Generator<undefined, undefined> {
    const since = this.#connection.column<[object], number>(
      `select r.passage from records r where r.id > @through and r.id <= @upTo and ${condition}`,
    );
    for (const last = lastRecord(this.#connection); cached.through < last; ) {
      const { through } = cached;
      const upTo = Math.min(last, through + batch.checked);
      for (const passage of since.all({ ...parameters, through, upTo })) cached.set.add(passage);
      cached.through = upTo;
      if (upTo < last) yield;
    }
  }

  #asOfStart(asOf: number): AsOfStart {
    const said = this.#connection.column<[number], number>(
      "select said_at from passages where id >= ? order by id limit 1",
    );
    const last = this.#lastPassage();
    const times = Array.from({ length: sampled }, (_, at) => said.get(Math.floor((last * at) / sampled)));
    const until = (moment: number) => times.filter((time) => time !== undefined && time <= moment).length;
    const before = [...this.#cache.values()].flatMap(({ asOf: cached, building }) =>
      cached !== undefined && cached < asOf && building === undefined ? cached : [],
    );
    const since = before.length === 0 ? undefined : Math.max(...before);
    const isNear = since !== undefined && until(asOf) - until(since) <= sampled / 8;
    return {
      isLate: until(asOf) > sampled / 2,
      ...(isNear && !this.#cache.has(asOfName(asOf)) ? { cachedBefore: since } : {}),
    };
  }

  #lastPassage(): number {
    return this.#connection.column<[], number>("select coalesce(max(id), 0) from passages").get() ?? 0;
  }

  /**
   * Drops sets that may be wrong. SQLite may give the number of an erased record to a new one, so
   * after an erasure the cache cannot know which records it has read. After a write by another
   * process, it cannot know which records end.
   */
  #dropStale(): void {
    const erasures = this.#meta.get("erasures");
    if (erasures !== this.#lastErasures) this.#cache.clear();
    this.#lastErasures = erasures;
    const version = this.#connection.dataVersion();
    if (version !== this.#lastVersion) this.dropEnding();
    this.#lastVersion = version;
  }
}
