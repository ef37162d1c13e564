/**
 * The passages that a call sees, in insertion order. The port names a passage by its ordinal in
 * this list, from 1 on. So the neighbours of a passage are the visible passages that were saved
 * before and after it, whatever others saved in between. Erased passages leave no gap.
 *
 * A few passages are stored as a list. Many passages are stored as a set of one bit per passage,
 * with a count for every 32 passages once an ordinal is needed: 250 KB for a million.
 */
import type { StoredPassage } from "../../store.js";
import type { Connection } from "../database/connection.js";
import { PassageSet } from "../filters/passage-set.js";
import type { MetaTable } from "../tables/meta-table.js";
import type { PassageLayout } from "./passage-layout.js";

/** Maximum length of a list of passages that are processed one by one. */
export const maxShortList = 4096;
/** Cache limits: parts of the store, and passages of all parts together. */
const maxCached = { parts: 256, passages: 4_000_000 };
/**
 * With many visible scopes, up to this many new passages are read in one query and filtered here,
 * because one query per scope takes longer.
 */
const maxNewPassages = 256;
const manyScopes = 16;

/** The passages that the calls of one part of a store see. */
export class VisiblePassages {
  #list: number[] | undefined = [];
  /** Replaces the list when it becomes too long, because a set is as long as the whole store. */
  #set: PassageSet | undefined;
  /** The highest passage that was read. */
  through = 0;
  /** The layout of the passages that `PassageLayouts` has read so far. */
  layout: PassageLayout | undefined;
  /**
   * Copies that have the ordinal as their id. A passage that has not changed always gets the same
   * copy, because callers cache by object what they derive from a passage: a recall in a scope of
   * 2,000 passages takes 15 ms instead of 18. An entry lives as long as the passage in the cache of
   * `passage-reader`.
   */
  readonly #renumbered = new WeakMap<StoredPassage, StoredPassage>();

  get size(): number {
    return this.#list?.length ?? this.#set!.size;
  }

  /** The passages in ascending order, if they are few. */
  get shortList(): readonly number[] | undefined {
    return this.#list;
  }

  set(): PassageSet {
    return this.#set ?? setOf(this.#list!);
  }

  has(passage: number): boolean {
    return this.#list === undefined ? this.#set!.has(passage) : ordinalIn(this.#list, passage) !== undefined;
  }

  /** Adds passages with higher numbers than all before. */
  add(passages: readonly number[]): void {
    if (this.#list !== undefined && this.#list.length + passages.length <= maxShortList) {
      for (const passage of passages) this.#list.push(passage);
      return;
    }
    this.#set ??= setOf(this.#list!);
    this.#list = undefined;
    for (const passage of passages) this.#set.add(passage);
  }

  /** Returns the 1-based ordinal; `undefined` for a passage that is not visible. */
  ordinalOf(passage: number): number | undefined {
    if (this.#list !== undefined) return ordinalIn(this.#list, passage);
    return this.#set!.has(passage) ? this.#set!.rankOf(passage) : undefined;
  }

  /** Returns the passage of a 1-based ordinal. */
  passageAt(ordinal: number): number | undefined {
    return this.#list === undefined ? this.#set!.atRank(ordinal) : this.#list[ordinal - 1];
  }

  /** Returns a visible passage with its ordinal as its id. */
  renumber(passage: StoredPassage): StoredPassage {
    const cached = this.#renumbered.get(passage);
    if (cached !== undefined) return cached;
    const renumbered = { ...passage, id: this.ordinalOf(passage.id)! };
    this.#renumbered.set(passage, renumbered);
    return renumbered;
  }
}

/** Caches the visible passages of the parts of one store. */
export class VisiblePassageCache {
  readonly #connection: Connection;
  readonly #meta: MetaTable;
  readonly #parts = new Map<string, VisiblePassages>();
  #lastErasures: string | undefined;

  constructor(connection: Connection, meta: MetaTable) {
    this.#connection = connection;
    this.#meta = meta;
  }

  /**
   * Returns the passages of the given scopes. Call it inside a read transaction. @param name
   * identifies the part; its scopes may only increase
   */
  of(name: string, scopes: readonly number[]): VisiblePassages {
    const erasures = this.#meta.get("erasures");
    if (erasures !== this.#lastErasures) this.#parts.clear();
    this.#lastErasures = erasures;
    const visible = this.#parts.get(name) ?? new VisiblePassages();
    this.extend(visible, scopes);
    this.#parts.delete(name);
    this.#parts.set(name, visible);
    this.#makeRoom(visible);
    return visible;
  }

  /** Adds the passages that were saved since. Call it inside a read transaction. */
  extend(visible: VisiblePassages, scopes: readonly number[]): void {
    const last = this.#connection.column<[], number>("select coalesce(max(id), 0) from passages").get() ?? 0;
    if (last <= visible.through) return;
    visible.add(this.#between(visible.through, last, scopes));
    visible.through = last;
  }

  #between(after: number, last: number, scopes: readonly number[]): number[] {
    if (scopes.length > manyScopes && last - after <= maxNewPassages) {
      const wanted = new Set(scopes);
      return this.#connection
        .tuples<[object], [id: number, scope: number]>(
          "select id, scope from passages where id > @after and id <= @last order by id",
        )
        .all({ after, last })
        .flatMap(([id, scope]) => (wanted.has(scope) ? id : []));
    }
    const of = this.#connection.column<[object], number>(
      "select id from passages where scope = @scope and id > @after and id <= @last order by id",
    );
    const found = scopes.map((scope) => of.all({ scope, after, last }));
    return found.length === 1 ? found[0]! : [...Float64Array.from(found.flat()).sort()];
  }

  #makeRoom(kept: VisiblePassages): void {
    let passages = 0;
    for (const { size } of this.#parts.values()) passages += size;
    for (const [name, visible] of this.#parts) {
      if (visible === kept) return;
      if (this.#parts.size <= maxCached.parts && passages <= maxCached.passages) return;
      passages -= visible.size;
      this.#parts.delete(name);
    }
  }
}

/** Returns the 1-based position of a number in an ascending list. */
function ordinalIn(list: readonly number[], passage: number): number | undefined {
  let low = 0;
  for (let high = list.length - 1; low < high; ) {
    const middle = (low + high) >> 1;
    if (list[middle]! < passage) low = middle + 1;
    else high = middle;
  }
  return list[low] === passage ? low + 1 : undefined;
}

function setOf(passages: readonly number[]): PassageSet {
  const set = new PassageSet(passages.at(-1) ?? 0);
  for (const passage of passages) set.add(passage);
  return set;
}
