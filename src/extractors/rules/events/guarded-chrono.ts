/**
 * chrono-node's casual English, each parser asked only about sentences that have what it needs.
 * chrono asks all eighteen of each, and most of the time goes into patterns that could have found
 * nothing. Four of them are so large (a quantity repeated ten times) that compiling them holds the
 * process up for 0.13 s in all, at the first two sentences that may name a date; here most never
 * ask them.
 *
 * What a parser needs is a part of its pattern that no match can be without, so what is found stays
 * the same; `guarded-chrono.test.ts` compares. chrono is pinned for these. A parser that is not
 * listed is always asked, and so are all where a bundler renames classes.
 */
import type { Chrono, ParsedResult, ParsingReference } from "chrono-node/en";

/**
 * How a quantity of time ("about two weeks") begins; after an article, how what follows it does: a
 * unit, "few", "couple".
 */
const quantity = String.raw`(?:about|around|roughly|approximately|just|\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|few|several|couple|(?:the|an?)\s{0,3}[smhdwqyfc])`;

const digit = /\d/;
/**
 * A month's name, and after it a mark, a digit, "of", or how an ordinal word begins ("first" to
 * "thirtieth").
 */
const month =
  /(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?:[\W\d]|$|of|[fsten])/i;

/** What a sentence must have for a parser to find anything in it, by the parser's name. */
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

/** Finds in every sentence what `whole` finds in it. */
interface GuardedChrono {
  parse(sentence: string, reference: ParsingReference): ParsedResult[];
}

/**
 * `whole` is chrono's own; `make` makes another with its refiners and some of its parsers, one for
 * each set of needs that comes up.
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
