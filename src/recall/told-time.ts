/** Times as prose tells them: no closer than somebody said. A store keeps a month, a season or a year by its first instant. */

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** Northern seasons by the month that they are kept as. */
const seasons: Readonly<Record<number, RegExp>> = {
  2: /\bspring\b/i,
  5: /\bsummer\b/i,
  8: /\b(?:autumn|fall)\b/i,
  11: /\bwinter\b/i,
};

/** What names a day, which then is a first of a month: "1 March", "2024-03-01", "yesterday", "last Friday", "three days ago". English, German and Spanish. */
const namesDay =
  /\b0?1(?:st)?\b|\bfirst of\b|\b(?:yesterday|today|tonight|tomorrow|days?|nights?|weeks?|weekends?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|gestern|heute|morgen|tagen?|wochen?|ayer|hoy|mañana|días?|semanas?)\b/iu;

/** What names January rather than its year: its name, or a month counted from now. English, German and Spanish. */
const namesJanuary = /\b(?:jan|jän|ene)|\b(?:months?|monate?s?|mes(?:es)?)\b/iu;

/** "3 May 2026", in UTC. */
export function date(iso: string): string {
  const at = new Date(iso);
  return `${at.getUTCDate()} ${monthOf(at)}`;
}

/**
 * A time that was read out of words, as closely as they say it: "3 May 2026", "May 2026", "summer 2026" or "2026".
 *
 * @param iso The time, ISO 8601 UTC.
 * @param words The text that it was read out of.
 */
export function named(iso: string, words: string): string {
  if (iso.slice(8) !== "01T00:00:00.000Z" || namesDay.test(words)) return date(iso);
  const at = new Date(iso);
  const season = seasons[at.getUTCMonth()]?.exec(words)?.[0].toLowerCase();
  if (season !== undefined) return `${season} ${at.getUTCFullYear()}`;
  return at.getUTCMonth() === 0 && !namesJanuary.test(words) ? `${at.getUTCFullYear()}` : monthOf(at);
}

function monthOf(at: Date): string {
  return `${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
}
