/**
 * Answers stored under an idempotency key, for a day. They repeat texts of records, so they are
 * erased with these records. Each adds to `storage_used` the bytes that were counted when it was
 * stored; one that an older version stored adds nothing.
 */
import { fold } from "../../../text/words.js";
import type { Connection } from "../database/connection.js";
import { byScopes, scopeParameters } from "../filters/criteria.js";

/** How long an answer is stored. A caller repeats a call within minutes, a queue within hours. */
const keptMs = 24 * 60 * 60 * 1000;
/** Number of mentioned records that are stored in one step: some milliseconds of work. */
const rowsPerStep = 1024;
/** Maximum number of expired answers that a write removes: 1 to 2 ms. */
const maxRemoved = 256;

/** The number of removed answers, and the bytes that this freed. */
export interface FreedAnswers {
  readonly answers: number;
  readonly bytes: number;
}

/** What is read of an answer to remove it. */
interface AnswerRow {
  readonly id: number;
  readonly bytes: number;
  readonly scope: number;
}

/** The table `answers`. */
export class AnswerTable {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Returns the answer stored under a key, unless it is too old at `now` (ms). */
  find(scope: number, key: string, now: number): string | undefined {
    return this.#connection
      .statement<[number, string, number], { payload: string }>(
        "select payload from answers where scope = ? and key = ? and at > ?",
      )
      .get(scope, key, now - keptMs)?.payload;
  }

  /**
   * Stores an answer, and which records it mentions, in steps. Remove an older answer of the key
   * first.
   */
  *add(
    { scope, key }: { readonly scope: number; readonly key: string },
    answer: {
      readonly payload: string;
      readonly bytes: number;
      readonly at: string;
      readonly recordIds: readonly string[];
    },
  ): Generator<undefined, void> {
    const { lastInsertRowid } = this.#connection
      .statement("insert into answers (scope, key, payload, at, bytes) values (?, ?, ?, ?, ?)")
      .run(scope, key, answer.payload, Date.parse(answer.at), answer.bytes);
    const link = this.#connection.statement(
      "insert or ignore into answer_records (record, answer) select id, ? from records where uuid = ?",
    );
    for (const [index, recordId] of answer.recordIds.entries()) {
      if (index % rowsPerStep === 0) yield;
      link.run(lastInsertRowid, recordId);
    }
  }

  /**
   * Removes the answer of a key, if there is one, and some of those that are too old at `now` (ms).
   * @returns also the scopes that they belonged to
   */
  removeExpired(
    now: number,
    { scope, key }: { readonly scope: number; readonly key: string | undefined },
  ): FreedAnswers & { readonly scopes: readonly number[] } {
    // First a look, because each write does this and few find any: see `UsageTable.add` on
    // `returning`.
    const expired = this.#connection
      .statement<[number], AnswerRow>(
        `select id, bytes, scope from answers where at <= ? order by at limit ${maxRemoved}`,
      )
      .all(now - keptMs);
    const rows = key === undefined ? expired : [...this.#ofKey(scope, key, now - keptMs), ...expired];
    const remove = this.#connection.statement("delete from answers where id = ?");
    for (const { id } of rows) remove.run(id);
    return { ...freedBy(rows), scopes: [...new Set(rows.map((row) => row.scope))] };
  }

  /** Returns the answer of a key, if it is newer than a time. */
  #ofKey(scope: number, key: string, after: number): AnswerRow[] {
    return this.#connection
      .statement<[number, string, number], AnswerRow>(
        "select id, bytes, scope from answers where scope = ? and key = ? and at > ?",
      )
      .all(scope, key, after);
  }

  /**
   * Removes every answer that mentions one of these records. Also removes the answers of the same
   * scopes that mention no record, because it is unknown whose text these answers repeat.
   */
  removeThoseOf(records: readonly number[], scopes: readonly number[]): FreedAnswers {
    const linked = this.#connection
      .statement<[string], { bytes: number }>(
        `delete from answers where id in
           (select answer from answer_records where record in (select value from json_each(?)))
         returning bytes`,
      )
      .all(JSON.stringify(records));
    const unlinked = this.#connection
      .statement<[string], { bytes: number }>(
        `delete from answers where scope in (select value from json_each(?))
           and id not in (select answer from answer_records)
         returning bytes`,
      )
      .all(JSON.stringify(scopes));
    return freedBy([...linked, ...unlinked]);
  }

  /**
   * Removes every answer of the given scopes that contains one of these names, because it may
   * repeat a text that was not saved as a record.
   */
  removeThoseThatSay(names: readonly string[], scopes: readonly number[] | undefined): FreedAnswers {
    if (names.length === 0) return freedBy([]);
    const wanted = names.map(fold);
    const rows = this.#connection
      .statement<[object], { id: number; payload: string; bytes: number }>(
        `select id, payload, bytes from answers a where ${byScopes(scopes, "a")}`,
      )
      .all(scopeParameters(scopes));
    const saying = rows.filter(({ payload }) => wanted.some((name) => fold(payload).includes(name)));
    const remove = this.#connection.statement("delete from answers where id = ?");
    for (const { id } of saying) remove.run(id);
    return freedBy(saying);
  }

  /** Removes every answer of the given scopes. */
  removeAll(scopes: readonly number[] | undefined): FreedAnswers {
    return freedBy(
      this.#connection
        .statement<[object], { bytes: number }>(
          `delete from answers as a where ${byScopes(scopes, "a")} returning bytes`,
        )
        .all(scopeParameters(scopes)),
    );
  }
}

function freedBy(rows: readonly { readonly bytes: number }[]): FreedAnswers {
  return { answers: rows.length, bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0) };
}
