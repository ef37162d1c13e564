/**
 * Answers stored under an idempotency key, for a day. They repeat texts of records, so they are
 * erased with these records.
 */
import { fold } from "../../../text/words.js";
import { scopeBytes } from "../../formats/sizes.js";
import type { Transaction } from "../database/transaction.js";
import type { VisibleScopes } from "../reading/criteria.js";
import { answerKeptMs } from "../reading/known.js";
import type { Writing } from "./writing.js";

/** Maximum number of expired answers that a write removes. */
const maxRemoved = 256;

interface Removed {
  readonly bytes: number;
  readonly scope: number;
}

/** Stores an answer, and which records it mentions. Remove an older answer of the key first. */
export async function addAnswer(
  tx: Transaction,
  { scope, key }: { readonly scope: number; readonly key: string },
  answer: {
    readonly payload: string;
    readonly bytes: number;
    readonly at: string;
    readonly recordIds: readonly string[];
  },
): Promise<void> {
  await tx.rows(
    `insert into answers (store_id, scope, key, payload, at, bytes, records) values ($1, $2, $3, $4, $5, $6,
       array(select id from records where store_id = $1 and uuid = any($7::text[])))`,
    [scope, key, answer.payload, Date.parse(answer.at), answer.bytes, answer.recordIds],
  );
}

/**
 * Removes the answer of a key, and some of those that are too old; then scopes that have no other
 * contents. @returns the bytes freed
 */
export async function dropOldAnswers(
  writing: Writing,
  at: string,
  { scope, key }: { readonly scope: number; readonly key: string | undefined },
): Promise<number> {
  const removed = await writing.tx.rows<Removed>(
    `delete from answers where store_id = $1 and ((scope = $2 and key = $3)
       or (scope, key) in (select scope, key from answers where store_id = $1 and at <= $4 order by at limit ${maxRemoved}))
     returning bytes, scope`,
    [scope, key ?? null, Date.parse(at) - answerKeptMs],
  );
  const others = removed.map((one) => one.scope).filter((one) => one !== scope);
  return bytesOf(removed) + (await removeEmptyScopes(writing, others));
}

/** Removes every answer of the given scopes. */
export async function removeAllAnswers(tx: Transaction, scopes: VisibleScopes): Promise<number> {
  const among = scopes === undefined ? "" : "and scope = any($2::integer[])";
  const removed = await tx.rows<Removed>(
    `delete from answers where store_id = $1 ${among} returning bytes, scope`,
    scopes === undefined ? [] : [scopes],
  );
  return bytesOf(removed);
}

/** Removes every answer of the given scopes that contains one of these names. */
export async function removeAnswersThatSay(
  tx: Transaction,
  names: readonly string[],
  scopes: VisibleScopes,
): Promise<number> {
  if (names.length === 0) return 0;
  const among = scopes === undefined ? "" : "and scope = any($2::integer[])";
  const rows = await tx.rows<Removed & { readonly key: string; readonly payload: string }>(
    `select scope, key, payload, bytes from answers where store_id = $1 ${among}`,
    scopes === undefined ? [] : [scopes],
  );
  const said = names.map(fold);
  const saying = rows.filter(({ payload }) => said.some((name) => fold(payload).includes(name)));
  for (const { scope, key } of saying)
    await tx.rows("delete from answers where store_id = $1 and scope = $2 and key = $3", [scope, key]);
  return bytesOf(saying);
}

/**
 * Removes every answer that mentions one of these records. Also removes the answers of the same
 * scopes that mention no record, because it is unknown whose text these answers repeat.
 */
export async function removeAnswersOf(
  tx: Transaction,
  records: readonly number[],
  scopes: readonly number[],
): Promise<number> {
  const removed = await tx.rows<Removed>(
    `delete from answers where store_id = $1
       and (records && $2::integer[] or (records = '{}' and scope = any($3::integer[]))) returning bytes, scope`,
    [records, scopes],
  );
  return bytesOf(removed);
}

/**
 * Deletes those of the given scopes that have neither passages nor answers. @returns the bytes
 * freed
 */
export async function removeEmptyScopes(
  { tx, numbers }: Writing,
  scopes: readonly number[],
): Promise<number> {
  if (scopes.length === 0) return 0;
  const removed = await tx.rows<{ labels: string }>(
    `delete from scopes s where store_id = $1 and id = any($2::integer[]) and id <> 0
       and not exists (select 1 from passages p where p.store_id = $1 and p.scope = s.id)
       and not exists (select 1 from answers a where a.store_id = $1 and a.scope = s.id) returning labels`,
    [scopes],
  );
  numbers.scopes -= removed.length;
  return removed.reduce((sum, { labels }) => sum + scopeBytes(JSON.parse(labels)), 0);
}

function bytesOf(removed: readonly Removed[]): number {
  return removed.reduce((sum, { bytes }) => sum + bytes, 0);
}
