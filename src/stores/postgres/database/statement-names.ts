/**
 * Names of prepared statements. A connection parses and plans a statement with a name once. A name
 * is a hash of the statement, so versions and processes that share the connections of a pooler
 * never mean two statements by one name.
 */
import { createHash } from "node:crypto";

/**
 * Statements with a name: all that keepsake sends by default. Filters on metadata make any number
 * of others, and a connection would keep them all.
 */
const maxNamed = 256;

const names = new Map<string, string>();

/** Returns the name of a statement in a schema; `undefined` if it gets none. */
export function statementName(schema: string, text: string): string | undefined {
  const key = `${schema} ${text}`;
  const known = names.get(key);
  if (known !== undefined || names.size >= maxNamed) return known;
  const name = `keepsake_${createHash("sha256").update(key).digest("base64url").slice(0, 22)}`;
  names.set(key, name);
  return name;
}
