/** The part of a store that one call sees: which scopes, which passages and by what numbers, and the scope that it writes to. */
import { canonicalScope, type Scope } from "../../../contract/scope.js";
import type { Criteria, Neighbour, StoredPassage, Visibility } from "../../store.js";
import type { Among } from "../keywords/keyword-index.js";
import type { SeenPassages } from "../passages/seen-passages.js";
import { noScope } from "../tables/scope-table.js";
import type { Tables } from "../tables/tables.js";
import type { SeenCriteria } from "./criteria.js";
import type { Picked } from "./picked-passages.js";

/** Passages that were renumbered, for each part that is cached: recall knows a passage that it has read by the object. */
const renumbered = new WeakMap<SeenPassages, WeakMap<StoredPassage, StoredPassage>>();

export class Visible {
  /** The labels of the call; null where it has none. */
  readonly scope: Scope | null;
  readonly #tables: Tables;
  readonly #visibility: Visibility;
  readonly #name: string;
  /** Kept for the life of the call, so that a number means one passage throughout, whatever is forgotten meanwhile. */
  #seen: SeenPassages | undefined;
  #isWhole = false;

  constructor(tables: Tables, visibility: Visibility) {
    this.#tables = tables;
    this.#visibility = visibility;
    this.scope = visibility === "everything" ? null : visibility.scope;
    this.#name =
      visibility === "everything"
        ? ""
        : `${visibility.includeUnscoped === true} ${canonicalScope(visibility.scope ?? {})}`;
  }

  /** Numbers of the scopes that are seen, at least one; `undefined` where everything is. Runs inside a read. */
  scopes(): readonly number[] | undefined {
    if (this.#visibility === "everything") return undefined;
    const { scope, includeUnscoped = false } = this.#visibility;
    if (scope === null) return [noScope];
    const including = this.#tables.scopes.including(scope);
    if (includeUnscoped) return [noScope, ...including];
    return including.length === 0 ? [none] : including;
  }

  /** The scope that is written to; `undefined` where nothing was kept under it yet. Runs inside a read. */
  exact(): number | undefined {
    return this.#tables.scopes.exact(this.scope);
  }

  /** The same, made where there is none. Runs inside a write transaction. */
  ensured(): number {
    return this.#tables.scopes.ensure(this.scope);
  }

  criteria(criteria: Criteria): SeenCriteria {
    return { ...criteria, scopes: this.scopes() };
  }

  /** The passages that are seen; `undefined` where these are all that there are, and go by their own numbers. Runs inside a read. */
  passages(): SeenPassages | undefined {
    const scopes = this.scopes();
    if (scopes === undefined || this.#isWhole) return undefined;
    if (this.#seen !== undefined) {
      this.#tables.seen.extend(this.#seen, scopes);
      return this.#seen;
    }
    this.#isWhole = scopes[0] === noScope && !this.#tables.scopes.any();
    if (this.#isWhole) return undefined;
    this.#seen = this.#tables.seen.of(this.#name, scopes);
    return this.#seen;
  }

  /** Numbers of passages, as the port shows them. Runs inside a read. */
  places(passages: readonly number[]): readonly number[] {
    const seen = this.passages();
    return seen === undefined ? passages : passages.flatMap((passage) => seen.placeOf(passage) ?? []);
  }

  /** What a search for words is kept to; `undefined` where that is nothing. Runs inside a read. */
  among(): Among | undefined {
    const seen = this.passages();
    if (seen === undefined) return undefined;
    const counting = (passages: number[], most: number) => (passages.length > most ? undefined : passages);
    return { passages: seen.few ?? seen.set(), counting };
  }

  /** Passages that were found, as the port shows them. Runs inside a read. */
  neighbours(found: Neighbour[]): Neighbour[] {
    const seen = this.passages();
    if (seen === undefined) return found;
    return found.map(({ passage, similarity }) => ({ passage: seen.placeOf(passage)!, similarity }));
  }

  /** Passages by the numbers that the port showed; `undefined` where there is none. Runs inside a read. */
  at(places: readonly number[]): readonly (number | undefined)[] {
    const seen = this.passages();
    if (seen !== undefined) return places.map((place) => seen.at(place));
    // Somebody has kept something under a scope since the call began: numbers beside the last one may be theirs by now.
    const wasWhole = this.#isWhole && this.#tables.scopes.any();
    return wasWhole ? this.#tables.passages.ofScope(places, noScope) : places;
  }

  /** Passages as the port shows them. Runs inside a read. */
  shown(passages: readonly StoredPassage[]): StoredPassage[] {
    const seen = this.passages();
    if (seen === undefined) return [...passages];
    const known = renumbered.get(seen) ?? new WeakMap<StoredPassage, StoredPassage>();
    renumbered.set(seen, known);
    return passages.map((passage) => {
      const shown = known.get(passage) ?? { ...passage, id: seen.placeOf(passage.id)! };
      known.set(passage, shown);
      return shown;
    });
  }
}

/** The number of no scope at all, where a call sees none: numbers begin at 1. */
const none = -1;

/** What narrow criteria leave, as a search for words takes it. */
export function amongPicked({ set, few, counting }: Picked): Among {
  return { passages: few ?? set, counting };
}
