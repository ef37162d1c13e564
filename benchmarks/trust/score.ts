/** Compares an answer with what a case expects of it. Pure: no store, no clock. */
import type { Expectation } from "./cases.js";

/** The texts of an answer. */
export interface Answer {
  /** Facts, events and extracts of files, one statement per line. */
  readonly facts: string;
  readonly rules: string;
  readonly confidence: string | undefined;
}

/** Words that say on a line that something is over. */
const pastMarks = [
  "until|no longer|not any|any more|anymore|formerly|former|previously|used to|earlier|before|past",
  "was|were|had been|ended|over since|replaced|superseded|outdated|out of date|obsolete|corrected|instead of|cancelled|withdrew|history",
  "quit|left|sold|closed|stopped|gave up|died|gone|dropped|resigned|retired|handed|switched off",
  "split up|broke up|over with|it's over|moved from|moved out|changed from",
].map((marks) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${marks})(?![\\p{L}\\p{N}])`, "u"));

/** Returns what is wrong with an answer, one sentence each; empty if it is right. */
export function problemsOf(expect: Expectation, answer: Answer): string[] {
  const prose = `${answer.facts}\n${answer.rules}`;
  return [
    ...missing(expect.has, prose).map((word) => `lacks ${word}`),
    ...missing(expect.rules, answer.rules).map((word) => `lacks the rule ${word}`),
    ...(expect.hasNot ?? []).filter((word) => includes(prose, word)).map((word) => `has ${word}`),
    ...misplaced(expect, prose),
    ...unmarked(expect, prose),
    ...tooMuch(expect, answer),
    ...wrongConfidence(expect, answer),
  ];
}

/** Finds a word by its beginning, and a number as a whole, without case and in any Unicode form. */
export function includes(prose: string, word: string): boolean {
  const wanted = folded(word);
  const start = /^\d/.test(wanted) ? "(?<!\\d)" : spaced.test(wanted) ? "(?<![\\p{L}\\p{N}])" : "";
  const end = /\d$/.test(wanted) ? "(?!\\d)" : "";
  return new RegExp(`${start}${escaped(wanted)}${end}`, "u").test(folded(prose));
}

/** Chinese and Japanese write no spaces between words. */
const spaced = /^(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])\p{L}/u;

function folded(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/[^\S\n]+/g, " ");
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

function missing(wanted: Expectation["has"], prose: string): string[] {
  return (wanted ?? [])
    .map((one) => (typeof one === "string" ? [one] : one))
    .filter((alternatives) => !alternatives.some((word) => includes(prose, word)))
    .map((alternatives) => alternatives.join(" or "));
}

/** Compares lines: a line with both ("moved from Lisbon to Porto") is right. */
function misplaced({ first, after = [] }: Expectation, prose: string): string[] {
  if (first === undefined) return [];
  const lines = prose.split("\n");
  const lineOf = (word: string) => lines.findIndex((line) => includes(line, word));
  const place = lineOf(first);
  return after
    .filter((word) => lineOf(word) !== -1 && (place === -1 || place > lineOf(word)))
    .map((word) => `has ${word} before ${first}`);
}

function unmarked({ pastOnly = [], onlyWith = {}, first }: Expectation, prose: string): string[] {
  const lines = prose.split("\n");
  const saysPast = (line: string) =>
    pastMarks.some((mark) => mark.test(folded(line))) || (first !== undefined && includes(line, first));
  return [
    ...pastOnly
      .filter((word) => lines.some((line) => includes(line, word) && !saysPast(line)))
      .map((word) => `has ${word} as the present`),
    ...Object.entries(onlyWith)
      .filter(([word, marks]) =>
        lines.some((line) => includes(line, word) && !marks.some((mark) => includes(line, mark))),
      )
      .map(([word, marks]) => `has ${word} without ${marks.join(" or ")}`),
  ];
}

function tooMuch({ empty, onlyOf }: Expectation, { facts, confidence }: Answer): string[] {
  if (facts.trim() === "") return [];
  if (empty === true) return ["is not empty"];
  if (onlyOf === undefined) return [];
  if (confidence === "found") return [`claims to have found something about ${onlyOf}`];
  return includes(facts, onlyOf) ? [] : [`has what does not name ${onlyOf}`];
}

function wrongConfidence({ confidence: allowed }: Expectation, { confidence }: Answer): string[] {
  if (allowed === undefined || allowed.some((one) => one === confidence)) return [];
  return [`has the confidence ${confidence ?? "undefined"}, not ${allowed.join(" or ")}`];
}
