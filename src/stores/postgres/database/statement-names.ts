/**
 * Names of prepared statements. A connection parses and plans a statement with a name once. A name
 * is a hash of the statement, so versions and processes that share the connections of a pooler
 * never mean two statements by one name.
 *
 * A plan is made when a connection first runs a statement, for the sizes that the tables have at
 * that time. It stays until the server analyses the tables. A plan for ten passages joins whole
 * tables, which takes seconds for 100,000. So a statement has a name, and a plan, for each size of
 * a store.
 */
import { createHash } from "node:crypto";

/**
 * Maximum numbers of statements with a name. A store sends some 80 different ones, and plans each
 * for its size, so a process that serves stores of seven sizes needs some 560. Filters on metadata
 * make any number of others, and a connection would keep them all; so they are counted apart, and
 * never take the names of the rest.
 */
const maxNamed = { filters: 128, others: 1024 };
/** What only a statement with a filter on metadata has: see `reading/metadata-sql`. */
const filterMark = "r.metadata::jsonb";
/** Stores of 1 to 7 passages share their plans, and so do stores of 8 to 63 passages, and so on. */
const sizeBits = 3;

/** Names by the schema, the size and the text of a statement. */
const named = { filters: new Map<string, string>(), others: new Map<string, string>() };

/** Returns the name of a statement in a schema; `undefined` if it gets none. */
export function statementName(
  { schema, passages }: { readonly schema: string; readonly passages: number },
  text: string,
): string | undefined {
  const size = Math.floor(Math.log2(passages + 1) / sizeBits);
  const key = `${schema} ${size} ${text}`;
  const kind = text.includes(filterMark) ? "filters" : "others";
  const names = named[kind];
  const known = names.get(key);
  if (known !== undefined || names.size >= maxNamed[kind]) return known;
  const name = `keepsake_${createHash("sha256").update(key).digest("base64url").slice(0, 22)}`;
  names.set(key, name);
  return name;
}
