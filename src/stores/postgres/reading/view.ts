/** The part of a store that one call sees: its scopes, and the numbers of its passages. */
import type { Corpus, Layout, StoreStatistics, Visibility } from "../../store.js";
import type { StoreRow } from "../database/store-row.js";
import { readStore } from "../database/store-row.js";
import type { Transaction } from "../database/transaction.js";
import type { VisibleScopes } from "./criteria.js";
import { KnownStates } from "./known-states.js";
import { type CachedPassages, PassageCache } from "./passages/passage-cache.js";
import { layoutOf, nameOf, Ordinals, type Part, PartCache } from "./passages/visible-passages.js";
import { PropertyCache } from "./property-cache.js";
import { countAll, labelsOf, scopeNumber, statisticsOf, visibleScopes } from "./scopes.js";
import { SeenEmbedders } from "./seen-embedders.js";
import { type CachedVectors, VectorCache } from "./vectors/vector-cache.js";
import { CommonWords } from "./words/common-words.js";

/** What a process caches of one store. */
export interface StoreCaches {
  readonly parts: PartCache;
  readonly vectors: VectorCache;
  readonly passages: PassageCache;
  readonly known: KnownStates;
  readonly properties: PropertyCache;
  readonly common: CommonWords;
  readonly embedders: SeenEmbedders;
}

/** Returns what a process caches of a store that it has just opened. */
export function newCaches(vectors = new VectorCache()): StoreCaches {
  return {
    parts: new PartCache(),
    vectors,
    passages: new PassageCache(),
    known: new KnownStates(),
    properties: new PropertyCache(),
    common: new CommonWords(),
    embedders: new SeenEmbedders(),
  };
}

/** State that the views of one call share: their numbering does not change during the call. */
export class Numbering {
  readonly visibility: Visibility;
  readonly #caches: StoreCaches;
  #ids: readonly number[] | undefined;
  #isWhole = false;

  constructor(visibility: Visibility, caches: StoreCaches) {
    this.visibility = visibility;
    this.#caches = caches;
  }

  /**
   * Returns true if a passage's ordinal is its number: without scopes they are the same. They stay
   * the same for this call even if another call saves something under a scope meanwhile.
   */
  isWhole(row: StoreRow): boolean {
    const { visibility } = this;
    if (visibility === "everything") return true;
    this.#isWhole ||= visibility.scope === null && row.scopes === 0 && this.#ids === undefined;
    return this.#isWhole;
  }

  async ordinals(tx: Transaction, scopes: VisibleScopes, row: StoreRow): Promise<Ordinals> {
    if (this.isWhole(row)) return new Ordinals(undefined);
    const { ids } = await this.part(tx, scopes, row);
    this.#ids = this.#ids === undefined ? ids : extended(this.#ids, ids);
    return new Ordinals(this.#ids);
  }

  part(tx: Transaction, scopes: VisibleScopes, row: StoreRow): Promise<Part> {
    return this.#caches.parts.read(tx, { visibility: this.visibility, scopes, row });
  }

  passages(row: StoreRow): CachedPassages {
    return this.#caches.passages.of(row);
  }

  vectors(tx: Transaction, row: StoreRow): Promise<CachedVectors | undefined> {
    return this.#caches.vectors.read(tx, row);
  }

  get known(): KnownStates {
    return this.#caches.known;
  }

  get properties(): PropertyCache {
    return this.#caches.properties;
  }

  get common(): CommonWords {
    return this.#caches.common;
  }

  get embedders(): SeenEmbedders {
    return this.#caches.embedders;
  }

  async layout(tx: Transaction, scopes: VisibleScopes, row: StoreRow): Promise<Layout> {
    const ordinals = await this.ordinals(tx, scopes, row);
    const part = await this.part(tx, scopes, row);
    return layoutOf(part, ordinals);
  }
}

/**
 * Keeps the ordinals that a call has used, even if passages were erased, and adds later passages.
 */
function extended(known: readonly number[], ids: readonly number[]): readonly number[] {
  if (known === ids) return ids;
  const last = known.at(-1) ?? 0;
  return [...known, ...ids.filter((id) => id > last)];
}

/** The part of a store that a call sees, in one transaction. */
export interface View {
  readonly tx: Transaction;
  readonly row: StoreRow;
  readonly scopes: VisibleScopes;
  /** The ordinals of the visible passages, read at the first use. */
  readonly ordinals: () => Promise<Ordinals>;
  readonly layout: () => Promise<Layout>;
  /** What is known about all visible passages. */
  readonly part: () => Promise<Part>;
  readonly statistics: () => Promise<Readonly<Record<Corpus, StoreStatistics>>>;
  /** Identifies the visible part of the store. */
  readonly name: string;
  /** Runs a query once in the call: a name has one query. */
  readonly once: <Result>(name: string, query: () => Promise<Result>) => Promise<Result>;
  /** The passages of this state that are cached. */
  readonly passages: CachedPassages;
  /** The vectors of the store, if it is small enough to cache them. */
  readonly vectors: () => Promise<CachedVectors | undefined>;
  /** The results of recent look-ups. */
  readonly known: KnownStates;
  /** The properties of entities. */
  readonly properties: PropertyCache;
  /** Words that are known to be common. */
  readonly common: CommonWords;
  /** Number of the scope that the call writes to; `undefined` if nothing was saved under it. */
  readonly writesTo: () => Promise<number | undefined>;
}

/** Returns the part of a store that a call sees. */
export async function viewOf(
  tx: Transaction,
  numbering: Numbering,
  read: (tx: Transaction) => Promise<StoreRow> = readStore,
): Promise<View> {
  const row = await read(tx);
  tx.planFor(row.last_passage);
  numbering.embedders.see(row);
  const { scopes, counts } = await visibleScopes(tx, numbering.visibility, row);
  let ordinals: Promise<Ordinals> | undefined;
  return {
    tx,
    row,
    scopes,
    ordinals: () => {
      ordinals ??= numbering.ordinals(tx, scopes, row);
      return ordinals;
    },
    layout: () => numbering.layout(tx, scopes, row),
    part: () => numbering.part(tx, scopes, row),
    statistics: async () => statisticsOf(counts ?? (await countAll(tx))),
    name: nameOf(numbering.visibility),
    once: onceEach(),
    passages: numbering.passages(row),
    vectors: () => numbering.vectors(tx, row),
    known: numbering.known,
    properties: numbering.properties,
    common: numbering.common,
    writesTo: () => scopeNumber(tx, labelsOf(numbering.visibility)),
  };
}

function onceEach(): View["once"] {
  const results = new Map<string, Promise<unknown>>();
  return <Result>(name: string, query: () => Promise<Result>) => {
    // A name has one query, so its result has that query's type.
    const result = (results.get(name) as Promise<Result> | undefined) ?? query();
    results.set(name, result);
    return result;
  };
}
