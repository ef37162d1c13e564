/**
 * Same name: whether two names as people write them can be one. Pure. "Mel" is Melanie, "Melany" is her too; Carl is not Carlos, Maria is not Marta: a fact of the
 * one given as the other's is worse than none.
 */

/** Letters that a short form leaves off, at least: what is one letter longer is most often another name (Paul and Paula). */
const leastLeftOff = 3;
/** Letters of the shortest short form. */
const leastShort = 3;

/** Whether one is the beginning of the other, as short forms are: "mel" of "melanie". Both folded. */
export function isShortForm(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return short.length >= leastShort && long.length - short.length >= leastLeftOff && long.startsWith(short);
}

/** Letters of a name in which a slip is told from another name; and in which one letter may stand for another. */
const leastMisspelt = { slip: 5, replaced: 7 };

/**
 * Whether one is most likely the other, misspelt: spelt as it sounds ("Jon", "Anna", "Melany"), with two letters exchanged, or with one left out, doubled or hit by
 * mistake. The last letter tells many pairs of names apart (Daniel and Daniela) and must be the same. Both folded.
 */
export function isMisspelt(one: string, other: string): boolean {
  if (one.length >= leastShort && other.length >= leastShort && sound(one) === sound(other)) return true;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < leastMisspelt.slip || short[0] !== long[0] || short.at(-1) !== long.at(-1)) return false;
  const [from, short_, long_] = withoutCommonEnds(short, long);
  if (long.length > short.length) return long_.length === 1 && short_.length === 0;
  const isExchanged = short_.length === 2 && short_[0] === long_[1] && short_[1] === long_[0];
  return isExchanged || (from > 0 && short_.length === 1 && short.length >= leastMisspelt.replaced);
}

/** Spelling without what is written in two ways: "philip" and "phillip", "sara" and "sarah", "erica" and "erika". */
function sound(name: string): string {
  return name
    .replace(/ph/g, "f")
    .replace(/ck|c(?![hiey])/g, "k")
    .replace(/(?<=[a-z])h(?![aeiouy])/g, "")
    .replace(/(?:ie|ey|y|i)$/, "y")
    .replace(/(.)\1+/g, "$1");
}

/** What is left of two texts without what they begin and end with alike, and how much the beginning is. */
function withoutCommonEnds(one: string, other: string): [begins: number, one: string, other: string] {
  let begins = 0;
  while (begins < one.length && one[begins] === other[begins]) begins += 1;
  let ends = 0;
  while (ends < one.length - begins && one.at(-1 - ends) === other.at(-1 - ends)) ends += 1;
  return [begins, one.slice(begins, one.length - ends), other.slice(begins, other.length - ends)];
}
