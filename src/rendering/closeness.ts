/** How closely words name a time. A store keeps a month, a season or a year by its first instant, which nobody named. */

/** The smallest part of a time that was named. */
export type Closeness = "day" | "week" | "month" | "spring" | "summer" | "autumn" | "winter" | "year";

/** Northern seasons by the month that they are kept as. */
const seasons: Readonly<Record<string, readonly [Closeness, RegExp]>> = {
  "03": ["spring", /\bspring\b/i],
  "06": ["summer", /\bsummer\b/i],
  "09": ["autumn", /\b(?:autumn|fall)\b/i],
  "12": ["winter", /\bwinter\b/i],
};

/** What names a day, which then is a first of a month: "1 March", "2024-03-01", "yesterday", "last Friday", "three days ago". English, German and Spanish. */
const namesDay =
  /\b0?1(?:st)?\b|\bfirst of\b|\b(?:yesterday|today|tonight|tomorrow|days?|nights?|weeks?|weekends?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|gestern|heute|morgen|tagen?|wochen?|ayer|hoy|mañana|días?|semanas?)\b/iu;

/** What names a week, which then is kept by its Monday: "last week", "vor zwei Wochen". English, German and Spanish. */
const namesWeek = /\b(?:weeks?|wochen?|semanas?)\b/iu;
const namesWeekday =
  /\b(?:yesterday|today|tonight|tomorrow|days?|nights?|weekends?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|gestern|heute|morgen|tagen?|ayer|hoy|mañana|días?|\d{1,2}(?:st|nd|rd|th)?(?!\d|\s*(?:weeks?|wochen|semanas)))\b/iu;

/** What names January rather than its year: its name, or a month counted from now. English, German and Spanish. */
const namesJanuary = /\b(?:jan|jän|ene)|\b(?:months?|monate?s?|mes(?:es)?)\b/iu;

/**
 * What of a time is known that was read out of words.
 *
 * @param iso The time, ISO 8601 UTC with milliseconds.
 * @param words The text that it was read out of.
 */
export function closeness(iso: string, words: string): Closeness {
  if (isMonday(iso) && namesWeek.test(words) && !namesWeekday.test(words)) return "week";
  if (iso.slice(8) !== "01T00:00:00.000Z" || namesDay.test(words)) return "day";
  const month = iso.slice(5, 7);
  const [season, named] = seasons[month] ?? [];
  if (season !== undefined && named?.test(words)) return season;
  return month === "01" && !namesJanuary.test(words) ? "year" : "month";
}

/** Whether a time is the midnight that begins a Monday. */
function isMonday(iso: string): boolean {
  return iso.endsWith("T00:00:00.000Z") && new Date(iso).getUTCDay() === 1;
}
