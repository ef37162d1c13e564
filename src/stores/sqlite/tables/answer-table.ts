/** Answers kept under an idempotency key. They tell of records, so they are erased with them. */
import { fold } from "../../../text/words.js";
import type { Connection } from "../database/connection.js";
import { byScopes, scopeParameters } from "../filters/criteria.js";

export class AnswerTable {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  find(scope: number, key: string): string | undefined {
    return this.#connection
      .statement<[number, string], { payload: string }>(
        "select payload from answers where scope = ? and key = ?",
      )
      .get(scope, key)?.payload;
  }

  /** Keeps an answer with the records that it tells of. */
  add(
    { scope, key }: { readonly scope: number; readonly key: string },
    answer: { readonly payload: string; readonly at: string; readonly recordIds: readonly string[] },
  ): void {
    const { lastInsertRowid } = this.#connection
      .statement("insert into answers (scope, key, payload, at) values (?, ?, ?, ?)")
      .run(scope, key, answer.payload, Date.parse(answer.at));
    const link = this.#connection.statement(
      "insert or ignore into answer_records (record, answer) select id, ? from records where uuid = ?",
    );
    for (const recordId of answer.recordIds) link.run(lastInsertRowid, recordId);
  }

  /** Removes every answer that tells of one of these records, and every one of their scopes that tells of none: whose text it repeats is not known. */
  removeThoseOf(records: readonly number[], scopes: readonly number[]): void {
    this.#connection
      .statement(
        "delete from answers where id in (select answer from answer_records where record in (select value from json_each(?)))",
      )
      .run(JSON.stringify(records));
    this.#connection
      .statement(
        `delete from answers where scope in (select value from json_each(?))
           and id not in (select answer from answer_records)`,
      )
      .run(JSON.stringify(scopes));
  }

  /**
   * Removes every answer of some scopes that says one of these names: it may repeat a text that was not kept as a record.
   *
   * @returns whether there was one
   */
  removeThoseThatSay(names: readonly string[], scopes: readonly number[] | undefined): boolean {
    if (names.length === 0) return false;
    const wanted = names.map(fold);
    const rows = this.#connection
      .statement<[object], { id: number; payload: string }>(
        `select id, payload from answers a where ${byScopes(scopes, "a")}`,
      )
      .all(scopeParameters(scopes));
    const saying = rows.filter(({ payload }) => wanted.some((name) => fold(payload).includes(name)));
    const remove = this.#connection.statement("delete from answers where id = ?");
    for (const { id } of saying) remove.run(id);
    return saying.length > 0;
  }

  /** Removes every answer of some scopes. @returns whether there was one */
  removeAll(scopes: readonly number[] | undefined): boolean {
    const { changes } = this.#connection
      .statement<[object]>(`delete from answers as a where ${byScopes(scopes, "a")}`)
      .run(scopeParameters(scopes));
    return changes > 0;
  }
}
