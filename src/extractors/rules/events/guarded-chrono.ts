/**
 * chrono-node's casual English with a cheap test before each parser. chrono runs all eighteen
 * parsers on every sentence and spends most of its time in patterns that cannot match. Four
 * patterns are so large (a quantity repeated ten times) that compiling them blocks the process for
 * 0.13 s in all, at the first two sentences that may have a date; with the tests, most sentences
 * never run them.
 *
 * Each test is a part of the parser's pattern that every match includes, so the results are the
 * same: `guarded-chrono.test.ts` compares them with chrono's own. The version of chrono is pinned,
 * so that its patterns do not change. A parser that is not listed always runs, and so do all if a
 * bundler renames classes.
 */
import type { Chrono, ParsedResult, ParsingReference } from "chrono-node/en";

/**
 * The start of a quantity of time ("about two weeks"); after an article, the first letter of a
 * unit, "few" or "couple".
 */
const quantity = String.raw`(?:about|around|roughly|approximately|just|\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|few|several|couple|(?:the|an?)\s{0,3}[smhdwqyfc])`;

const digit = /\d/;
/**
 * The name of a month, followed by punctuation, a digit, "of", or the first letter of an ordinal
 * word ("first" to "thirtieth").
 */
const month =
  /(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?:[\W\d]|$|of|[fsten])/i;

/** What a sentence must match for a parser to find anything in it, by the parser's name. */
const needs: ReadonlyMap<string, RegExp> = new Map([
  ["ENYearMonthDayParser", digit],
  ["ISOFormatParser", digit],
  ["SlashDateFormatParser", digit],
  ["ENSlashMonthFormatParser", digit],
  ["ENTimeExpressionParser", digit],
  ["ENYearMonthNameParser", digit],
  ["ENMonthNameLittleEndianParser", month],
  ["ENMonthNameMiddleEndianParser", month],
  ["ENMonthNameParser", month],
  [
    "ENWeekdayParser",
    /(?:(?:sun|mon|fri)(?:day)?|tue(?:sday)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|sat(?:urday)?|weekend|weekday)(?:\W|$|of|this|last|past|next)/i,
  ],
  ["ENCasualDateParser", /now|today|night|morrow|tmr|yesterday/i],
  ["ENCasualTimeParser", /morning|noon|evening|night|midday/i],
  ["ENEndOfCurrentMonthParser", /(?:day|end)\s+of/i],
  ["ENRelativeDateFormatParser", /(?:this|last|past|next)\s*[smhdwqy]/i],
  ["ENTimeUnitWithinFormatParser", new RegExp(String.raw`(?:in|for)\s*${quantity}`, "i")],
  [
    "ENTimeUnitCasualRelativeFormatParser",
    new RegExp(String.raw`(?:this|last|past|next|after|[-+])\s*${quantity}`, "i"),
  ],
  ["ENTimeUnitAgoFormatParser", /(?:ago|before|earlier)(?:\W|$)/i],
  ["ENTimeUnitLaterFormatParser", /(?:later|after|from now|henceforth|forward|out)(?:\W|$)/i],
]);

/** A parser with the same results as `whole`. */
interface GuardedChrono {
  parse(sentence: string, reference: ParsingReference): ParsedResult[];
}

/**
 * `whole` is chrono's own parser. `make` creates another with its refiners and some of its parsers,
 * once for each combination of tests.
 */
export function guardedChrono(whole: Chrono, make: (parsers: Chrono["parsers"]) => Chrono): GuardedChrono {
  const needOf = whole.parsers.map((parser) => needs.get(parser.constructor.name));
  const distinct = [...new Set(needOf)].filter((need) => need !== undefined);
  const made = new Map<number, Chrono>();
  const withNeeds = (met: number): Chrono => {
    const known = made.get(met);
    if (known !== undefined) return known;
    const isMet = (need: RegExp | undefined) => need === undefined || met & (1 << distinct.indexOf(need));
    const chrono = make(whole.parsers.filter((_, at) => isMet(needOf[at])));
    made.set(met, chrono);
    return chrono;
  };
  return {
    parse(sentence, reference) {
      const met = distinct.reduce((bits, need, at) => (need.test(sentence) ? bits | (1 << at) : bits), 0);
      return withNeeds(met).parse(sentence, reference);
    },
  };
}
