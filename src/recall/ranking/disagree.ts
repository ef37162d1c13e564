/**
 * Disagree: what is about to be told twice, and differently. Pure. Reconciling closes what a later statement replaces; what it could not join was kept
 * beside it, and a reader is told that the two do not agree instead of having to notice it.
 *
 * Narrow on purpose, and English: a false alarm costs more trust than a silence. "I have never been there" disagrees with "I was there" only where it
 * was said after it; the other way round, something happened in between.
 */
import type { MemoryRecord } from "../../contract/record.js";
import type { StoredPassage } from "../../stores/store.js";
import { fold, indexWords } from "../../text/words.js";
import { date } from "../prose/lines.js";

/** Properties that cannot both hold of one value, by the extractor's names, whichever was said first. */
const opposites: readonly (readonly [string, string])[] = [
  ["likes", "dislikes"],
  ["eats", "does not eat"],
  ["drinks", "does not drink"],
];
/** Properties of which the second denies the first, said after it. */
const denials: readonly (readonly [string, string])[] = [["visited", "has never been to"]];
/** Properties that never change, so that two values are no news but a contradiction. */
const unchanging: ReadonlySet<string> = new Set(["birthday", "birth year", "birthplace"]);
const disputable: ReadonlySet<string> = new Set([...opposites.flat(), ...denials.flat(), ...unchanging]);

/** What of a passage may disagree with another. */
export interface Claims {
  readonly passage: StoredPassage;
  /** Current facts that another one may rule out. */
  readonly facts: readonly MemoryRecord[];
  readonly denied: readonly Clause[];
  /** Asked for only where something is denied: most passages are never cut. */
  readonly affirmed: () => readonly Clause[];
}

interface Clause {
  readonly text: string;
  readonly subject: string;
  readonly words: ReadonlySet<string>;
}

/** Reads a passage once, for all comparisons. */
export function claimsOf(passage: StoredPassage): Claims {
  const { text, prompt, records, superseded } = passage;
  const facts = records.filter(
    (record) => disputable.has(record.property ?? "") && !superseded.some(({ id }) => id === record.id),
  );
  // What is no longer true is told as facts with their times, an answer together with what was asked.
  const isQuotable = prompt === null && superseded.length === 0;
  let affirmed: readonly Clause[] | undefined;
  return {
    passage,
    facts,
    denied: isQuotable && denial.test(text) ? clausesOf(text).filter(deniesSomething) : [],
    affirmed: () => {
      affirmed ??= isQuotable ? clausesOf(text).filter((clause) => !denial.test(clause.text)) : [];
      return affirmed;
    },
  };
}

/**
 * What two passages say that does not agree, as one sentence with the dates of both; nothing where they agree, or only one of them speaks of it.
 *
 * @example `What was said on 3 May 2026 and on 9 June 2026 does not agree: "Ben likes coffee." and "Ben dislikes coffee."`
 */
export function disagreement(one: Claims, other: Claims): string | undefined {
  const [earlier, later] = isBefore(one.passage, other.passage) ? [one, other] : [other, one];
  const pair = factsThatDisagree(earlier, later) ?? clausesThatDisagree(earlier, later);
  return pair && sentence(pair, [earlier.passage.saidAt, later.passage.saidAt]);
}

/** Whether the first was said before the second: of one message, its earlier part. */
export function isBefore(one: StoredPassage, other: StoredPassage): boolean {
  return one.saidAt === other.saidAt ? one.id < other.id : one.saidAt < other.saidAt;
}

type Pair = readonly [earlier: string, later: string];

function sentence([first, second]: Pair, times: Pair): string {
  const days = [...new Set(times.map(date))].join(" and on ");
  return `What was said on ${days} does not agree: "${first}" and "${second}"`;
}

function factsThatDisagree(earlier: Claims, later: Claims): Pair | undefined {
  for (const first of earlier.facts)
    for (const second of later.facts) if (disagree(first, second)) return [first.text, second.text];
  return undefined;
}

function disagree(first: MemoryRecord, second: MemoryRecord): boolean {
  const same = (field: "entity" | "value") => fold(first[field] ?? "") === fold(second[field] ?? "");
  if (!same("entity")) return false;
  if (!same("value")) return first.property === second.property && unchanging.has(first.property ?? "");
  const are = (one: string, other: string) => first.property === one && second.property === other;
  return (
    denials.some(([one, other]) => are(one, other)) ||
    opposites.some(([one, other]) => are(one, other) || are(other, one))
  );
}

/** Words that make a clause a denial. "No longer" tells of a change, and is none. */
const denial = /\b(?:never|not)\b|n['’]t\b/i;
/** What is asked, wished, planned or supposed was not said to be so. */
const unreal =
  /\?|\b(?:if|will|would|could|should|might|may|can|want(?:s|ed)?|plan(?:s|ned)?|hopes?|try|trying|tried|needs?|going to|about to|thinking of|think|maybe|perhaps|almost|nearly|no longer|any ?more|yet|only)\b|['’](?:ll|d)\b/i;
const clause =
  /(?:(?!\b(?:but|so|because|since|although|though|while|which|why|and (?:i|he|she|we|they|it))\b)[^,;:.!?\n])+\??/gi;

function clausesOf(text: string): Clause[] {
  const texts = (text.match(clause) ?? []).map((words) => words.trim());
  return texts
    .filter((words) => words !== "" && !unreal.test(words))
    .map((words) => ({ text: words, subject: subjectOf(words), words: wordsOf(words) }));
}

/** "I've" and "I" are one subject; "Ben" and "Ben's" are two. */
function subjectOf(words: string): string {
  return fold(words.split(/\s+/)[0] ?? "").replace(/^i['’](?:ve|m)$/, "i");
}

/** Fewer words than these say too little to deny anything: "I'm not sure". */
const leastWords = 2;

function deniesSomething({ text, words }: Clause): boolean {
  return denial.test(text) && words.size >= leastWords;
}

/** Index words, without those that only say how a thing is said. */
function wordsOf(words: string): Set<string> {
  const bare = words.replace(/\b(?:never|not|any|actually|ever|before|already|really)\b/gi, " ");
  return new Set(indexWords(bare.replace(/n['’]t\b/gi, " ")));
}

/** A later clause of the same voice that denies an earlier one. */
function clausesThatDisagree(earlier: Claims, later: Claims): Pair | undefined {
  if (later.denied.length === 0 || !sameSpeaker(earlier.passage, later.passage)) return undefined;
  for (const second of later.denied) {
    const first = earlier.affirmed().find((one) => denies(second, one));
    if (first !== undefined) return [first.text, second.text];
  }
  return undefined;
}

function sameSpeaker(one: StoredPassage, other: StoredPassage): boolean {
  return one.role === other.role && one.speaker === other.speaker;
}

/** Share of an earlier clause that the denied words must make: one that says much more speaks of something else. */
const leastShare = 0.5;

/** About the same subject, and all that it denies stands there. */
function denies(second: Clause, first: Clause): boolean {
  if (second.subject !== first.subject || second.words.size < leastShare * first.words.size) return false;
  return [...second.words].every((word) => first.words.has(word));
}
