/**
 * Finds months, seasons and years: "last May", "in the summer of 2020", "back in 2019". All are
 * UTC. Pure.
 */
import { matchesIn } from "../../../text/patterns/matches.js";
import {
  boundOf,
  type FoundDate,
  foundDate,
  months,
  type Period,
  seasonMonths,
  soFar,
  stillAhead,
  type Tense,
  years,
} from "./found-date.js";

/**
 * Months, seasons and years in forms that chrono-node does not parse. `months` take precedence over
 * its results, `others` do not.
 */
export function namedPeriods(
  sentence: string,
  said: Date,
): {
  readonly months: FoundDate[];
  readonly others: FoundDate[];
} {
  return {
    months: [...namedMonths(sentence, said), ...seasonsOfYears(sentence)],
    others: [...seasons(sentence, said), ...bareYears(sentence)],
  };
}

const monthNames =
  "january february march april may june july august september october november december".split(" ");
const namedMonth = new RegExp(
  `\\b(?:(since|until|till|by|from)\\s+)?(last|next|this|past|coming)\\s+(${monthNames.join("|")})\\b(?!,?\\s+\\d)`,
  "gi",
);

/**
 * "last May" is the latest that is over, "next May" the first that has not begun. chrono resolves
 * both to any May, or finds no date.
 */
function namedMonths(sentence: string, said: Date): FoundDate[] {
  return [...matchesIn(sentence, namedMonth)].map((match) => {
    const which = match[2]!.toLowerCase();
    const month = monthNames.indexOf(match[3]!.toLowerCase());
    const year = said.getUTCFullYear();
    const isOver = month < said.getUTCMonth();
    const isAhead = month > said.getUTCMonth();
    const inYear = /last|past/.test(which)
      ? year - (isOver ? 0 : 1)
      : which === "this"
        ? year
        : year + (isAhead ? 0 : 1);
    return foundDate(placeOf(match, match[1]), () => months(inYear, month));
  });
}

const names = "spring|summer|autumn|fall|winter";
const seasonOfYear = new RegExp(
  String.raw`\b(?:(since|until|till|by|from|in|during|over|of)\s+)?(?:the\s+)?(?:(?:early|late|mid)[\s-]+)?(${names})(?:\s+of)?\s+((?:19|20)\d\d)\b`,
  "gi",
);

/** "in summer 2023", "the winter of 2019". */
function seasonsOfYears(sentence: string): FoundDate[] {
  return [...matchesIn(sentence, seasonOfYear)].map((match) =>
    foundDate(placeOf(match, match[1]), () => seasonOf(Number(match[3]), match[2]!)),
  );
}

const season = new RegExp(
  String.raw`\b(?:(since|until|till)\s+)?(?:(?:in|during|over)\s+)?(?:the\s+)?(last|this|next|past|coming)\s+(${names})\b|\b(?:(since|until|till)\s+)?(?:in|during)\s+(?:the\s+)?(spring|summer|autumn|winter|fall(?=\W*$|[,.;:!?]|\s+(?:we|i|he|she|they|it)\b))\b`,
  "gi",
);

function seasons(sentence: string, said: Date): FoundDate[] {
  return [...matchesIn(sentence, season)].map((match) => {
    const name = (match[3] ?? match[5] ?? "").toLowerCase();
    const which = (match[2] ?? "").toLowerCase();
    return foundDate(placeOf(match, match[1] ?? match[4]), (tense) => whichSeason(name, which, said, tense));
  });
}

/**
 * "last summer" is the latest that has ended; "next" the first that has not begun; "this" the one
 * of this year.
 */
function whichSeason(name: string, which: string, said: Date, tense: Tense): Period {
  const now = said.getUTCFullYear();
  const of = (year: number) => seasonOf(year, name);
  const hasBegun = of(now).from <= said.getTime();
  if (which === "this") return tense === "past" ? soFar(of(now), said) : stillAhead(of(now), said);
  const ended = (year: number) => of(year).until! <= said.getTime();
  if (which === "last" || which === "past") return of([now, now - 1].find(ended) ?? now - 2);
  if (which === "" && tense === "past") return of(hasBegun ? now : now - 1);
  return of(hasBegun ? now + 1 : now);
}

function seasonOf(year: number, name: string): Period {
  return months(year, seasonMonths[name.toLowerCase()] ?? 0, 3);
}

const bareYear =
  /\b(?:(since|until|till|from|in|of|back in|around|seit|bis|desde|hasta|en)\s+)((?:19|20)\d\d)\b(?![\d.,]\d|\s*(?:%|people|users|requests|euros?|dollars?|km|kg|mb|gb))/gi;

function bareYears(sentence: string): FoundDate[] {
  return [...matchesIn(sentence, bareYear)].map((match) =>
    foundDate(placeOf(match, match[1]), () => years(Number(match[2]))),
  );
}

function placeOf(match: RegExpExecArray, bound: string | undefined) {
  return { start: match.index, end: match.index + match[0].length, bound: boundOf(bound) };
}
