/**
 * Facts with a fixed form: versions of named things, and measures that went from one value to
 * another.
 */
import { matchesIn } from "../../../../text/patterns/matches.js";
import type { SemanticDraft } from "../../../extractor.js";
import { possessive } from "../../conversation/coreference.js";
import { statedFreely } from "../statement.js";

/**
 * "Flask 2.3.1", "Python v3.11", "pytest 7.2.0": a name and a number with a point. A lower-case
 * name needs a number with two points.
 */
const version =
  /(?<![\p{L}\p{N}.$€£])((?:\p{Lu}[\p{L}\p{N}+#]*(?:[-.][\p{L}\p{N}]+)*(?: \p{Lu}[\p{L}\p{N}+#]*)?)|[a-z][a-z0-9_-]{1,30}(?= v?\d+\.\d+\.\d+))(?:,? version)? v?(\d{1,4}(?:\.\d{1,4}){1,3})(?![\p{L}\p{N}%])(?!\s*(?:%|percent|million|billion|[kmcd]?m\b|k?g\b|km|miles?|hours?|minutes?|seconds?|years?|euros?|dollars?|points?|stars?|a\.?m|p\.?m))/gu;
const noUnit =
  "(?!\\s*(?:%|percent|million|billion|[kmcd]?m\\b|k?g\\b|[kmgt]b\\b|km|miles?|hours?|minutes?|seconds?|days?|weeks?|months?|years?|euros?|dollars?|points?|stars?|a\\.?m|p\\.?m|times|people|of\\b|percent))";
/** Words before the name of something that is used, and between two of them. */
const using =
  "(?<=\\b(?:using|uses?|used|with|via|running|runs|install(?:ed|ing)?|on|and|upgrad(?:ed|ing) (?:to|from)|migrat(?:ed|ing) (?:to|from)|moved (?:to|from)|switched (?:to|from)|in|built (?:with|in))\\s|,\\s)";
/** "PostgreSQL 15", "Node.js 18": a name that is spelled like no other word, and a whole number. */
const spelledVersion = new RegExp(
  `(?<![\\p{L}\\p{N}.$€£-])(\\p{Lu}[\\p{L}\\p{N}+#]*(?:\\p{Ll}\\p{Lu}[\\p{L}\\p{N}+#]*|\\.[jJ][sS]|SQL))(?:,? version)? v?(\\d{1,3})(?![\\p{L}\\p{N}%:/-]|[.,]\\d)${noUnit}`,
  "gu",
);
/** "React 18", "pandas 1.5": only beside a version of something else, because "Anna 34" is none. */
const besideVersion = new RegExp(
  `${using}(\\p{Lu}[\\p{L}\\p{N}+#]*(?= v?\\d)|\\p{Ll}[\\p{Ll}\\p{N}_-]{2,30}(?= v?\\d+\\.\\d))(?:,? version)? v?(\\d{1,3}(?:\\.\\d{1,3})?)(?![\\p{L}\\p{N}%:/-]|[.,]\\d)${noUnit}`,
  "gu",
);
/** "django-allauth 0.58": a joined name and a number with a point. */
const joinedVersion = new RegExp(
  `(?<![\\p{L}\\p{N}.$€£-])(\\p{Ll}[\\p{Ll}\\p{N}]*[-_][\\p{Ll}\\p{N}_-]+) v?(\\d{1,3}\\.\\d{1,3})(?![\\p{L}\\p{N}%:/-]|[.,]\\d)${noUnit}`,
  "gu",
);
/** Words before a number with a point that name something other than software. */
const noSoftware =
  /^(?:chapter|section|figure|fig|table|step|part|page|room|flat|unit|lot|item|no|number|day|week|at|by|about|around|only|over|under|from|to|is|was|of|and|the|gpa|grade|score|rated|rate|scored|version|usd|eur|gbp|ph|lap|km|mile|form|grade|year|class|type|route|highway|phase|level|task|sprint|release|question|exercise|problem|theorem|equation|rule|article|clause|paragraph|volume|series|season|episode|magnitude|bible|psalm|size|side|sides|average|mean|total|sum|ratio|factor|value|between|than|with|in|on|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december|today|tomorrow|yesterday|tonight)$/i;

/** The versions in a text in order, each as a fact about the named thing. */
export function versionsOf(text: string): SemanticDraft[] {
  if (!/\p{L}\d* v?\d/u.test(text)) return [];
  const sure = [version, spelledVersion, joinedVersion].flatMap((form) => namedIn(text, form));
  const found = sure.length === 0 ? [] : [...sure, ...namedIn(text, besideVersion)];
  const distinct = new Map(found.map((one) => [one.end, one]));
  return [...distinct.values()]
    .toSorted((one, other) => one.end - other.end)
    .map(({ name, number }) =>
      statedFreely({
        entity: name,
        property: "version",
        value: number,
        text: `${possessive(name)} version is ${number}.`,
        // Two projects of one person may use two versions, so a new version replaces none unless
        // the text says that it changed.
        cardinality: "many",
      }),
    );
}

interface NamedVersion {
  readonly name: string;
  readonly number: string;
  /** Where it ends in the text. */
  readonly end: number;
}

function namedIn(text: string, form: RegExp): NamedVersion[] {
  return [...matchesIn(text, form)].flatMap(({ 0: whole, 1: name = "", 2: number = "", index }) =>
    noSoftware.test(name) || noSoftware.test(name.split(" ").at(-1)!)
      ? []
      : [{ name, number, end: index + whole.length }],
  );
}

const goesFrom =
  /\bfrom\s+(?:an?\s+|the\s+|about\s+|around\s+|just\s+)?(\S[^,.;:!?]{0,30}?)\s+(?:down\s+|up\s+)?to\s+(?:an?\s+|the\s+|about\s+|around\s+|just\s+)?$/i;

/**
 * The former value of the measure at a span: "65 %" for "82 %" in "from 65 % to 82 %". `null`
 * without one.
 */
export function measureBefore(text: string, { start, end }: { start: number; end: number }): string | null {
  const former = goesFrom.exec(text.slice(Math.max(0, start - 60), start))?.[1];
  return former !== undefined && /\d/.test(former) && /\d/.test(text.slice(start, end)) ? former : null;
}

/** Whether the measure at a span is the former value: "65 %" in "from 65 % to 82 %". */
export function isMeasureLeft(text: string, { start, end }: { start: number; end: number }): boolean {
  return (
    /\d/.test(text.slice(start, end)) &&
    /\bfrom\s+(?:an?\s+|the\s+|about\s+|around\s+|just\s+)?$/i.test(
      text.slice(Math.max(0, start - 20), start),
    ) &&
    /^\s*(?:[^\s,.;]{1,12}\s+)?(?:down\s+|up\s+)?to\s+(?:an?\s+|the\s+|about\s+|around\s+|just\s+)?\S*\d/i.test(
      text.slice(end, end + 40),
    )
  );
}

const twoMeasures = /^(?:from\s+)?(\S*\d\S*(?:\s(?:\p{L}{1,10}|%))?)\s+to\s+(\S*\d.*)$/iu;

/** Splits "65 % to 82 %", which was tagged as one value. */
export function splitMeasures(value: string): { former: string; value: string } | null {
  const match = twoMeasures.exec(value);
  return match === null ? null : { former: match[1]!, value: match[2]! };
}
