/** Finds the end of a clause: a break, a subordinate clause, or the next main clause. */
import type { Word } from "./grammar.js";
import { startsVerb } from "./verb-start.js";
import type { Form } from "./verbs.js";
import {
  auxiliaries,
  breaksBefore,
  forms,
  isAdverb,
  leads,
  modals,
  negations,
  set,
  subjectPronouns,
} from "./words.js";

/**
 * Whether a relative clause precedes: ", lives in Graz" continues the sentence after ", who works
 * at Siemens".
 */
function afterRelative(words: readonly Word[], at: number): boolean {
  return words.slice(0, at).some(({ lower }) => lower === "who" || lower === "which");
}

const subordinators = set(
  "because while although though whereas so when where if unless whether who which that until before after as whenever but how what why",
);

/** Words that join another clause, and words that join another phrase. */
const joiners = set("and or then plus &");
const phraseJoiners = set("and or to than");

/**
 * The index after the last word that belongs to a verb: a break, a subordinate clause, or the next
 * clause ends them.
 */
export function findRestEnd(words: readonly Word[], from: number, form: Form): number {
  for (let at = from; at < words.length; at++) {
    if (at > 0) {
      const broken = breaksBefore(words, at);
      if (broken === "hard") return at;
      if (
        broken === "comma" &&
        (words[at]!.lower === "not" || startsClause(words, at, form, afterRelative(words, at)))
      )
        return at;
    }
    if (at > from && isBoundary(words, at, form)) return at;
    if (
      at === from &&
      /^(?:because|if|when|while|that|but|so|which|who)$/.test(words[at]!.lower) &&
      isBoundary(words, at, form)
    )
      return at;
  }
  return words.length;
}

/** Whether the word at `at` begins another clause. */
export function isBoundary(words: readonly Word[], at: number, form: Form = "third"): boolean {
  const { lower } = words[at]!;
  if (joiners.has(lower)) return startsClause(words, at + 1, form, true);
  if (!subordinators.has(lower) && lower !== "since") return false;
  if (lower === "so")
    return !isAdverb(words[at + 1] ?? words[at]!) && words[at + 1]?.tags.has("Adjective") !== true;
  if (/^(?:since|before|after|until|as)$/.test(lower)) return startsClause(words, at + 1, form, false);
  if (lower === "that") return startsClause(words, at + 1, form, false) || startsVerb(words, at + 1, true);
  return true;
}

/**
 * Whether a main clause starts at `from`. `joined`: "and" precedes it, so that its subject may be
 * missing.
 */
function startsClause(words: readonly Word[], from: number, form: Form, joined: boolean): boolean {
  let at = from;
  while (
    at < words.length &&
    (isAdverb(words[at]!) ||
      (leads.has(words[at]!.lower) && !/^(?:that|like)$/.test(words[at]!.lower)) ||
      negations.has(words[at]!.lower))
  ) {
    if (subordinators.has(words[at]!.lower) && at > from) return true;
    at++;
  }
  const word = words[at];
  if (word === undefined) return false;
  if (subjectPronouns.has(word.lower)) return hasVerbWithin(words, at + 1, 4);
  if (auxiliaries.has(word.lower) || modals.has(word.lower))
    return word.lower !== "being" && word.lower !== "having" && word.lower !== "been";
  const known = forms.get(word.lower);
  if (known !== undefined && (joined || at > from) && !/^\p{Lu}/u.test(word.text)) {
    if (known.forms.has("past") && !known.forms.has("base")) return true;
    if (known.forms.has("third")) return word.tags.has("Verb") || form === "third";
    if (known.forms.has("base") && (form === "base" || joined)) return word.tags.has("Verb");
  }
  if (joined && word.tags.has("PastTense") && form !== "base") return true;
  return word.tags.has("Noun") ||
    word.tags.has("Determiner") ||
    word.tags.has("Possessive") ||
    word.tags.has("Adjective")
    ? hasVerbWithin(words, at + 1, 5)
    : false;
}

function hasVerbWithin(words: readonly Word[], from: number, count: number): boolean {
  for (let at = from; at < Math.min(words.length, from + count); at++) {
    if (breaksBefore(words, at) !== null) return false;
    if (startsVerb(words, at, true)) return true;
    const { lower, tags } = words[at]!;
    if (phraseJoiners.has(lower) || tags.has("Preposition"))
      return lower === "of" ? hasVerbWithin(words, at + 1, count - (at - from)) : false;
  }
  return false;
}

/** Whether a negated clause has "any more": what it says has ended. */
export function endsWithAnyMore(rest: readonly Word[], negated: boolean): boolean {
  return (
    negated &&
    rest.some(
      ({ lower }, index) =>
        lower === "anymore" ||
        (lower === "any" && rest[index + 1]?.lower === "more" && index + 2 >= rest.length),
    )
  );
}

/** The words without "any more". */
export function withoutAnyMore(rest: readonly Word[]): readonly Word[] {
  const at = rest.findIndex(
    ({ lower }, index) =>
      lower === "anymore" ||
      (lower === "any" && rest[index + 1]?.lower === "more" && index + 2 >= rest.length),
  );
  return at < 0 ? rest : [...rest.slice(0, at), ...rest.slice(at + (rest[at]!.lower === "any" ? 2 : 1))];
}
