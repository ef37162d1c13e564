/**
 * The part of a store that one call sees: its scopes, its passages with their ordinals, and the
 * scope that the call writes to.
 */

import { canonicalScope, type Scope } from "../../../contract/scope.js";
import type { Criteria, Neighbour, StoredPassage, Visibility } from "../../store.js";
import type { PassageSubset } from "../keywords/word-postings.js";
import type { VisiblePassageCache, VisiblePassages } from "../passages/visible-passages.js";
import type { PassageTable } from "../tables/passage-table.js";
import { noScope, type ScopeTable } from "../tables/scope-table.js";
import type { VisibleCriteria } from "./criteria.js";
import type { PassageSet } from "./passage-set.js";
import type { Prefiltered } from "./prefilter.js";

/** The tables that a view reads. */
export interface ViewTables {
  readonly passages: PassageTable;
  readonly scopes: ScopeTable;
  readonly visiblePassages: VisiblePassageCache;
}

/** The part of a store that one call sees. */
export class ScopeView {
  /** The labels of the call; null if it has none. */
  readonly scope: Scope | null;
  readonly #tables: ViewTables;
  readonly #visibility: Visibility;
  readonly #name: string;
  /**
   * Kept while the view exists, so that an ordinal means the same passage throughout a call, even
   * if passages are erased meanwhile.
   */
  #visible: VisiblePassages | undefined;
  #isWhole = false;

  constructor(tables: ViewTables, visibility: Visibility) {
    this.#tables = tables;
    this.#visibility = visibility;
    this.scope = visibility === "everything" ? null : visibility.scope;
    this.#name =
      visibility === "everything"
        ? ""
        : `${visibility.includeUnscoped === true} ${canonicalScope(visibility.scope ?? {})}`;
  }

  /**
   * Returns the numbers of the visible scopes, at least one; `undefined` if every scope is visible.
   * Call it inside a read transaction.
   */
  scopes(): readonly number[] | undefined {
    if (this.#visibility === "everything") return undefined;
    const { scope, includeUnscoped = false } = this.#visibility;
    if (scope === null) return [noScope];
    const including = this.#tables.scopes.including(scope);
    if (includeUnscoped) return [noScope, ...including];
    return including.length === 0 ? [noSuchScope] : including;
  }

  /**
   * Returns the number of the scope that the call writes to; `undefined` if nothing was saved under
   * it yet. Call it inside a read transaction.
   */
  scopeNumber(): number | undefined {
    return this.#tables.scopes.exact(this.scope);
  }

  /**
   * Returns the same number, and creates the scope if needed. Call it inside a write transaction.
   */
  ensureScopeNumber(): number {
    return this.#tables.scopes.ensure(this.scope);
  }

  criteria(criteria: Criteria): VisibleCriteria {
    return { scopes: this.scopes(), ...criteria };
  }

  /**
   * Returns the visible passages; `undefined` if every passage is visible and its ordinal is its
   * number. Call it inside a read transaction.
   */
  passages(): VisiblePassages | undefined {
    const scopes = this.scopes();
    if (scopes === undefined || this.#isWhole) return undefined;
    if (this.#visible !== undefined) {
      this.#tables.visiblePassages.extend(this.#visible, scopes);
      return this.#visible;
    }
    this.#isWhole = scopes[0] === noScope && !this.#tables.scopes.any();
    if (this.#isWhole) return undefined;
    this.#visible = this.#tables.visiblePassages.of(this.#name, scopes);
    return this.#visible;
  }

  /**
   * Returns the ordinals of passages: the numbers by which the port names them. Call it inside a
   * read transaction.
   */
  ordinals(passages: readonly number[]): readonly number[] {
    const visible = this.passages();
    return visible === undefined ? passages : passages.flatMap((passage) => visible.ordinalOf(passage) ?? []);
  }

  /**
   * Returns the passages that a keyword search is limited to; `undefined` if it is not limited.
   * Call it inside a read transaction.
   */
  subset(): PassageSubset | undefined {
    const visible = this.passages();
    if (visible === undefined) return undefined;
    const matching = (passages: number[], max: number) => (passages.length > max ? undefined : passages);
    const sureIn = (set: PassageSet) => set.and(visible.set()).size;
    return { passages: visible.shortList ?? visible.set(), matching, sureIn };
  }

  /** Replaces passage numbers by ordinals. Call it inside a read transaction. */
  neighbours(found: Neighbour[]): Neighbour[] {
    const visible = this.passages();
    if (visible === undefined) return found;
    return found.map(({ passage, similarity }) => ({ passage: visible.ordinalOf(passage)!, similarity }));
  }

  /**
   * Returns the passage numbers of ordinals; `undefined` for an ordinal without a passage. Call it
   * inside a read transaction.
   */
  passagesAt(ordinals: readonly number[]): readonly (number | undefined)[] {
    const visible = this.passages();
    if (visible !== undefined) return ordinals.map((place) => visible.passageAt(place));
    // Another call has saved something under a scope since this one began: numbers above the last
    // known passage may belong to that scope.
    const wasWhole = this.#isWhole && this.#tables.scopes.any();
    return wasWhole ? this.#tables.passages.ofScope(ordinals, noScope) : ordinals;
  }

  /** Returns passages with their ordinals as ids. Call it inside a read transaction. */
  renumbered(passages: readonly StoredPassage[]): StoredPassage[] {
    const visible = this.passages();
    if (visible === undefined) return [...passages];
    return passages.map((passage) => visible.renumber(passage));
  }
}

/** A number that no scope has: scope numbers begin at 1. */
const noSuchScope = -1;

/** Returns the passages that remain with narrow criteria, for a keyword search. */
export function subsetOf({ set, shortList, matching, unsure }: Prefiltered): PassageSubset {
  const sureIn = (other: PassageSet) => {
    const both = other.and(set);
    return unsure === undefined ? both.size : both.size - both.and(unsure).size;
  };
  return { passages: shortList ?? set, matching, sureIn };
}
