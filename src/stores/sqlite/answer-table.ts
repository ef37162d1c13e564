/** Answers kept under an idempotency key. They tell of records, so they are erased with them. */
import { fold } from "../../internal/words.js";
import type { Connection } from "./connection.js";

export class AnswerTable {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  find(key: string): string | undefined {
    return this.#connection
      .statement<[string], { payload: string }>("select payload from answers where key = ?")
      .get(key)?.payload;
  }

  /** Keeps an answer with the records that it tells of. */
  add(
    key: string,
    answer: { readonly payload: string; readonly at: string; readonly recordIds: readonly string[] },
  ): void {
    const { lastInsertRowid } = this.#connection
      .statement("insert into answers (key, payload, at) values (?, ?, ?)")
      .run(key, answer.payload, Date.parse(answer.at));
    const link = this.#connection.statement(
      "insert or ignore into answer_records (record, answer) select id, ? from records where uuid = ?",
    );
    for (const recordId of answer.recordIds) link.run(lastInsertRowid, recordId);
  }

  /** Removes every answer that tells of one of these records, and every one that tells of none: whose text it repeats is not known. */
  removeThoseOf(records: readonly number[]): void {
    this.#connection
      .statement(
        "delete from answers where id in (select answer from answer_records where record in (select value from json_each(?)))",
      )
      .run(JSON.stringify(records));
    this.#connection
      .statement("delete from answers where id not in (select answer from answer_records)")
      .run();
  }

  /**
   * Removes every answer that says one of these names: it may repeat a text that was not kept as a record.
   *
   * @returns whether there was one
   */
  removeThoseThatSay(names: readonly string[]): boolean {
    const wanted = names.map(fold);
    const rows = this.#connection
      .statement<[], { id: number; payload: string }>("select id, payload from answers")
      .all();
    const saying = rows.filter(({ payload }) => wanted.some((name) => fold(payload).includes(name)));
    const remove = this.#connection.statement("delete from answers where id = ?");
    for (const { id } of saying) remove.run(id);
    return saying.length > 0;
  }
}
