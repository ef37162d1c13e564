/** The searches of the port, for one view of a store. */
import { nextTurn } from "../../async/next-turn.js";
import { fileWord } from "../../text/words.js";
import type {
  Corpus,
  Criteria,
  Neighbour,
  Posting,
  RecentNeighbour,
  RecentOptions,
  Store,
  StoreStatistics,
} from "../store.js";
import type { Connection } from "./database/connection.js";
import { inTurns } from "./database/in-turns.js";
import { byScopes, criteriaSql } from "./filters/criteria.js";
import { factsAbout, recordsAbout } from "./filters/facts-about.js";
import { type NewestRequest, newestPassages, overlapsPeriod } from "./filters/newest-passages.js";
import { PrefilterCache } from "./filters/prefilter-cache.js";
import { rulesRequest } from "./filters/rules-request.js";
import { type ScopeView, subsetOf } from "./filters/scope-view.js";
import { factKeys } from "./tables/record-table.js";
import type { Tables } from "./tables/tables.js";

/** The tables and indexes that searches use. */
export type SearchTables = Pick<
  Tables,
  "fileVectors" | "keywords" | "names" | "prefilter" | "records" | "scopes" | "usage" | "vectors"
>;

export interface SearchParts {
  readonly connection: Connection;
  readonly tables: SearchTables;
  readonly view: ScopeView;
}

/** From so many passages on, a search takes milliseconds. */
const largeFrom = 65_536;

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

  statistics(): Promise<Readonly<Record<Corpus, StoreStatistics>>> {
    return this.#read("count passages", ({ usage, scopes }) => {
      const visible = this.#view.scopes();
      return visible === undefined ? usage.statistics() : scopes.statistics(visible);
    });
  }

  async nearest(vector: Float32Array, options: Parameters<Store["nearest"]>[1]): Promise<Neighbour[]> {
    await turnIfLarge(this.#tables);
    const prefiltered = await this.#prefilterCache.of(options.scope);
    return this.#read("search", ({ vectors, fileVectors }) => {
      const index = options.scope.corpus === "files" ? fileVectors : vectors;
      const found = index.nearest(vector, {
        limit: options.limit,
        criteria: this.#view.criteria(options.scope),
        prefiltered,
        subset: this.#view.passages(),
      });
      return this.#view.neighbours(found);
    });
  }

  nearestRecent(
    wanted: readonly Float32Array[],
    { limit, minSimilarity, now }: RecentOptions,
  ): Promise<RecentNeighbour[][]> {
    const at = Date.parse(now);
    return this.#read("find recent passages", ({ vectors, records }) =>
      wanted.map((vector) => {
        const near = vectors
          .nearestRecent(vector, limit, this.#view.passages())
          .filter(({ similarity }) => similarity >= minSimilarity);
        const shown = this.#view.neighbours(near);
        return near.map(({ passage }, nth) => ({
          passage: shown[nth]!.passage,
          records: records.brief(passage, at),
        }));
      }),
    );
  }

  similarities(wanted: readonly Float32Array[], passages: readonly number[]): Promise<Float32Array[]> {
    return this.#read("compare", ({ vectors, fileVectors }) => {
      const ids = this.#view.passagesAt(passages).map((id) => id ?? 0);
      const said = vectors.similarities(wanted, ids);
      if (!said.some((cosines) => cosines.some(Number.isNaN))) return said;
      const filed = fileVectors.similarities(wanted, ids);
      return said.map((cosines, at) =>
        cosines.map((cosine, index) => (Number.isNaN(cosine) ? filed[at]![index]! || 0 : cosine)),
      );
    });
  }

  async matching(
    words: readonly string[],
    { limit, scope }: { readonly limit: number; readonly scope: Criteria },
  ): Promise<Posting[]> {
    const indexed = scope.corpus === "files" ? fileWord : (word: string) => word;
    const prefiltered = await this.#prefilterCache.of(scope);
    const view = this.#view;
    return this.#inTurns("search", function* ({ keywords }) {
      const subset = prefiltered === undefined ? view.subset() : subsetOf(prefiltered);
      const postings = yield* keywords.postings(words.map(indexed), limit, subset);
      return postings.map((posting, at) => ({
        ...posting,
        word: words[at]!,
        passages: view.ordinals(posting.passages),
      }));
    });
  }

  during(
    from: string,
    to: string,
    { limit, scope, entities }: Parameters<Store["during"]>[2],
  ): Promise<number[]> {
    const span = { from: Date.parse(from), to: Date.parse(to) };
    if (entities === undefined)
      return this.#newest(scope, () => ({ conditions: overlapsPeriod, parameters: span, limit }));
    const { conditions, parameters } = recordsAbout(factKeys(entities), "episodic");
    return this.#newest(scope, () => ({
      conditions: conditions.map(
        (condition) => `${condition} and r.occurred_at >= @from and r.occurred_at < @to`,
      ),
      parameters: { ...parameters, ...span },
      limit,
    }));
  }

  about(
    entities: readonly string[],
    { limit, scope, isProperty }: Parameters<Store["about"]>[1],
  ): Promise<number[]> {
    const keys = factKeys(entities);
    // By property where properties are asked for: without this SQLite reads all facts of the entity,
    // newest first. The index of current facts leaves out the thousand former homes of somebody who
    // moves often.
    const isCurrent = scope.asOf === undefined && scope.includeSuperseded !== true;
    const byFact = isCurrent ? "records_current_by_fact" : "records_by_fact";
    const index = isProperty === undefined ? {} : { index: byFact };
    return this.#newest(scope, () => {
      const scopes = this.#view.scopes();
      return { ...factsAbout(this.#connection, { keys, isProperty, scopes }), ...index, limit };
    });
  }

  rules({ limit, scope, byUser }: Parameters<Store["rules"]>[0]): Promise<number[]> {
    return this.#newest(scope, () => ({ ...rulesRequest(byUser), parameters: {}, limit }));
  }

  onPage(
    page: number,
    { limit, scope }: { readonly limit: number; readonly scope: Criteria },
  ): Promise<number[]> {
    return this.#read("search", () => {
      const criteria = this.#view.criteria(scope);
      const { matches, parameters } = criteriaSql(criteria);
      const passages = this.#connection
        .column<[object], number>(
          `select p.id from passages p where ${byScopes(criteria.scopes, "p")} and p.page = @page
           and exists (select 1 from records r where r.passage = p.id and ${matches}) order by p.id limit @limit`,
        )
        .all({ ...parameters, page, limit });
      return [...this.#view.ordinals(passages)];
    });
  }

  async names(
    beginning: string,
    { limit, scope }: { readonly limit: number; readonly scope: Criteria },
  ): Promise<string[]> {
    const prefiltered = await this.#prefilterCache.of(scope);
    return this.#read("look up names", ({ names }) => {
      const few = prefiltered?.shortList ?? this.#view.passages()?.shortList;
      return names.withPrefix(beginning, { limit, criteria: this.#view.criteria(scope), few });
    });
  }

  async #newest(scope: Criteria, request: () => Omit<NewestRequest, "criteria" | "few">): Promise<number[]> {
    const few = (await this.#prefilterCache.of(scope))?.shortList;
    return this.#read("search", () => {
      const criteria = this.#view.criteria(scope);
      const passages = newestPassages(this.#connection, { ...request(), criteria, few });
      return [...this.#view.ordinals(passages)];
    });
  }

  #read<Result>(action: string, work: (tables: SearchTables) => Result): Promise<Result> {
    return this.#connection.read(action, () => work(this.#tables));
  }

  #inTurns<Result>(
    action: string,
    steps: (tables: SearchTables) => Generator<undefined, Result>,
  ): Promise<Result> {
    return inTurns(this.#connection, action, steps(this.#tables));
  }
}

/**
 * Gives other tasks a turn before a long part of a search, if the store is so large that the part
 * takes milliseconds.
 */
export async function turnIfLarge({ vectors }: Pick<Tables, "vectors">): Promise<void> {
  if (vectors.last > largeFrom) await nextTurn();
}
