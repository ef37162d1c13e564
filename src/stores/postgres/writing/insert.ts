/** Inserts many rows in one statement. */
import type { Transaction } from "../database/transaction.js";

/** A column, its type, and its value of each row. */
export type Column<Row> = readonly [name: string, type: string, value: (row: Row) => unknown];

/** Inserts rows, each with the id of the store. */
export async function insertRows<Row>(
  tx: Transaction,
  table: string,
  { columns, rows }: { readonly columns: readonly Column<Row>[]; readonly rows: readonly Row[] },
): Promise<void> {
  if (rows.length === 0) return;
  const names = columns.map(([name]) => name);
  // An array of arrays would become one long array, so these come as texts.
  const selected = columns.map(([name, type]) =>
    isArray(type) ? `given.${name}::${type}` : `given.${name}`,
  );
  const unnested = columns.map(([, type], at) => `$${at + 2}::${isArray(type) ? "text" : type}[]`);
  await tx.rows(
    `insert into ${table} (store_id, ${names.join(", ")})
     select $1, ${selected.join(", ")} from unnest(${unnested.join(", ")}) as given (${names.join(", ")})`,
    columns.map(([, , value]) => rows.map(value)),
  );
}

function isArray(type: string): boolean {
  return type.endsWith("[]");
}
