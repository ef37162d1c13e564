/**
 * Columns that the server must not sample. `analyze`, which the server also runs by itself, copies
 * values of each column to `pg_statistic`, where they remain after the row is erased, and where the
 * owner of the tables cannot delete them. With the statistics target 0 a column is never sampled.
 *
 * No plan needs these samples: see `reading/criteria`. What is left to sample is ids, numbers that
 * the store gives, and kinds of rows.
 */

/**
 * The columns with what was said, when and about whom, and with what is computed from it: by table,
 * with their types.
 */
const unsampled: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  scopes: { labels: "text", pairs: "text[]" },
  files: { name: "text", media_type: "text", digest: "text" },
  passages: {
    text: "text",
    prompt: "text",
    speaker: "text",
    said_at: "bigint",
    digest: "text",
    mentions: "json",
    heading: "text",
    embedding: "bytea",
    code: "bit varying",
    next_embedding: "bytea",
  },
  words: { hash: "bigint" },
  records: {
    text: "text",
    entity: "text",
    property: "text",
    value: "text",
    applies_when: "text",
    entity_key: "text",
    property_key: "text",
    occurred_at: "bigint",
    occurred_until: "bigint",
    valid_from: "bigint",
    valid_to: "bigint",
    metadata: "json",
  },
  names: { name: 'text collate "C"' },
  answers: { key: "text", payload: "text" },
  staging: { sealed: "bytea" },
};

/**
 * The statements that set the targets. Setting the type of a column to the type that it already has
 * keeps its values, and deletes the samples that were taken before.
 */
export const withoutSamples: readonly string[] = Object.entries(unsampled).map(([table, columns]) => {
  const changes = Object.entries(columns).flatMap(([column, type]) => [
    `alter column ${column} type ${type}`,
    `alter column ${column} set statistics 0`,
  ]);
  return `alter table ${table} ${changes.join(", ")}`;
});
