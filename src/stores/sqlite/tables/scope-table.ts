/**
 * Scopes: each set of labels has a number, which rows of that scope carry; 0 means no scope.
 * Numbers are never reused, so the audit trail of an erased scope identifies nobody. Labels may be
 * personal data: a scope's row is deleted with its last passage.
 *
 *   scopes        number ← {"session":"s1","user":"alice"}, with counts of its passages and words
 *   scope_labels  ["user","alice"] → number                    one row per label
 */
import { canonicalScope, type Scope } from "../../../contract/scope.js";
import { scopeBytes } from "../../formats/sizes.js";
import type { Corpus, StoreStatistics } from "../../store.js";
import type { Connection } from "../database/connection.js";
import { statisticsOf } from "./usage-table.js";

/** The scope number of rows that have no scope. */
export const noScope = 0;

/** Contents of a scope, or changes to them. */
export interface ScopeCounts {
  readonly passages: number;
  readonly words: number;
  readonly filePassages: number;
  readonly fileWords: number;
}

/** Index entries to count per label, to find the rarest of several labels. */
const maxCounted = 1000;
/** Number of entries of the cache. */
const maxCached = 1024;

/** The tables `scopes` and `scope_labels`. */
export class ScopeTable {
  readonly #connection: Connection;
  /** Cache: the numbers of the scopes that include some labels. */
  readonly #including = new Map<string, readonly number[]>();
  #any: boolean | undefined;
  #lastVersion = -1;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Returns true if anything was saved under a scope. */
  any(): boolean {
    this.#refresh();
    if (this.#any !== undefined) return this.#any;
    const any = this.#connection.column<[], number>("select 1 from scopes limit 1").get() !== undefined;
    if (!this.#connection.writing) this.#any = any;
    return any;
  }

  /** Returns the number of exactly these labels; `undefined` if nothing was saved under them. */
  exact(scope: Scope | null): number | undefined {
    return scope === null ? noScope : this.#find(scope);
  }

  #find(scope: Scope): number | undefined {
    return this.#connection
      .column<[string], number>("select id from scopes where labels = ?")
      .get(canonicalScope(scope));
  }

  labelsOf(id: number): Scope | null {
    const labels = this.#connection
      .column<[number], string>("select labels from scopes where id = ?")
      .get(id);
    return labels === undefined ? null : (JSON.parse(labels) as Scope);
  }

  /** Returns the numbers of the scopes that include all of the given labels, ascending. */
  including(scope: Scope): readonly number[] {
    this.#refresh();
    const name = canonicalScope(scope);
    const cached = this.#including.get(name);
    if (cached !== undefined) return cached;
    const found = this.#lookUp(labelsIn(scope));
    // A write may be rolled back, and then another scope gets the number. So nothing is cached
    // during a write.
    if (this.#connection.writing) return found;
    if (this.#including.size >= maxCached) this.#including.clear();
    this.#including.set(name, found);
    return found;
  }

  /**
   * Returns the number of a scope, and creates the scope if needed. Call it inside a write
   * transaction.
   */
  ensure(scope: Scope | null): number {
    if (scope === null) return noScope;
    const known = this.#find(scope);
    if (known !== undefined) return known;
    this.#drop();
    const { lastInsertRowid } = this.#connection
      .statement("insert into scopes (labels) values (?)")
      .run(canonicalScope(scope));
    const id = Number(lastInsertRowid);
    const add = this.#connection.statement("insert into scope_labels (label, scope) values (?, ?)");
    for (const label of labelsIn(scope)) add.run(label, id);
    return id;
  }

  /** Returns the bytes that a new scope adds: 0 if it exists. */
  bytesFor(scope: Scope | null): number {
    return scope === null || this.#find(scope) !== undefined ? 0 : scopeBytes(scope);
  }

  /** Adds to the counts of a scope. */
  count(id: number, { passages, words, filePassages, fileWords }: ScopeCounts): void {
    if (id === noScope) return;
    const delta = [passages, words, filePassages, fileWords];
    this.#connection
      .statement(
        `update scopes set passages = passages + ?, words = words + ?, file_passages = file_passages + ?,
           file_words = file_words + ? where id = ?`,
      )
      .run(...delta, id);
    this.#connection
      .statement(
        `update totals set scoped_passages = scoped_passages + ?, scoped_words = scoped_words + ?,
           scoped_file_passages = scoped_file_passages + ?, scoped_file_words = scoped_file_words + ?`,
      )
      .run(...delta);
  }

  /**
   * Returns the statistics of the given scopes together. `noScope` is what was saved without a
   * scope.
   */
  statistics(ids: readonly number[]): Readonly<Record<Corpus, StoreStatistics>> {
    const scoped = ids.length === 1 && ids[0] === noScope ? nothing : this.#sum(ids);
    const unscoped = ids.includes(noScope) ? this.#unscoped() : nothing;
    return {
      said: statisticsOf(scoped.passages + unscoped.passages, scoped.words + unscoped.words),
      files: statisticsOf(scoped.filePassages + unscoped.filePassages, scoped.fileWords + unscoped.fileWords),
    };
  }

  /** Counts the words again, after another tokenizer made them. */
  recount(): void {
    this.#connection.database.exec(`
      update scopes set
        words = (select coalesce(sum(word_count), 0) from passages where scope = scopes.id and file is null),
        file_words = (select coalesce(sum(word_count), 0) from passages where scope = scopes.id and file is not null);
      update totals set
        scoped_words = (select coalesce(sum(words), 0) from scopes),
        scoped_file_words = (select coalesce(sum(file_words), 0) from scopes)`);
  }

  /** Returns true if the scope has a passage. `noScope` always counts as if it had one. */
  hasPassages(id: number): boolean {
    if (id === noScope) return true;
    return (
      this.#connection.column<[number], number>("select 1 from passages where scope = ? limit 1").get(id) !==
      undefined
    );
  }

  /**
   * Deletes a scope without passages and answers. Call it inside a write transaction.
   *
   * @returns its labels as stored; `undefined` if it has contents or does not exist
   */
  removeIfEmpty(id: number): string | undefined {
    const isEmpty = this.#connection
      .column<[object], number>(`select 1 from scopes s where id = @id and ${unused}`)
      .get({ id });
    if (isEmpty === undefined) return undefined;
    this.#drop();
    this.#connection.statement("delete from scope_labels where scope = ?").run(id);
    return this.#connection
      .column<[number], string>("delete from scopes where id = ? returning labels")
      .get(id);
  }

  /**
   * Counts the rows that still contain the labels of deleted scopes, except scopes that were used
   * again.
   */
  residue(labels: readonly string[]): number {
    const left = this.#connection.column<[string], number>(
      `select count(*) from scopes s where s.labels = ? and ${unused}`,
    );
    const orphans = this.#connection.column<[string], number>(
      "select count(*) from scope_labels where label = ? and scope not in (select id from scopes)",
    );
    return labels.reduce((sum, text) => {
      const entries = labelsIn(JSON.parse(text) as Scope);
      return sum + left.get(text)! + entries.reduce((found, label) => found + orphans.get(label)!, 0);
    }, 0);
  }

  #drop(): void {
    this.#including.clear();
    this.#any = undefined;
  }

  #lookUp(labels: readonly string[]): number[] {
    const rarest = this.#rarestFirst(labels);
    const others = rarest
      .slice(1)
      .map(
        (_, at) =>
          `and exists (select 1 from scope_labels where label = @label${at + 1} and scope = l.scope)`,
      );
    return this.#connection
      .column<[object], number>(
        `select scope from scope_labels l where label = @label0 ${others.join(" ")} order by scope`,
      )
      .all(Object.fromEntries(rarest.map((label, at) => [`label${at}`, label])));
  }

  #rarestFirst(labels: readonly string[]): readonly string[] {
    if (labels.length < 2) return labels;
    const entries = this.#connection.column<[string, number], number>(
      "select count(*) from (select 1 from scope_labels where label = ? limit cast(? as integer))",
    );
    return labels
      .map((label) => ({ label, count: entries.get(label, maxCounted)! }))
      .sort((one, other) => one.count - other.count)
      .map(({ label }) => label);
  }

  #sum(ids: readonly number[]): ScopeCounts {
    return this.#connection
      .statement<[string], ScopeCounts>(
        `select coalesce(sum(passages), 0) as passages, coalesce(sum(words), 0) as words,
           coalesce(sum(file_passages), 0) as filePassages, coalesce(sum(file_words), 0) as fileWords
         from scopes where id in (select value from json_each(?))`,
      )
      .get(JSON.stringify(ids))!;
  }

  #unscoped(): ScopeCounts {
    const counts = this.#connection.statement<[], ScopeCounts>(
      `select passages - scoped_passages as passages, words - scoped_words as words,
         file_passages - scoped_file_passages as filePassages, file_words - scoped_file_words as fileWords from totals`,
    );
    return this.#connection.once("unscoped totals", () => counts.get()!);
  }

  #refresh(): void {
    const version = this.#connection.dataVersion();
    if (version !== this.#lastVersion) this.#drop();
    this.#lastVersion = version;
  }
}

/** SQL condition: the scope (alias `s`) has no contents. */
const unused = `not exists (select 1 from passages where scope = s.id)
  and not exists (select 1 from answers where scope = s.id)`;

const nothing: ScopeCounts = { passages: 0, words: 0, filePassages: 0, fileWords: 0 };

/** Returns each label as one text. */
function labelsIn(scope: Scope): string[] {
  return Object.entries(scope).map((label) => JSON.stringify(label));
}
