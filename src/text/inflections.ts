/**
 * Removes the endings of words in scripts that belong to one language, so that all forms of a word
 * are one index word. Pure.
 *
 *   живёт, живу, живут  →  жив        लड़कियों, लड़की  →  लड़क
 *
 * Cyrillic words use the Snowball stemmer of Russian (M. F. Porter, 2001) with two changes: short
 * participles are kept, because names have the same endings (Светлана), and the last vowel of a
 * verb is removed too (работаю, работа). Devanagari words use the light stemmer of Hindi
 * (Ramanathan and Rao, 2003). Words arrive folded: ё is е and й is и.
 */

/** Returns a word without its ending. A word in another script is returned as it is. */
export function withoutEnding(word: string): string {
  if (/^[\u0400-\u04ff]+$/.test(word)) return russianStem(word);
  return /^[\u0900-\u097f]+$/.test(word) ? hindiStem(word) : word;
}

const listed = (endings: string) =>
  [...new Set(endings.replaceAll("й", "и").split(" "))].sort((one, other) => other.length - one.length);

/** Endings that are removed only after а or я, and endings that are always removed. */
const gerunds = { behindVowel: listed("в вши вшись"), any: listed("ив ивши ившись ыв ывши ывшись") };
const adjectives = listed(
  "ее ие ые ое ими ыми ей ий ый ой ем им ым ом его ого ему ому их ых ую юю ая яя ою ею",
);
const participles = { behindVowel: listed("ем нн вш ющ щ"), any: listed("ивш ывш ующ") };
const verbs = {
  behindVowel: listed("ла ете йте ли й л ем ло ет ют ть ешь"),
  any: listed(
    "ила ыла ена ейте уйте ите или ыли ей уй ил ыл им ым ен ило ыло ено ят ует уют ит ыт ены ить ыть ишь ую ю ет ут ешь ете ем",
  ),
};
const nouns = listed(
  "а ев ов ие ье е иями ями ами еи ии и ией ей ой ий й иям ям ием ем ам ом о у ах иях ях ы ь ию ью ю ия ья я",
);

type Endings = Readonly<Record<"behindVowel" | "any", readonly string[]>>;

function without(word: string, endings: readonly string[]): string | undefined {
  const ending = endings.find((one) => word.endsWith(one));
  return ending === undefined ? undefined : word.slice(0, -ending.length);
}

function withoutEither(word: string, { behindVowel, any }: Endings): string | undefined {
  const stem = without(word, behindVowel);
  if (stem !== undefined && /[ая]$/.test(stem)) return stem;
  return without(word, any);
}

/** Minimum letters of a stem. */
const leastStem = 2;

function russianStem(word: string): string {
  const [, begins = "", rest = ""] = /^(.*?[аеиоуыэюя])(.*)$/.exec(word) ?? [];
  if (begins.length + rest.length <= leastStem || rest === "") return word;
  const stem = begins + withoutSoftness(withoutForm(rest));
  return stem.length < leastStem ? word : stem;
}

function withoutForm(rest: string): string {
  const gerund = withoutEither(rest, gerunds);
  if (gerund !== undefined) return gerund;
  const active = without(rest, ["ся", "сь"]) ?? rest;
  const adjective = without(active, adjectives);
  if (adjective !== undefined) return withoutEither(adjective, participles) ?? adjective;
  return withoutEither(active, verbs) ?? without(active, nouns) ?? active;
}

function withoutSoftness(rest: string): string {
  return rest
    .replace(/и$/, "")
    .replace(/(?<=[аеиоуыэюя].*)ость?$/, "")
    .replace(/еише?$/, "")
    .replace(/нн$/, "н")
    .replace(/ь$/, "")
    .replace(/(?<=.{2})[аяеиоу]$/, "");
}

const hindiEndings = listed(
  "ाएंगी ाएंगे ाऊंगी ाऊंगा ाइयाँ ाइयों ाइयां ाएगी ाएगा ाओगी ाओगे एंगी ेंगी एंगे ेंगे ूंगी ूंगा ातीं नाओं नाएं ताओं ताएं ियाँ ियों ियां ाकर ाइए ाईं ाया ेगी ेगा ोगी ोगे ाने ाना ाते ाती ाता तीं ाओं ाएं ुओं ुएं ुआं कर ाओ िए ाई ाए ने नी ना ते ीं ती ता ाँ ां ों ें ो े ू ु ी ि ा",
);

function hindiStem(word: string): string {
  const stem = without(word, hindiEndings);
  return stem === undefined || stem.length < leastStem ? word : stem;
}
