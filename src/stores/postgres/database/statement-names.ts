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
 * Maximum number of statements with a name: enough for all that keepsake sends by default. Filters
 * on metadata make any number of others, and a connection would keep them all.
 */
const maxNamed = 512;
/** Stores of 1 to 7 passages share their plans, and so do stores of 8 to 63 passages, and so on. */
const sizeBits = 3;

const names = new Map<string, string>();

/** Returns the name of a statement in a schema; `undefined` if it gets none. */
export function statementName(
  { schema, passages }: { readonly schema: string; readonly passages: number },
  text: string,
): string | undefined {
  const size = Math.floor(Math.log2(passages + 1) / sizeBits);
  const key = `${schema} ${size} ${text}`;
  const known = names.get(key);
  if (known !== undefined || names.size >= maxNamed) return known;
  const name = `keepsake_${createHash("sha256").update(key).digest("base64url").slice(0, 22)}`;
  names.set(key, name);
  return name;
}
