/**
 * Determines how precisely a text names a time. A store keeps a month, a season or a year as its
 * first instant.
 */

/** The smallest unit of time that the text names. */
export type Closeness = "day" | "week" | "month" | "spring" | "summer" | "autumn" | "winter" | "year";

/** Northern seasons by the month that a store keeps for them. */
const seasons: Readonly<Record<string, readonly [Closeness, RegExp]>> = {
  "03": ["spring", /\bspring\b/i],
  "06": ["summer", /\bsummer\b/i],
  "09": ["autumn", /\b(?:autumn|fall)\b/i],
  "12": ["winter", /\bwinter\b/i],
};

/**
 * Words that name a day, so that the first of a month is meant as a day: "1 March", "2024-03-01",
 * "yesterday", "last Friday", "three days ago". English, German and Spanish.
 */
const namesDay =
  /\b0?1(?:st)?\b|\bfirst of\b|\b(?:yesterday|today|tonight|tomorrow|days?|nights?|weeks?|weekends?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|gestern|heute|morgen|tagen?|wochen?|ayer|hoy|mañana|días?|semanas?)\b/iu;

/**
 * Words that name a week, which a store keeps as its Monday: "last week", "vor zwei Wochen".
 * English, German and Spanish.
 */
const namesWeek = /\b(?:weeks?|wochen?|semanas?)\b/iu;
const namesWeekday =
  /\b(?:yesterday|today|tonight|tomorrow|days?|nights?|weekends?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|gestern|heute|morgen|tagen?|ayer|hoy|mañana|días?|\d{1,2}(?:st|nd|rd|th)?(?!\d|\s*(?:weeks?|wochen|semanas)))\b/iu;

/**
 * Words that name January and not the whole year: its name, or a month counted from now. English,
 * German and Spanish.
 */
const namesJanuary = /\b(?:jan|jän|ene)|\b(?:months?|monate?s?|mes(?:es)?)\b/iu;

/**
 * The precision of a time that was extracted from words.
 *
 * @param iso The time, ISO 8601 UTC with milliseconds.
 * @param words The text that the time was extracted from.
 */
export function closeness(iso: string, words: string): Closeness {
  if (isMonday(iso) && namesWeek.test(words) && !namesWeekday.test(words)) return "week";
  if (iso.slice(8) !== "01T00:00:00.000Z" || namesDay.test(words)) return "day";
  const month = iso.slice(5, 7);
  const [season, named] = seasons[month] ?? [];
  if (season !== undefined && named?.test(words)) return season;
  return month === "01" && !namesJanuary.test(words) ? "year" : "month";
}

/** Whether a time is midnight at the start of a Monday. */
function isMonday(iso: string): boolean {
  return iso.endsWith("T00:00:00.000Z") && new Date(iso).getUTCDay() === 1;
}
