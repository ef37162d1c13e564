/**
 * Disagree: finds passages of one answer that contradict each other. Pure. `remember` closes facts
 * that a later statement replaces; statements that it could not connect are both kept, and the
 * answer says that the two do not agree.
 *
 * Narrow on purpose, and English only: a false alarm costs more trust than a missed one. "I have
 * never been there" contradicts "I was there" only if the denial was said later; in the other
 * order, something happened in between.
 */
import type { MemoryRecord } from "../../contract/record.js";
import type { StoredPassage } from "../../stores/store.js";
import { fold, indexWords } from "../../text/words.js";
import { byPassage } from "../passages/by-passage.js";
import { date } from "../prose/lines.js";

/**
 * Pairs of properties that cannot both be true of one value, in either order, by the extractor's
 * names.
 */
const opposites: readonly (readonly [string, string])[] = [
  ["likes", "dislikes"],
  ["eats", "does not eat"],
  ["drinks", "does not drink"],
];
/** Pairs of properties: the second denies the first if it is said later. */
const denials: readonly (readonly [string, string])[] = [["visited", "has never been to"]];
/** Properties that never change, so that two values are a contradiction, not an update. */
const unchanging: ReadonlySet<string> = new Set(["birthday", "birth year", "birthplace"]);
const disputable: ReadonlySet<string> = new Set([...opposites.flat(), ...denials.flat(), ...unchanging]);

/** The statements of a passage that may contradict another passage. */
export interface Claims {
  readonly passage: StoredPassage;
  /** Current facts that another fact may contradict. */
  readonly facts: readonly MemoryRecord[];
  readonly denied: readonly Clause[];
  /**
   * The clauses. They are computed only if another passage denies something, so most passages are
   * never split.
   */
  readonly affirmed: () => readonly Clause[];
}

interface Clause {
  readonly text: string;
  readonly subject: string;
  readonly words: ReadonlySet<string>;
}

/** Returns the claims of a passage, for all comparisons with it. */
export const claimsOf = byPassage<Claims>((passage) => {
  const { text, prompt, records, superseded } = passage;
  const facts = records.filter(
    (record) => disputable.has(record.property ?? "") && !superseded.some(({ id }) => id === record.id),
  );
  // Ended facts are rendered with their times, and an answer with its question, so neither is
  // compared.
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
});

/**
 * Returns one sentence with what two passages say differently and the dates of both; `undefined` if
 * they do not contradict each other.
 *
 * @example
 * // What was said on 3 May 2026 and on 9 June 2026 does not agree: "Ben likes coffee." and "Ben
 * // dislikes coffee."
 */
export function disagreement(one: Claims, other: Claims): string | undefined {
  if (!mayDisagree(one, other)) return undefined;
  const [earlier, later] = isBefore(one.passage, other.passage) ? [one, other] : [other, one];
  const pair = factsThatDisagree(earlier, later) ?? clausesThatDisagree(earlier, later);
  return pair && sentence(pair, [earlier.passage.saidAt, later.passage.saidAt]);
}

/**
 * Whether the first was said before the second. Within one message, the earlier part was said
 * before.
 */
export function isBefore(one: StoredPassage, other: StoredPassage): boolean {
  return one.saidAt < other.saidAt || (one.id < other.id && one.saidAt === other.saidAt);
}

/** Most passages state nothing that is compared. */
function mayDisagree(one: Claims, other: Claims): boolean {
  if (one.denied.length > 0 || other.denied.length > 0) return true;
  return one.facts.length > 0 && other.facts.length > 0;
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

/** Words that make a clause a denial. "No longer" states a change and is not a denial. */
const denial = /\b(?:never|not)\b|n['’]t\b/i;
/** Questions, wishes, plans and suppositions do not state that something is true. */
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

/** "I've" and "I" are the same subject; "Ben" and "Ben's" are not. */
function subjectOf(words: string): string {
  return fold(words.split(/\s+/)[0] ?? "").replace(/^i['’](?:ve|m)$/, "i");
}

/** A denial of fewer words says too little: "I'm not sure". */
const leastWords = 2;

function deniesSomething({ text, words }: Clause): boolean {
  return denial.test(text) && words.size >= leastWords;
}

/** Index words, without negations and adverbs such as "already". */
function wordsOf(words: string): Set<string> {
  const bare = words.replace(/\b(?:never|not|any|actually|ever|before|already|really)\b/gi, " ");
  return new Set(indexWords(bare.replace(/n['’]t\b/gi, " ")));
}

/** Finds a later clause of the same speaker that denies an earlier one. */
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

/**
 * Fewest words of the denial, as a share of the words of the earlier clause: a clause that says
 * much more has another topic.
 */
const leastShare = 0.5;

/** Whether both have the same subject and the first contains all that the second denies. */
function denies(second: Clause, first: Clause): boolean {
  if (second.subject !== first.subject || second.words.size < leastShare * first.words.size) return false;
  return [...second.words].every((word) => first.words.has(word));
}
