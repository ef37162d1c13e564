/**
 * Caches the passages that remain with narrow criteria. A recall searches several times with the
 * same criteria, and the passages are the same until the store changes.
 */
import type { Criteria } from "../../store.js";
import type { Connection } from "../database/connection.js";
import { isNarrow } from "./criteria.js";
import type { Prefilter, Prefiltered } from "./prefilter.js";
import type { ScopeView } from "./scope-view.js";

/**
 * Number of entries of the cache. A recall uses a few criteria: for conversations, for files and
 * for rules.
 */
const maxCached = 8;

/** Caches the last results of a {@link Prefilter}. */
export class PrefilterCache {
  readonly #connection: Connection;
  readonly #prefilter: Prefilter;
  readonly #view: ScopeView;
  /**
   * The cached results, by their criteria as JSON. All entries are of the same state of the store.
   */
  readonly #cached = new Map<string, Prefiltered>();
  #state = "";

  constructor(connection: Connection, prefilter: Prefilter, view: ScopeView) {
    this.#connection = connection;
    this.#prefilter = prefilter;
    this.#view = view;
  }

  /**
   * Returns the passages that remain with narrow criteria; `undefined` for other criteria. Run its
   * steps inside one read transaction.
   */
  *of(criteria: Criteria): Generator<undefined, Prefiltered | undefined> {
    if (!isNarrow(criteria)) return undefined;
    this.#dropIfChanged(this.#connection.state());
    const key = JSON.stringify(criteria);
    const cached = this.#cached.get(key);
    if (cached !== undefined) return cached;
    const view = this.#view;
    const prefiltered = yield* this.#prefilter.filter(view.criteria(criteria), view.passages());
    this.#add(key, prefiltered);
    return prefiltered;
  }

  #add(key: string, prefiltered: Prefiltered): void {
    const [oldest] = this.#cached.keys();
    if (oldest !== undefined && this.#cached.size >= maxCached) this.#cached.delete(oldest);
    this.#cached.set(key, prefiltered);
  }

  #dropIfChanged(state: string): void {
    if (state !== this.#state) this.#cached.clear();
    this.#state = state;
  }
}
