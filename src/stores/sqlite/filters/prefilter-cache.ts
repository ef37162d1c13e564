/**
 * Caches the passages that narrow criteria leave. A recall asks several times with the same
 * criteria, and the passages are the same until the store changes.
 */
import type { Criteria } from "../../store.js";
import type { Connection } from "../database/connection.js";
import { inTurns } from "../database/in-turns.js";
import { isNarrow } from "./criteria.js";
import type { Prefilter, Prefiltered } from "./prefilter.js";
import type { ScopeView } from "./scope-view.js";

/** Entries of the cache. A recall uses a few criteria: of what was said, of files, of rules. */
const maxCached = 8;

export class PrefilterCache {
  readonly #connection: Connection;
  readonly #prefilter: Prefilter;
  readonly #view: ScopeView;
  /** By criteria, as JSON. All entries are of the same state of the store. */
  readonly #cached = new Map<string, Promise<Prefiltered>>();
  #state = "";

  constructor(connection: Connection, prefilter: Prefilter, view: ScopeView) {
    this.#connection = connection;
    this.#prefilter = prefilter;
    this.#view = view;
  }

  /** Returns the passages that criteria leave; `undefined` for criteria that are not narrow. */
  async of(criteria: Criteria): Promise<Prefiltered | undefined> {
    if (!isNarrow(criteria)) return undefined;
    this.#dropIfChanged(await this.#connection.read("search", () => this.#connection.state()));
    const key = JSON.stringify(criteria);
    const cached = this.#cached.get(key);
    if (cached !== undefined) return cached;
    const prefiltered = inTurns(this.#connection, "search", this.#filter(criteria));
    this.#add(key, prefiltered);
    return prefiltered;
  }

  #add(key: string, prefiltered: Promise<Prefiltered>): void {
    const [oldest] = this.#cached.keys();
    if (oldest !== undefined && this.#cached.size >= maxCached) this.#cached.delete(oldest);
    this.#cached.set(key, prefiltered);
    // The caller that awaits it gets the error; the next caller tries again.
    prefiltered.catch(() => {
      if (this.#cached.get(key) === prefiltered) this.#cached.delete(key);
    });
  }

  #dropIfChanged(state: string): void {
    if (state !== this.#state) this.#cached.clear();
    this.#state = state;
  }

  *#filter(criteria: Criteria): Generator<undefined, Prefiltered> {
    return yield* this.#prefilter.filter(this.#view.criteria(criteria), this.#view.passages());
  }
}
