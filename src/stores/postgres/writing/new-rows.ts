/** Rows that a write adds, collected until one statement saves all of them. */
import { encodeText } from "../database/texts.js";
import type { Transaction } from "../database/transaction.js";
import type { WordRow } from "../reading/words/word-index.js";

/** A column, and its value of each row. */
export type Column<Row> = readonly [name: string, value: (row: Row) => unknown];

/** The tables whose rows are collected, besides the word index: those of `save_rows`. */
export type NewRowTable = "sources" | "passages" | "records" | "names" | "audit";

/** New rows of several tables. */
export class NewRows {
  #tables = new Map<NewRowTable, object[]>();
  /** Rows of the word index by their place. */
  #words = new Map<string, WordRow>();

  /** Adds rows, which are encoded at once. */
  add<Row>(table: NewRowTable, columns: readonly Column<Row>[], rows: readonly Row[]): void {
    if (rows.length === 0) return;
    const known = this.#tables.get(table) ?? [];
    this.#tables.set(table, known);
    for (const row of rows)
      known.push(Object.fromEntries(columns.map(([name, value]) => [name, encoded(value(row))])));
  }

  /** Adds passages to rows of the word index. A statement may change each of these rows once. */
  addWords(rows: readonly WordRow[]): void {
    for (const { hash, chunk, passages } of rows) {
      const place = `${chunk} ${hash}`;
      const known = this.#words.get(place);
      if (known === undefined) this.#words.set(place, { hash, chunk, passages: [...passages] });
      else known.passages.push(...passages);
    }
  }

  /** Returns all rows by their table, and empties the collection. */
  take(): Readonly<Record<string, readonly object[]>> {
    const words = [...this.#words.values()];
    this.#words = new Map();
    return { ...this.#takeTables(), ...(words.length > 0 && { words }) };
  }

  /** Saves the rows, so that later statements of the transaction see them. */
  async flush(tx: Transaction): Promise<void> {
    await save(tx, this.take());
  }

  /**
   * Saves the rows except those of the word index, which are kept: passages that are added later
   * belong to the same rows. Each change of a row leaves an old version for searches to skip.
   */
  async flushWithoutWords(tx: Transaction): Promise<void> {
    await save(tx, this.#takeTables());
  }

  #takeTables(): Readonly<Record<string, readonly object[]>> {
    const taken = Object.fromEntries(this.#tables);
    this.#tables = new Map();
    return taken;
  }
}

async function save(tx: Transaction, rows: Readonly<Record<string, readonly object[]>>): Promise<void> {
  if (Object.keys(rows).length > 0) await tx.rows("select save_rows($1, $2::json)", [JSON.stringify(rows)]);
}

/** Returns a value as `json_to_recordset` reads it. */
function encoded(value: unknown): unknown {
  if (typeof value === "string") return encodeText(value).toWellFormed();
  return Buffer.isBuffer(value) ? `\\x${value.toString("hex")}` : value;
}
