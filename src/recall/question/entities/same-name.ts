/**
 * Same name: whether two spellings can be one name. Pure. "Mel" and "Melany" are Melanie; Carl is
 * not Carlos, and Maria is not Marta: a fact about the wrong person is worse than none.
 */

/**
 * Fewest letters that a short form omits: a name that is only one letter shorter is mostly another
 * name (Paul and Paula).
 */
const leastLeftOff = 3;
/** Fewest letters of a short form. */
const leastShort = 3;

/**
 * Whether one is the beginning of the other, as short forms are: "mel" of "melanie". Both folded.
 */
export function isShortForm(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return short.length >= leastShort && long.length - short.length >= leastLeftOff && long.startsWith(short);
}

/**
 * Fewest letters of a name in which a typing error is recognised, and in which one letter may be
 * replaced.
 */
const leastMisspelt = { slip: 5, replaced: 7 };

/**
 * Whether one is most likely a misspelling of the other: spelt by sound ("Jon", "Anna", "Melany"),
 * with two letters exchanged, or with one letter omitted, added or replaced. The last letter must
 * be the same, as it distinguishes many names (Daniel and Daniela). Both folded.
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

/**
 * Normalises letters that have two spellings: "philip" and "phillip", "sara" and "sarah", "erica"
 * and "erika".
 */
function sound(name: string): string {
  return name
    .replace(/ph/g, "f")
    .replace(/ck|c(?![hiey])/g, "k")
    .replace(/(?<=[a-z])h(?![aeiouy])/g, "")
    .replace(/(?:ie|ey|y|i)$/, "y")
    .replace(/(.)\1+/g, "$1");
}

/**
 * Removes the common beginning and end of two texts. Returns the length of the beginning and the
 * rests.
 */
function withoutCommonEnds(one: string, other: string): [begins: number, one: string, other: string] {
  let begins = 0;
  while (begins < one.length && one[begins] === other[begins]) begins += 1;
  let ends = 0;
  while (ends < one.length - begins && one.at(-1 - ends) === other.at(-1 - ends)) ends += 1;
  return [begins, one.slice(begins, one.length - ends), other.slice(begins, other.length - ends)];
}
