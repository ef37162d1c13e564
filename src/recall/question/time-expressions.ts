/**
 * Time expressions of a question, resolved to intervals: "in March 2024", "last summer", "on 3
 * May", "two weeks ago", "yesterday". English only and small on purpose: a full date grammar takes
 * longer to load than a whole recall, and a question with another expression is still answered by
 * its words.
 */

/** `[from, to)` in milliseconds since 1970, UTC. */
export interface Interval {
  readonly from: number;
  readonly to: number;
  /** It was named without a year, as in "in March" and "on 3 May". @default false */
  readonly yearly?: boolean;
}

const months = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
] as const;
const weekdays: readonly string[] = [
  "sunday",
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
];
const seasons: Readonly<Record<string, number>> = { spring: 2, summer: 5, autumn: 8, fall: 8, winter: 11 };
const smallNumbers = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

const dayMs = 86_400_000;
const month = `(${months.join("|")}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\\.?`;
const day = "(\\d{1,2})(?:st|nd|rd|th)?";
const year = "((?:19|20)\\d{2})";
const maybeYear = `(?:,? (?:of )?${year})?`;
const to = " ?(?:to|through|until|till|-|–|—) ?";
/** Names of months as they are written, unlike the verbs "may" and "march". */
const writtenMonth = `(${months.map((name) => name.charAt(0).toUpperCase() + name.slice(1)).join("|")})`;

interface Rule {
  readonly pattern: RegExp;
  readonly read: (groups: readonly string[], now: Date) => Interval | undefined;
}

/**
 * Rules in the order in which they are tried. A later rule does not match text that an earlier one
 * matched.
 */
const rules: readonly Rule[] = [
  rule(`${month} ${day}${to}(?:${month} )?${day}${maybeYear}`, days),
  rule(`${day}${to}${day} (?:of )?${month}${maybeYear}`, days),
  rule(
    `(early|mid|late|beginning of|start of|middle of|end of)(?: |-|–)(?:the month of )?${month}${maybeYear}`,
    partOfMonth,
  ),
  rule(`${year}-(\\d{2})-(\\d{2})`, ([y, m, d]) => dayOf(Number(y), Number(m) - 1, Number(d))),
  rule(`${day}(?: of)? ${month},? ${year}`, ([d, m, y]) => dayOf(Number(y), monthIndex(m), Number(d))),
  rule(`${month} ${day},? ${year}`, ([m, d, y]) => dayOf(Number(y), monthIndex(m), Number(d))),
  rule(`${month},? ${year}`, ([m, y]) => monthOf(Number(y), monthIndex(m))),
  rule(`${day} (?:of )?${month}`, ([d, m], now) => pastDay(monthIndex(m), Number(d), now)),
  rule(`${month} ${day}`, ([m, d], now) => pastDay(monthIndex(m), Number(d), now)),
  rule(`(spring|summer|autumn|fall|winter)(?: of)? ${year}`, ([s, y]) => seasonOf(Number(y), s)),
  rule("(last|this|past) (spring|summer|autumn|fall|winter)", ([which, s], now) =>
    whichSeason(which, s, now),
  ),
  rule(`(?:in|during|since|by|until|last|this) ${month}`, ([m], now) => pastMonth(monthIndex(m), now)),
  rule(
    `(?:[Ff]or|of|[Ff]rom|[Bb]etween|and|or|to|[Tt]he|[Tt]hroughout|[Oo]ver|[Aa]round) ${writtenMonth}`,
    ([m], now) => pastMonth(monthIndex(m), now),
    "g",
  ),
  rule(`(?:in|during|since|of|by|until|from|year) ${year}`, ([y]) => yearOf(Number(y))),
  rule("(the day before yesterday)", (_, now) => around(now, 2)),
  rule("(yesterday)", (_, now) => around(now, 1)),
  rule("(today|tonight|this morning)", (_, now) => around(now, 0)),
  rule("(\\d+|a|an|one|two|three|four|five|six|seven|eight|nine|ten) (day|week|month|year)s? ago", ago),
  rule("last (week|month|year)", ([unit], now) => before(unit, 1, now)),
  rule("this (week|month|year)", ([unit], now) => before(unit, 0, now)),
  rule(`(?:last|on|this past) (${weekdays.join("|")})`, ([name], now) => pastWeekday(name, now)),
];

function rule(source: string, read: Rule["read"], flags = "gi"): Rule {
  return { pattern: new RegExp(`\\b${source}\\b`, flags), read };
}

/**
 * Returns every time that a question names. Relative times are resolved with `now`. "before" and
 * "after" make the interval open on that side.
 *
 * @returns The intervals in order of appearance; empty if none is named.
 */
export function timeExpressions(text: string, now: Date): Interval[] {
  let rest = text;
  const found: { at: number; interval: Interval }[] = [];
  for (const { pattern, read } of rules) {
    rest = rest.replace(pattern, (whole, ...details) => {
      const groups = details.filter((detail): detail is string => typeof detail === "string").slice(0, -1);
      const at = details.find((detail): detail is number => typeof detail === "number") ?? 0;
      const interval = read(groups, now);
      if (interval === undefined || Number.isNaN(interval.from)) return whole;
      found.push({ at, interval: opened(interval, text.slice(Math.max(0, at - leadLength), at)) });
      return " ".repeat(whole.length);
    });
  }
  return found.sort((a, b) => a.at - b.at).map(({ interval }) => interval);
}

/** How much of the text before a time is read for "before" and "after", in characters. */
const leadLength = 64;

function opened(interval: Interval, lead: string): Interval {
  if (/\b(?:before|until|prior to)\s+(?:the\s+)?$/i.test(lead)) return { from: earliest, to: interval.from };
  if (/\b(?:after|since)\s+(?:the\s+)?$/i.test(lead)) return { ...interval, to: latest };
  return interval;
}

const earliest = Date.parse("0001-01-01T00:00:00Z");
const latest = Date.parse("9999-12-31T00:00:00Z");

function monthIndex(name = ""): number {
  return months.findIndex((full) => full.startsWith(name.toLowerCase().replace(".", "").slice(0, 3)));
}

function dayOf(y: number, m: number, d: number): Interval | undefined {
  const from = Date.UTC(y, m, d);
  return m < 0 || m > 11 || d < 1 || d > 31 ? undefined : { from, to: from + dayMs };
}

function monthOf(y: number, m: number, count = 1): Interval {
  return { from: Date.UTC(y, m, 1), to: Date.UTC(y, m + count, 1) };
}

function yearOf(y: number): Interval {
  return monthOf(y, 0, 12);
}

function seasonOf(y: number, name = ""): Interval {
  return monthOf(y, seasons[name.toLowerCase()] ?? 0, 3);
}

/** The most recent month of that name, which may be the current one. */
function pastMonth(m: number, now: Date): Interval {
  return { ...monthOf(now.getUTCFullYear() - (m > now.getUTCMonth() ? 1 : 0), m), yearly: true };
}

function pastDay(m: number, d: number, now: Date): Interval | undefined {
  const thisYear = now.getUTCFullYear();
  const isOver = (dayOf(thisYear, m, d)?.from ?? 0) <= now.getTime();
  const day = dayOf(isOver ? thisYear : thisYear - 1, m, d);
  return day && { ...day, yearly: true };
}

/** "October 2nd to 7th", "30 May to 2 June 2025": from the first day to the end of the last one. */
function days(groups: readonly string[], now: Date): Interval | undefined {
  const names = groups.filter((group) => !/^\d/.test(group));
  const [first, last, y] = groups.filter((group) => /^\d/.test(group)).map(Number);
  const [m, endMonth] = [monthIndex(names[0]), monthIndex(names[1] ?? names[0])];
  const begin = y === undefined ? pastDay(m, first!, now) : dayOf(y, m, first!);
  if (begin === undefined) return undefined;
  const end = dayOf(new Date(begin.from).getUTCFullYear(), endMonth, last!);
  return end === undefined || end.to <= begin.from ? begin : { ...begin, to: end.to };
}

/** First and last day of the parts of a month, which overlap: nobody counts days for "early". */
const parts: Readonly<Record<string, readonly [first: number, last: number]>> = {
  early: [1, 12],
  mid: [9, 22],
  late: [19, 31],
};

/** "Early June", "mid-June", "at the end of June 2025". */
function partOfMonth([part = "", m, y]: readonly string[], now: Date): Interval {
  const name = /^(?:early|beg|start)/i.test(part) ? "early" : /^mid/i.test(part) ? "mid" : "late";
  const whole = y === undefined ? pastMonth(monthIndex(m), now) : monthOf(Number(y), monthIndex(m));
  const [first, last] = parts[name]!;
  const to = Math.min(whole.to, whole.from + last * dayMs);
  return { ...whole, from: whole.from + (first - 1) * dayMs, to };
}

/** "This summer" is in this year; "last summer" is the last one that is over. */
function whichSeason(which: string | undefined, name: string | undefined, now: Date): Interval {
  const thisYear = seasonOf(now.getUTCFullYear(), name);
  if (which?.toLowerCase() === "this" || thisYear.to <= now.getTime()) return thisYear;
  return seasonOf(now.getUTCFullYear() - 1, name);
}

function around(now: Date, daysBack: number): Interval {
  const from = Math.floor(now.getTime() / dayMs - daysBack) * dayMs;
  return { from, to: from + dayMs };
}

/** "three weeks ago" is that day, plus and minus half a unit. */
function ago([count, unit]: readonly string[], now: Date): Interval {
  const amount = /^an?$/i.test(count ?? "") ? 1 : amountOf(count ?? "");
  const span = unitDays(unit) * dayMs;
  const middle = now.getTime() - amount * span;
  return { from: middle - Math.max(span / 2, dayMs), to: middle + Math.max(span / 2, dayMs) };
}

function amountOf(word: string): number {
  const named = smallNumbers.indexOf(word.toLowerCase());
  return named >= 0 ? named : Number(word);
}

function unitDays(unit = "day"): number {
  return { day: 1, week: 7, month: 30.4, year: 365.25 }[unit.toLowerCase()] ?? 1;
}

function before(unit: string | undefined, count: number, now: Date): Interval {
  const y = now.getUTCFullYear();
  if (unit?.toLowerCase() === "year") return yearOf(y - count);
  if (unit?.toLowerCase() === "month") return monthOf(y, now.getUTCMonth() - count);
  const monday = around(now, ((now.getUTCDay() + 6) % 7) + 7 * count).from;
  return { from: monday, to: monday + 7 * dayMs };
}

function pastWeekday(name: string | undefined, now: Date): Interval {
  const index = weekdays.indexOf(name?.toLowerCase() ?? "");
  const back = (now.getUTCDay() - index + 7) % 7;
  return around(now, back === 0 ? 7 : back);
}
