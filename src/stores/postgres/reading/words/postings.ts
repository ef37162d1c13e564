/** Searches words: which passages have them, and which words are too common to say. */
import { fileWord } from "../../../../text/words.js";
import type { Criteria, Posting, WordsRequest } from "../../../store.js";
import { Bound } from "../../database/transaction.js";
import { inScopes, isNarrow, passageOf, withMatchingRecord } from "../criteria.js";
import { noScope } from "../scopes.js";
import type { View } from "../view.js";
import { wordHash } from "./word-index.js";

/**
 * Returns the passages with each word. A word is common if more visible passages have it than the
 * limit allows, whether or not their records are current. So the answer depends only on the state
 * of the store, not on how that state was reached. With narrow criteria, only passages with a
 * matching record count.
 */
export async function postings(view: View, { words, limit, scope }: WordsRequest): Promise<Posting[]> {
  const indexed = scope.corpus === "files" ? words.map(fileWord) : words;
  const wanted = indexed.filter((word) => isNarrow(scope) || !view.common.has(view, word, limit));
  const found = await readPostings(view, wanted, { limit, scope });
  if (!isNarrow(scope))
    for (const word of wanted) if (found.get(word) === undefined) view.common.add(view, word, limit);
  const ordinals = await view.ordinals();
  return words.map((word, at) => {
    const ids = found.get(indexed[at]!);
    return { word, passages: ids === undefined ? [] : ordinals.all(ids), cut: ids === undefined };
  });
}

/** Returns the passages with each word, in ascending order; none for a common word. */
async function readPostings(
  view: View,
  words: readonly string[],
  { limit, scope }: Pick<WordsRequest, "limit" | "scope">,
): Promise<ReadonlyMap<string, number[]>> {
  if (words.length === 0) return new Map();
  const bound = new Bound();
  const most = `${bound.add(limit)}::integer`;
  const passages = passagesWith(bound, view, { most, scope });
  const hashes = bound.add(words.map((word) => wordHash(view.row.salt, word)));
  const rows = await view.tx.rows<{ at: number; ids: string | null }>(
    `select w.at::integer as at, x.ids from unnest(${hashes}::bigint[]) with ordinality as w (hash, at)
     cross join lateral (${passages}) x`,
    bound.values,
  );
  return new Map(rows.flatMap(({ at, ids }) => (ids === null ? [] : [[words[at - 1]!, numbersIn(ids)]])));
}

/**
 * SQL of the passages with the word `w.hash` as one text `ids`; null if they are more than `most`.
 * Whole rows of the index as texts take the server, and the process, a fraction of the time that an
 * array of all passages would take.
 */
function passagesWith(
  bound: Bound,
  view: View,
  { most, scope }: { readonly most: string; readonly scope: Criteria },
): string {
  const ofWord = "from words x where x.store_id = $1 and x.hash = w.hash";
  // Where every passage is visible, the index alone answers. Each of its rows has a passage.
  const isWhole = view.scopes === undefined || (view.row.scopes === 0 && view.scopes.includes(noScope));
  if (isWhole && !isNarrow(scope))
    return `select case when coalesce(sum(cardinality(x.passages)), 0) <= ${most}
        then coalesce(string_agg(x.passages::text, ','), '') end as ids
      from (select x.passages ${ofWord} limit ${most} + 1) x`;
  const isVisible = [
    inScopes(bound, view.scopes, "p"),
    ...(isNarrow(scope) ? [withMatchingRecord(bound, scope, view.scopes)] : []),
  ];
  return `select case when count(*) <= ${most} then coalesce(string_agg(one.id::text, ','), '') end as ids
    from (select one.id from words x cross join unnest(x.passages) as one (id) ${passageOf("one.id")}
      where x.store_id = $1 and x.hash = w.hash and ${isVisible.join(" and ")} limit ${most} + 1) one`;
}

/** Returns the numbers in a text, such as `{1,3},{130}`, in ascending order. */
function numbersIn(text: string): number[] {
  const numbers: number[] = [];
  let [number, last, isAscending] = [0, 0, true];
  for (let at = 0; at <= text.length; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit >= 0 && digit <= 9) {
      number = 10 * number + digit;
    } else if (number > 0) {
      isAscending &&= number > last;
      numbers.push(number);
      [number, last] = [0, number];
    }
  }
  return isAscending ? numbers : numbers.sort((one, other) => one - other);
}
