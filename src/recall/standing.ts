/**
 * Standing: how a passage compares with the others that were found for the same question. Pure. A cosine of 0.4 is much to one question and little
 * to another; the share of the best and the place among all mean the same to both. So does a share of the words of a
 * short question and of a long one, once it is weighed by how many there are.
 */

/** Signals that are compared. */
const compared = [
  "own",
  "near",
  "wider",
  "around",
  "phrase",
  "session",
  "cosine",
  "cosineBefore",
  "cosineAfter",
  "subject",
  "sessionSubject",
] as const;

/** Signals that mean more, or less, the more words a question has. */
const lengthened = [
  "own",
  "near",
  "wider",
  "around",
  "session",
  "cosine",
  "subject",
  "sessionSubject",
] as const;

/** Names of what {@link addStanding} adds, in its order. */
export const standingNames: readonly string[] = [
  ...compared.map((name) => `${name}Share`),
  ...compared.map((name) => `${name}Place`),
  ...lengthened.map((name) => `${name}Long`),
];

/**
 * Places that count: reciprocal rank (Cormack, Clarke and Büttcher, 2009) with 5 for their 60, because a pool is some hundred passages where they
 * fused lists of a thousand, and an answer has to be among the first ten.
 */
const rankConstant = 5;
/** Below this the best of a signal is as good as nothing, and no share of it means anything. */
const leastBest = 1e-3;

/**
 * Fills the last columns of each row with the standing of the signals in its first ones.
 *
 * @param names of the columns, those of the standing last
 * @param asked words of the question
 */
export function addStanding(rows: readonly Float64Array[], names: readonly string[], asked: number): void {
  const first = names.length - standingNames.length;
  for (const [place, name] of compared.entries()) {
    const column = names.indexOf(name);
    const sorted = columnOf(rows, column).sort();
    const best = Math.max(leastBest, sorted.at(-1) ?? 0);
    for (const row of rows) {
      const value = row[column]!;
      row[first + place] = value / best;
      row[first + compared.length + place] =
        value <= 0 ? 0 : rankConstant / (rankConstant + above(sorted, value));
    }
  }
  const factor = Math.log1p(asked) / 3;
  for (const [place, name] of lengthened.entries()) {
    const column = names.indexOf(name);
    for (const row of rows) row[first + 2 * compared.length + place] = factor * row[column]!;
  }
}

/** A loop: `Float64Array.from` asks an iterator for each row, and took longer than the sorting. */
function columnOf(rows: readonly Float64Array[], column: number): Float64Array {
  const values = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) values[at] = rows[at]![column]!;
  return values;
}

/** How many of an ascending list are higher than a value. */
function above(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return sorted.length - low;
}
