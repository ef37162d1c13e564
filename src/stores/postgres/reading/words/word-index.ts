/**
 * The word index: which passages have a word, in rows of up to 128 consecutive passages.
 *
 *   words   hash, chunk → passages      chunk = passage / 128
 *
 * A GIN index would not do: row-level security lets an index only use operators that are marked
 * leakproof, which those of arrays are not. Equality of numbers is marked so.
 *
 * A word is a number: 64 bits of HMAC-SHA-256, keyed by the random salt of the store. Two words of
 * a store of a million words have the same number with a probability of 3 in 100 million; and the
 * remains of a deleted row in an index are meaningless without the salt.
 */
import { createHmac } from "node:crypto";
import { passageWords, type Spoken } from "../../../../text/words.js";
import type { StoreRow } from "../../database/store-row.js";
import type { Transaction } from "../../database/transaction.js";

/** Returns the number of a word, as text: it does not fit into a JavaScript number. */
export function wordHash(salt: string, word: string): string {
  return createHmac("sha256", salt).update(word).digest().readBigInt64BE(0).toString();
}

/** Returns the number of the row that has a passage. */
export function chunkOf(passage: number): number {
  return passage >> 7;
}

/** A passage with the texts that its words come from. */
export type IndexedPassage = Spoken & { readonly id: number };

/** Adds passages to the index. Returns their numbers of words, in order. */
export async function addWords(
  tx: Transaction,
  { salt }: Pick<StoreRow, "salt">,
  passages: readonly IndexedPassage[],
): Promise<number[]> {
  const { entries, counts } = entriesOf(salt, passages);
  if (entries.length === 0) return counts;
  await tx.rows(
    `insert into words (store_id, hash, chunk, passages)
     select $1, given.hash, given.chunk, given.passages::integer[]
     from unnest($2::bigint[], $3::integer[], $4::text[]) as given (hash, chunk, passages)
     on conflict (store_id, hash, chunk) do update set passages = words.passages || excluded.passages`,
    [
      entries.map(({ hash }) => hash),
      entries.map(({ chunk }) => chunk),
      entries.map((entry) => `{${entry.passages.join(",")}}`),
    ],
  );
  return counts;
}

/** Removes passages from the index. Their words are computed again from their texts. */
export async function removeWords(
  tx: Transaction,
  { salt }: Pick<StoreRow, "salt">,
  passages: readonly IndexedPassage[],
): Promise<void> {
  const { entries } = entriesOf(salt, passages);
  const places = [entries.map(({ hash }) => hash), entries.map(({ chunk }) => chunk)];
  const given = "unnest($2::bigint[], $3::integer[]) as given (hash, chunk)";
  const isGiven = "w.store_id = $1 and w.hash = given.hash and w.chunk = given.chunk";
  await tx.rows(
    `update words w set passages = array(select one from unnest(w.passages) one where one <> all($4::integer[]) order by one)
     from ${given} where ${isGiven}`,
    [...places, passages.map(({ id }) => id)],
  );
  await tx.rows(`delete from words w using ${given} where ${isGiven} and w.passages = '{}'`, places);
}

/** A row of the index. */
export interface WordRow {
  readonly hash: string;
  readonly chunk: number;
  readonly passages: number[];
}

/** Returns the rows of the index that some passages need. */
export function entriesOf(
  salt: string,
  passages: readonly IndexedPassage[],
): { readonly entries: readonly WordRow[]; readonly counts: number[] } {
  const entries = new Map<string, WordRow>();
  const hashes = new Map<string, string>();
  const counts: number[] = [];
  for (const passage of passages) {
    const words = passageWords(passage);
    counts.push(words.length);
    for (const word of new Set(words)) {
      const hash = hashes.get(word) ?? wordHash(salt, word);
      hashes.set(word, hash);
      const chunk = chunkOf(passage.id);
      const entry = entries.get(`${chunk} ${hash}`);
      if (entry === undefined) entries.set(`${chunk} ${hash}`, { hash, chunk, passages: [passage.id] });
      else entry.passages.push(passage.id);
    }
  }
  return { entries: [...entries.values()], counts };
}
