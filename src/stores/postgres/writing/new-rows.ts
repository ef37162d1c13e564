/** Rows that a write adds, collected until one statement saves all of them. */
import { encodeText } from "../database/texts.js";
import type { Transaction } from "../database/transaction.js";

/** A column, and its value of each row. */
export type Column<Row> = readonly [name: string, value: (row: Row) => unknown];

/** The tables whose rows are collected: those of the function `save_rows`. */
export type NewRowTable = "sources" | "passages" | "words" | "records" | "names" | "audit";

/** New rows of several tables. */
export class NewRows {
  #tables = new Map<NewRowTable, object[]>();

  /** Adds rows, which are encoded at once. */
  add<Row>(table: NewRowTable, columns: readonly Column<Row>[], rows: readonly Row[]): void {
    if (rows.length === 0) return;
    const known = this.#tables.get(table) ?? [];
    this.#tables.set(table, known);
    for (const row of rows)
      known.push(Object.fromEntries(columns.map(([name, value]) => [name, encoded(value(row))])));
  }

  /** Returns all rows by their table, and empties the collection. */
  take(): Readonly<Record<string, readonly object[]>> {
    const taken = Object.fromEntries(this.#tables);
    this.#tables = new Map();
    return taken;
  }

  /** Saves the rows, so that later statements of the transaction see them. */
  async flush(tx: Transaction): Promise<void> {
    if (this.#tables.size > 0) await tx.rows("select save_rows($1, $2::json)", [JSON.stringify(this.take())]);
  }
}

/** Returns a value as `json_to_recordset` reads it. */
function encoded(value: unknown): unknown {
  if (typeof value === "string") return encodeText(value).toWellFormed();
  return Buffer.isBuffer(value) ? `\\x${value.toString("hex")}` : value;
}
