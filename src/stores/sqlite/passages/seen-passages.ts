/**
 * The passages that a call sees, in the order of keeping. The port numbers them by their place here, from 1 on: beside a passage stand those that were kept before and after it
 * among what the call sees, whatever others kept meanwhile, and nothing else has a number. What was forgotten leaves no gap.
 *
 * Few are a list. Of many a set takes a bit a passage, and a count for each 32 of them as soon as places are asked for: 250 KB for a million.
 */
import type { Connection } from "../database/connection.js";
import { PassageSet } from "../filters/passage-set.js";
import type { MetaTable } from "../tables/meta-table.js";

/** Passages up to which each is looked at by itself. */
export const fewUpTo = 4096;
/** What is cached: parts of a store, and passages of all of them. */
const mostCached = { parts: 256, passages: 4_000_000 };
/** New passages up to which all are looked through, where many scopes are seen: asking for each scope takes longer. */
const lookedThrough = 256;
const manyScopes = 16;

export class SeenPassages {
  #list: number[] | undefined = [];
  /** Made when they are no longer few: each set is as long as the whole store. */
  #set: PassageSet | undefined;
  /** The highest passage that was looked at. */
  through = 0;

  get size(): number {
    return this.#list?.length ?? this.#set!.size;
  }

  /** Ascending, where they are few. */
  get few(): readonly number[] | undefined {
    return this.#list;
  }

  set(): PassageSet {
    return this.#set ?? setOf(this.#list!);
  }

  has(passage: number): boolean {
    return this.#list === undefined ? this.#set!.has(passage) : placeIn(this.#list, passage) !== undefined;
  }

  /** Adds passages that are higher than all before. */
  add(passages: readonly number[]): void {
    if (this.#list !== undefined && this.#list.length + passages.length <= fewUpTo) {
      for (const passage of passages) this.#list.push(passage);
      return;
    }
    this.#set ??= setOf(this.#list!);
    this.#list = undefined;
    for (const passage of passages) this.#set.add(passage);
  }

  /** From 1 on; `undefined` for a passage that is not seen. */
  placeOf(passage: number): number | undefined {
    if (this.#list !== undefined) return placeIn(this.#list, passage);
    return this.#set!.has(passage) ? this.#set!.rankOf(passage) : undefined;
  }

  /** The passage at a place, from 1 on. */
  at(place: number): number | undefined {
    return this.#list === undefined ? this.#set!.atRank(place) : this.#list[place - 1];
  }
}

/** Caches which passages the parts of one store have. */
export class SeenTable {
  readonly #connection: Connection;
  readonly #meta: MetaTable;
  readonly #parts = new Map<string, SeenPassages>();
  #seenErasures: string | undefined;

  constructor(connection: Connection, meta: MetaTable) {
    this.#connection = connection;
    this.#meta = meta;
  }

  /** The passages of some scopes. Runs inside a read. @param name of the part, whose scopes only become more */
  of(name: string, scopes: readonly number[]): SeenPassages {
    const erasures = this.#meta.get("erasures");
    if (erasures !== this.#seenErasures) this.#parts.clear();
    this.#seenErasures = erasures;
    const seen = this.#parts.get(name) ?? new SeenPassages();
    this.extend(seen, scopes);
    this.#parts.delete(name);
    this.#parts.set(name, seen);
    this.#makeRoom(seen);
    return seen;
  }

  /** Adds what was kept since. Runs inside a read. */
  extend(seen: SeenPassages, scopes: readonly number[]): void {
    const last = this.#connection.column<[], number>("select coalesce(max(id), 0) from passages").get() ?? 0;
    if (last <= seen.through) return;
    seen.add(this.#between(seen.through, last, scopes));
    seen.through = last;
  }

  #between(after: number, last: number, scopes: readonly number[]): number[] {
    if (scopes.length > manyScopes && last - after <= lookedThrough) {
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

  #makeRoom(kept: SeenPassages): void {
    let passages = 0;
    for (const { size } of this.#parts.values()) passages += size;
    for (const [name, seen] of this.#parts) {
      if (seen === kept) return;
      if (this.#parts.size <= mostCached.parts && passages <= mostCached.passages) return;
      passages -= seen.size;
      this.#parts.delete(name);
    }
  }
}

/** The place of a number in an ascending list, from 1 on. */
function placeIn(list: readonly number[], passage: number): number | undefined {
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
