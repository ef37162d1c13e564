/**
 * Caches passages of a store, and which passages have a record that is true now. A recall reads
 * some 300 passages in full, and asks of 250 whether they have such a record.
 *
 * The cache is valid for one value of `stores.edits`, which changes with every write, on any host,
 * that ends or erases a record or changes a stored passage. New passages change nothing that is
 * cached. It has only passages that were read with plain criteria (what is true now), and none with
 * a record that will end or expire.
 */
import type { Criteria, StoredPassage } from "../../../store.js";
import type { StoreRow } from "../../database/store-row.js";
import type { VisibleScopes } from "../criteria.js";

/** Maximum cached passages of one store, and of all stores of a process together. */
const maxPassages = 16_384;
const maxInProcess = 65_536;
/**
 * Maximum number of cached numbers of passages with a record that is true now, and of those without
 * one. Above it, the cache starts empty again.
 */
const maxMatching = 262_144;

/** Number of requests for rules whose answers are cached: a few for each part of the store. */
const maxRuleRequests = 256;

interface Rules {
  readonly lastRule: number;
  readonly passages: readonly number[];
}

/** A passage, under its own number, and the scope that it belongs to. */
export interface ScopedPassage {
  readonly passage: StoredPassage;
  readonly scope: number;
}

/** Returns true for criteria whose answers are cached. */
export function isPlain({ asOf, includeSuperseded, types, filter }: Criteria): boolean {
  return asOf === undefined && includeSuperseded !== true && types === undefined && filter === undefined;
}

/** What is cached for one value of `edits`. */
export class CachedPassages {
  readonly #salt: string;
  readonly #edits: number;
  readonly #passages = new Map<number, ScopedPassage>();
  readonly #matching = new Set<number>();
  /** For each passage without a record that is still true: the time when its last record ended. */
  readonly #ended = new Map<number, number>();
  /** Answers to requests for rules. */
  readonly #rules = new Map<string, Rules>();

  constructor({ salt, edits }: StoreRow) {
    this.#salt = salt;
    this.#edits = edits;
  }

  get size(): number {
    return this.#passages.size;
  }

  isOf({ salt, edits }: StoreRow): boolean {
    return this.#salt === salt && this.#edits === edits;
  }

  /** Returns true if these are of a later state of the same store. */
  isAfter({ salt, edits }: StoreRow): boolean {
    return this.#salt === salt && this.#edits > edits;
  }

  /** Returns a passage if it is visible and of the corpus. */
  get(id: number, { corpus }: Criteria, scopes: VisibleScopes): StoredPassage | undefined {
    const cached = this.#passages.get(id);
    if (cached === undefined || scopes?.includes(cached.scope) === false) return undefined;
    const { passage } = cached;
    return corpus === undefined || (corpus === "files") === (passage.file !== null) ? passage : undefined;
  }

  /** Caches a passage, unless one of its records will end or expire. */
  add(cached: ScopedPassage): void {
    const { id, records, superseded } = cached.passage;
    const isLasting = [...records, ...superseded].every(
      ({ expires_at, valid_to, superseded_by }) =>
        expires_at === null && (valid_to === null || superseded_by !== null),
    );
    if (!isLasting) return;
    // A full cache is emptied, which costs as much as a cold start.
    if (this.#passages.size >= maxPassages) this.#passages.clear();
    this.#passages.set(id, cached);
  }

  /** Returns true if a passage has a record that is true at any time. */
  hasMatch(id: number): boolean {
    return this.#matching.has(id);
  }

  /**
   * Returns the passages that answered a request for rules; `undefined` if there are newer rules.
   */
  rules(request: string, lastRule: number): readonly number[] | undefined {
    const known = this.#rules.get(request);
    return known?.lastRule === lastRule ? known.passages : undefined;
  }

  addRules(request: string, rules: Rules): void {
    if (this.#rules.size >= maxRuleRequests) this.#rules.clear();
    this.#rules.set(request, rules);
  }

  addMatch(id: number): void {
    if (this.#matching.size >= maxMatching) this.#matching.clear();
    this.#matching.add(id);
  }

  /**
   * Returns true if a passage has no record that is true at a time: none begins to be true later.
   *
   * @param now milliseconds since 1970
   */
  hasEnded(id: number, now: number): boolean {
    return now >= (this.#ended.get(id) ?? Number.POSITIVE_INFINITY);
  }

  addEnded(id: number, now: number): void {
    if (this.#ended.size >= maxMatching) this.#ended.clear();
    this.#ended.set(id, now);
  }
}

/** The caches of this process with their sizes, least recently used first. */
const inProcess = new Map<PassageCache, number>();

/** Caches the passages of one store. */
export class PassageCache {
  #cached: CachedPassages | undefined;

  /** Returns what is cached of a state of the store. */
  of(row: StoreRow): CachedPassages {
    this.#touch();
    const known = this.#cached;
    // A store that was deleted, and made again under the same id, has another salt.
    if (known?.isOf(row) === true) return known;
    const cached = new CachedPassages(row);
    // A transaction that began before the last edit must not replace a newer cache.
    if (known?.isAfter(row) !== true) this.#cached = cached;
    return cached;
  }

  /** Drops everything, after an erasure and when the store is closed. */
  clear(): void {
    this.#cached = undefined;
    inProcess.delete(this);
  }

  /** Drops the caches of the least recently used stores while all caches together are too large. */
  #touch(): void {
    inProcess.delete(this);
    inProcess.set(this, this.#cached?.size ?? 0);
    let total = 0;
    for (const size of inProcess.values()) total += size;
    for (const [cache, size] of inProcess) {
      if (total <= maxInProcess || cache === this) return;
      total -= size;
      cache.clear();
    }
  }
}
