/**
 * Finds the words of a clause's subject: its own words, the words that "who" refers to, or the
 * subject of the previous clause if the clause has none.
 */
import { isBoundary } from "./clause-ends.js";
import type { Word } from "./grammar.js";
import type { Clause, VerbGroup } from "./verb-group.js";
import { startsVerb } from "./verb-start.js";
import { breaksBefore, isAdverb, negations } from "./words.js";

/** The state of splitting one sentence into clauses. */
export interface Scan {
  readonly words: readonly Word[];
  readonly asked: boolean;
  opaque: boolean;
  previous: Clause | undefined;
}

/** The words before a subject, and what they say about the clause. */
export interface Lead {
  readonly at: number;
  readonly joined: boolean;
  readonly hypothetical: boolean;
  readonly ownOpaque: boolean;
  readonly relative: boolean;
}

/** The word range of a subject, and the marks found in it. */
export interface Subject {
  readonly from: number;
  readonly to: number;
  readonly verbAt: number | null;
  readonly end: number;
  readonly negated: boolean;
  readonly never: boolean;
  readonly noLonger: boolean;
  /** "I almost bought a boat": the action did not happen. */
  readonly almost: boolean;
  readonly apposition: readonly Word[];
}

/** A longer text before a verb is not a subject that the rules can name. */
const maxSubjectWords = 9;

/** Finds the subject that starts at a word, up to its verb or the end of the clause. */
export function readSubject(scan: Scan, start: number): Subject {
  const { words } = scan;
  const from = start;
  let apposition: readonly Word[] = [];
  let marks: Marks = { negated: false, never: false, noLonger: false, almost: false };
  let to = start;
  let afterName = -1;
  for (let at = start; at < words.length && at - from <= maxSubjectWords; at++) {
    const word = words[at]!;
    const broken = at > from && at !== afterName && breaksBefore(words, at);
    if (broken === "hard") return { from, to: at, verbAt: null, end: at, ...marks, apposition };
    if (broken === "comma") {
      const name = appositionAt(words, from, at);
      if (name > at) {
        apposition = words.slice(at, name);
        afterName = name;
        at = name - 1;
        continue;
      }
      return { from, to: at, verbAt: null, end: at, ...marks, apposition };
    }
    const mark = markAt(words, at);
    if (mark !== undefined) {
      marks = { ...marks, ...mark };
      if (mark.noLonger) at++;
      continue;
    }
    if (startsVerb(words, at, at > from))
      return { from, to: Math.max(to, from), verbAt: at, end: at, ...marks, apposition };
    if (at > from && isBoundary(words, at))
      return { from, to: at, verbAt: null, end: at, ...marks, apposition };
    if (!(isAdverb(word) && at > from)) to = at + 1;
  }
  return {
    from,
    to,
    verbAt: null,
    end: Math.min(words.length, from + maxSubjectWords + 1),
    ...marks,
    apposition,
  };
}

type Marks = Pick<Subject, "negated" | "never" | "noLonger" | "almost">;

/** The mark that a word sets; `noLonger` takes the next word too. */
function markAt(words: readonly Word[], at: number): Partial<Marks> | undefined {
  const { lower } = words[at]!;
  if (lower === "no" && words[at + 1]?.lower === "longer") return { noLonger: true };
  // Only before a past tense: "almost every day" and "nearly 30" are quantities.
  if (/^(?:almost|nearly)$/.test(lower) && words[at + 1]?.tags.has("PastTense") === true)
    return { almost: true };
  if (!negations.has(lower)) return undefined;
  return lower === "never" ? { negated: true, never: true } : { negated: true };
}

/** "My sister, Mia, works": the index after a name between commas, or `at` without one. */
function appositionAt(words: readonly Word[], from: number, at: number): number {
  if (!/^(?:my|our|his|her|their)$/.test(words[from]?.lower ?? "")) return at;
  for (let end = at; end < Math.min(words.length, at + 3); end++) {
    if (!/^\p{Lu}/u.test(words[end]!.text)) return at;
    if (words[end]!.after.includes(",")) return end + 1;
  }
  return at;
}

/** The words of a clause's subject; empty if it has none. */
export function subjectWords(scan: Scan, subject: Subject, lead: Lead, group: VerbGroup): readonly Word[] {
  const { words, previous } = scan;
  const own = words.slice(subject.from, subject.to);
  if (lead.relative && own.length === 0) return antecedent(previous, words, lead.at);
  if (own.length > 0) return subject.apposition.length > 0 ? [...own, ...subject.apposition] : own;
  const continues = previous !== undefined && (lead.joined || group.form !== "base");
  // "She reminds me to rest and enjoy": a base form does not share the subject of "she reminds".
  if (continues && group.form === "base" && group.facts.modal === null && previous.form === "third")
    return [];
  if (continues && !previous.imperative) return previous.subject;
  const isFirst = group.form === "past" || isShortForIAm(words, subject.verbAt ?? 0);
  return isFirst && previous === undefined ? [firstPerson] : [];
}

/**
 * "Am a nurse", but not the German "Am 3. Mai" and "Am Montag" ("on …"), nor a superlative such as
 * "Am besten".
 */
function isShortForIAm(words: readonly Word[], at: number): boolean {
  const next = words[at + 1]?.text ?? "";
  return words[at]?.lower === "am" && /^\p{Ll}/u.test(next) && !/sten$/.test(next);
}

/** "Moved to Lisbon!", "Am a nurse" at the start of a message: the subject is the speaker. */
const firstPerson: Word = {
  text: "I",
  lower: "i",
  tags: new Set(["Pronoun"]),
  start: 0,
  end: 0,
  before: "",
  after: "",
};

/** "A daughter, Leela, who is four": the name after the comma. */
function apposedName(words: readonly Word[]): readonly Word[] {
  const comma = words.findLastIndex(({ after }, index) => after.includes(",") && index < words.length - 1);
  const name = words.slice(comma + 1);
  const isName = comma >= 0 && name.length <= 3 && name.every(({ text }) => /^\p{Lu}\p{Ll}/u.test(text));
  return isName ? name : words;
}

/** The words that "who" refers to: the noun phrase before it. */
function antecedent(previous: Clause | undefined, words: readonly Word[], at: number): readonly Word[] {
  if (previous !== undefined && previous.rest.length > 0) return apposedName(previous.rest);
  const before = words.slice(0, Math.max(0, at - 1)).filter(({ text }) => text !== "");
  return before.length <= 5 ? before : [];
}
