/**
 * Answers the requests of a search, for one view of a store. Run the steps of each answer inside
 * one read transaction; other tasks can run between them.
 */

import { fileWord } from "../../text/words.js";
import { factKeys } from "../shared/names.js";
import type {
  Criteria,
  FactsRequest,
  NamesRequest,
  Neighbour,
  PageRequest,
  Posting,
  SearchAnswer,
  SearchRequest,
  TimeRequest,
  VectorRequest,
  WordsRequest,
} from "../store.js";
import type { Connection } from "./database/connection.js";
import { byScopes, criteriaSql } from "./filters/criteria.js";
import type { EntityProperties } from "./filters/entity-properties.js";
import { factsAbout, recordsAbout } from "./filters/facts-about.js";
import {
  type NewestRequest,
  newestPassages,
  overlapsPeriod,
  rulesRequest,
} from "./filters/newest-passages.js";
import type { Prefilter } from "./filters/prefilter.js";
import { PrefilterCache } from "./filters/prefilter-cache.js";
import { type ScopeView, subsetOf } from "./filters/scope-view.js";
import type { KeywordIndex } from "./keywords/keyword-index.js";
import type { NameTable } from "./tables/name-table.js";
import type { VectorIndex } from "./vectors/vector-index.js";

/** The tables and indexes that searches use. */
export interface SearchTables {
  readonly fileVectors: VectorIndex;
  readonly keywords: KeywordIndex;
  readonly names: NameTable;
  readonly prefilter: Prefilter;
  readonly properties: EntityProperties;
  readonly vectors: VectorIndex;
}

/** The parts that a search uses. */
export interface SearchParts {
  readonly connection: Connection;
  readonly tables: SearchTables;
  readonly view: ScopeView;
}

/** A search of more passages than this takes milliseconds. */
const largeFrom = 65_536;

/** Returns true if a store is so large that a part of a search takes milliseconds. */
export function isLarge({ vectors }: Pick<SearchTables, "vectors">): boolean {
  return vectors.last > largeFrom;
}

/** Answers the requests of a search. */
export class StoreSearch {
  readonly #connection: Connection;
  readonly #tables: SearchTables;
  readonly #view: ScopeView;
  readonly #prefilterCache: PrefilterCache;

  constructor({ connection, tables, view }: SearchParts) {
    this.#connection = connection;
    this.#tables = tables;
    this.#view = view;
    this.#prefilterCache = new PrefilterCache(connection, tables.prefilter, view);
  }

  answer(request: SearchRequest): Generator<undefined, SearchAnswer> {
    switch (request.by) {
      case "words":
        return this.#words(request);
      case "vector":
        return this.#vector(request);
      case "names":
        return this.#names(request);
      case "time":
        return this.#newest(request, () => during(request));
      case "facts":
        return this.#newest(request, () => this.#facts(request));
      case "rules":
        return this.#newest(request, () => ({ parameters: {}, ...rulesRequest(request.byUser) }));
      case "page":
        return this.#page(request);
    }
  }

  *#words({ words, limit, scope }: WordsRequest): Generator<undefined, Posting[]> {
    const indexed = scope.corpus === "files" ? fileWord : (word: string) => word;
    const prefiltered = yield* this.#prefilterCache.of(scope);
    const subset = prefiltered === undefined ? this.#view.subset() : subsetOf(prefiltered);
    const postings = yield* this.#tables.keywords.postings(words.map(indexed), limit, subset);
    return postings.map((posting, at) => ({
      ...posting,
      word: words[at]!,
      passages: this.#view.ordinals(posting.passages),
    }));
  }

  *#vector({ vector, limit, scope, recent }: VectorRequest): Generator<undefined, Neighbour[]> {
    const { vectors, fileVectors } = this.#tables;
    if (recent === true)
      return this.#view.neighbours(vectors.nearestRecent(vector, limit, this.#view.passages()));
    if (isLarge(this.#tables)) yield;
    const prefiltered = yield* this.#prefilterCache.of(scope);
    const found = (scope.corpus === "files" ? fileVectors : vectors).nearest(vector, {
      limit,
      criteria: this.#view.criteria(scope),
      prefiltered,
      subset: this.#view.passages(),
    });
    return this.#view.neighbours(found);
  }

  *#names({ beginning, limit, scope }: NamesRequest): Generator<undefined, string[]> {
    const prefiltered = yield* this.#prefilterCache.of(scope);
    const few = prefiltered?.shortList ?? this.#view.passages()?.shortList;
    const criteria = this.#view.criteria(scope);
    return this.#tables.names.withPrefix(beginning, { limit, criteria, few, set: prefiltered?.set });
  }

  #facts({ entities, isProperty, scope }: FactsRequest): FoundBy {
    // By property if the request names properties: otherwise SQLite would read all facts of the
    // entity, newest first. The index of current facts excludes superseded values, such as a
    // thousand former homes of somebody who moves often.
    const isCurrent = scope.asOf === undefined && scope.includeSuperseded !== true;
    const byFact = isCurrent ? "records_current_by_fact" : "records_by_fact";
    const asked = { keys: factKeys(entities), isProperty, scopes: this.#view.scopes() };
    const found = factsAbout(this.#tables.properties, asked);
    return isProperty === undefined ? found : { index: byFact, ...found };
  }

  // biome-ignore lint/correctness/useYield: as the other answers, in one step
  *#page({ page, limit, scope }: PageRequest): Generator<undefined, readonly number[]> {
    const criteria = this.#view.criteria(scope);
    const { matches, parameters } = criteriaSql(criteria);
    const passages = this.#connection
      .column<[object], number>(
        `select p.id from passages p where ${byScopes(criteria.scopes, "p")} and p.page = @page
         and exists (select 1 from records r where r.passage = p.id and ${matches}) order by p.id limit cast(@limit as integer)`,
      )
      .all({ ...parameters, page, limit });
    return this.#view.ordinals(passages);
  }

  *#newest(
    { limit, scope }: { readonly limit: number; readonly scope: Criteria },
    found: () => FoundBy,
  ): Generator<undefined, readonly number[]> {
    const prefiltered = yield* this.#prefilterCache.of(scope);
    const criteria = this.#view.criteria(scope);
    const newest = newestPassages(this.#connection, { limit, criteria, prefiltered, ...found() });
    return this.#view.ordinals(newest);
  }
}

/** The conditions by which passages are found. */
type FoundBy = Omit<NewestRequest, "criteria" | "prefiltered" | "limit">;

function during({ from, to, entities }: TimeRequest): FoundBy {
  const span = { from: Date.parse(from), to: Date.parse(to) };
  if (entities === undefined) return { conditions: overlapsPeriod, parameters: span };
  const { conditions, parameters } = recordsAbout(factKeys(entities), "episodic");
  return {
    conditions: conditions.map(
      (condition) => `${condition} and r.occurred_at >= @from and r.occurred_at < @to`,
    ),
    parameters: { ...parameters, ...span },
  };
}
