/**
 * Finds the former value next to a present one: "the retry limit is 7 instead of 5", "48 MB → 1.3
 * MB", "swapped the Brooks for Altras". Both values must be of the same kind: two numbers, two
 * names, or two words.
 */
import type { Span } from "../../../../text/sentences.js";
import type { SemanticDraft } from "../../../extractor.js";

/** A former value. */
export interface Former {
  readonly value: string;
  /** Whether it was never true: "8 quarts, not 7". */
  readonly wasWrong: boolean;
}

/** How many characters before and after a value are searched. */
const nearChars = 90;

const article = "(?:(?:an?|the|my|our|his|her|their|its|about|around|just|only)\\s+)?";
/** One to five words without punctuation that separates clauses. */
const phrase = '([^\\s,.;:!?()"“”]+(?:[.,]\\d+)*(?:\\s[^\\s,.;:!?()"“”]+(?:[.,]\\d+)*){0,4}?)';
const phraseEnd =
  '(?=[,.;:!?)"”]|\\s*$|\\s*\\n|\\s+(?:and|but|or|because|since|so|as|for|before|last|until|till|any|which|that|who|while|when|then|by|this|from|with|to|at|in|on|per|due|after|if|these|those|anymore|now)\\b)';

/** The text after a value, with the former value. */
const after = new RegExp(
  `^\\s*(?:[,;(–—-]\\s*)?(?:(?:now|and|again|from now on),?\\s+)*(instead of|rather than|in place of|replacing|replaces|no longer|no more|(?:up|down) from|formerly|previously|not|(?:it |which |that )?(?:was|were|used to be))\\s+(?:at\\s+|in\\s+|on\\s+)?${article}${phrase}${phraseEnd}`,
  "iu",
);
/**
 * Cues that need a number or a name, because "not" and "was" have many other uses.
 */
const ambiguous = /^(?:not|(?:it |which |that )?(?:was|were))$/i;

/**
 * Verbs for changes of any value, and verbs for changes of a measure only: "went from Porto to
 * Lisbon" is a journey.
 */
const changes =
  "mov(?:ed?|es|ing)|switch(?:ed|es|ing)?|chang(?:ed|es?|ing)|migrat(?:ed|es?|ing)|convert(?:ed|s)?|transferr(?:ed|s)?|promot(?:ed|es?)|renam(?:ed|es?|ing)|upgrad(?:ed|es?|ing)|shift(?:ed|s|ing)?";
const measureChanges =
  "went|gone|goes|go|rais(?:ed|es?|ing)|lower(?:ed|s|ing)?|cut|dropp?(?:ed|s|ing)?|fell|fallen|rose|risen|grew|grown|increas(?:ed|es?|ing)|decreas(?:ed|es?|ing)|reduc(?:ed|es?|ing)|bump(?:ed|s|ing)?|push(?:ed|es|ing)?|brought|improv(?:ed|es?)|climb(?:ed|s)?|jump(?:ed|s)?|slipp?(?:ed|s)?|extend(?:ed|s)?|shorten(?:ed|s)?|taken|took";
const fromTo = (verbs: string) =>
  new RegExp(
    `\\b(?:${verbs})\\s[^.;!?\\n]{0,40}?\\bfrom\\s+${article}${phrase}\\s+(?:up\\s+|down\\s+|over\\s+)?(?:in)?to\\s+${article}$`,
    "iu",
  );
const measureFromTo = fromTo(measureChanges);
/** "48 MB → 1.3 MB". */
const arrow = new RegExp(`(?:^|[\\s(:,])${phrase}\\s*(?:→|->|=>|-->)\\s*$`, "u");
/** The text before a value, with the former value. */
const before: readonly RegExp[] = [
  fromTo(changes),
  measureFromTo,
  new RegExp(
    `\\b(?:swapped|traded|exchanged|ditched|replaced)\\s+${article}${phrase}(?:\\s+in)?\\s+(?:for|with|by)\\s+${article}(?:pair of\\s+)?$`,
    "iu",
  ),
  arrow,
  new RegExp(
    `\\b(?:was|were|used to be)\\s+${article}${phrase}[,;]?\\s+(?:(?:but|and)\\s+)?(?:(?:it['’]s|i['’]m|we['’]re|is|are)\\s+)?now\\s+(?:(?:it['’]s|i['’]m|we['’]re)\\s+)?(?:at\\s+|in\\s+)?${article}$`,
    "iu",
  ),
];

/** The former value next to a value of `text`; `null` without one. */
export function formerBeside(text: string, { start, end }: Span): Former | null {
  const value = text.slice(start, end);
  if (isPlanned(text, { start })) return null;
  const right = after.exec(text.slice(end, end + nearChars));
  if (right !== null) {
    const [, cue = "", former = ""] = right;
    const isSure = !ambiguous.test(cue) || kindOf(former) !== "words";
    if (isSure && isOfOneKind(former, value)) return { value: former, wasWrong: /^not$/i.test(cue) };
  }
  const left = text.slice(Math.max(0, start - nearChars), start);
  for (const pattern of before) {
    const former = pattern.exec(left)?.[1];
    if (former === undefined || !isOfOneKind(former, value)) continue;
    if (pattern === measureFromTo && kindOf(former) !== "number") continue;
    // "27 Mar → 12 Apr" is a period of time.
    if (pattern === arrow && day.test(value)) continue;
    return { value: former, wasWrong: false };
  }
  return null;
}

/**
 * A fact of the grammar with its former value. The fact must have one value at a time, and the
 * value must occur in `text` once.
 */
export function withFormer(draft: SemanticDraft, text: string): SemanticDraft {
  const said = withoutFormer(draft);
  const isSingle = said.cardinality === "one" && said.polarity === "holds";
  const start = said.value === "" ? -1 : text.indexOf(said.value);
  if (!isSingle || said.former !== undefined || start < 0) return said;
  if (text.indexOf(said.value, start + 1) >= 0) return said;
  const former = formerBeside(text, { start, end: start + said.value.length });
  return former === null || former.wasWrong ? said : { ...said, former: former.value };
}

/** "7 instead of 5" is the value 7. */
function withoutFormer(draft: SemanticDraft): SemanticDraft {
  const value = draft.value.replace(/,?\s+(?:instead|rather than)(?:\s.*)?$/iu, "");
  if (value === draft.value || value === "") return draft;
  return { ...draft, value, text: draft.text.replace(draft.value, () => value) };
}

/** A verb of change before a place: "I moved from Porto to Lisbon". */
const changedBefore = new RegExp(`\\b(?:${changes})\\s[^.;!?\\n]*$`, "i");

/**
 * Whether a place is the start or the end of a journey ("from Porto to Lisbon"), which says nothing
 * about a home.
 */
export function isOnTheWay(text: string, { start, end }: Span): boolean {
  if (kindOf(text.slice(start, end)) !== "name") return false;
  const [left, right] = [text.slice(Math.max(0, start - nearChars), start), text.slice(end, end + nearChars)];
  const isStart = /\bfrom\s+$/i.test(left) && /^\s+to\s+\p{Lu}/u.test(right);
  const isEnd = /\bfrom\s+\p{Lu}[\p{L}'’ -]{1,40}\s+to\s+$/u.test(left);
  return (isStart || isEnd) && !changedBefore.test(left);
}

/**
 * Whether the clause of a value is in the past: "I was married to Stefan". A present verb or "now"
 * in it says the contrary.
 */
export function isBygone(text: string, { start, end }: Span): boolean {
  const before = /[^.!?;,:\n]*$/.exec(text.slice(Math.max(0, start - nearChars), start))![0];
  const after = /^[^.!?;,\n]*/.exec(text.slice(end, end + nearChars))![0];
  return bygone.test(before) && !present.test(`${before}${after}`);
}

const bygone = /\b(?:was|were|had been|['’]d been|used to)\b/i;
const present = /\b(?:now|today|still|since|am|is|are|has|have)\b|['’](?:m|re|ve)\b/i;

/** Whether the sentence only requests or supposes the change. */
export function isPlanned(text: string, { start }: Pick<Span, "start">): boolean {
  return planned.test(/[^.!?\n]*$/.exec(text.slice(Math.max(0, start - nearChars), start))![0]);
}

const planned =
  /\b(?:ask(?:s|ed|ing)?|needs?|needed|try(?:ing)?|tries|wants?|wanted|hop(?:e|es|ing)|wish(?:es)?|plan(?:s|ning)?|thinking|consider(?:s|ing)?|could|should|would|might|may|if|propos(?:e|es|ed|al)|suggest(?:s|ed)?|request(?:s|ed)?)\b/i;

/** Whether a value is itself the former one: "Postgres" in "instead of Postgres". */
export function isFormer(text: string, { start }: Span): boolean {
  return formerLead.test(text.slice(Math.max(0, start - 40), start));
}

const formerLead = new RegExp(
  `(?:\\b(?:instead of|rather than|in place of|replacing|no longer|(?:up|down) from)|\\((?:it )?was|[,(]\\s*not)\\s+(?:at\\s+|in\\s+|on\\s+|for\\s+)?${article}$`,
  "iu",
);

function isOfOneKind(former: string, value: string): boolean {
  const same = former.toLowerCase() === value.toLowerCase();
  return !same && kindOf(former) === kindOf(value) && !empty.test(former);
}

/** Words that are never a value. */
const empty =
  /^(?:it|that|this|them|him|her|me|us|you|so|there|here|one|yet|sure|only|really|very|too|just|all|always|ever|then|before|nothing|anything|something|enough|much|many|more|less|yesterday|today|tomorrow|last \p{L}+)$|\b(?:i|we|you|he|she|they)\b/iu;

const numberWord =
  /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million)\b/i;

const day =
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)(?:\p{Ll}*(?:day|ary|ch|il|ne|ly|ust|ber))?\b|\d:\d\d/iu;

function kindOf(value: string): "number" | "name" | "words" {
  if (/\d/.test(value) || numberWord.test(value)) return "number";
  return /^(?:\p{Ll}+\s)?\p{Lu}/u.test(value) ? "name" : "words";
}

const ended =
  /(?:^|[\s("“])(?:i|we|he|she|they|who|and|\p{Lu}\p{L}+)(?:['’](?:ve|s|d))?\s+(?:(?:have|has|had|just|finally|also|already|officially|then|recently|now)\s+)*(?:quit|resigned from|retired from|gave up|given up|stopped|dropped|cancell?ed|ditched|got rid of|sold|gave away|given away|closed|shut down|broke up with|split (?:up )?(?:with|from)|divorced|moved out of|handed in (?:my|our|his|her|their) notice at|no longer \p{L}+)\s+(?:(?:going to|doing|using|working (?:at|for|in|as)|playing|taking|seeing|job at|job as)\s+)?(?:(?:an?|the|my|our|his|her|their|its)\s+)?(?:(?:job|work|position|shift|seat|membership) (?:at|as|with|in)\s+)?(?:(?:an?|the|my|our)\s+)?$/iu;

/**
 * Matches in everything that `ended` matches. It is tried first, because `ended` tries every word.
 */
const mayEnd =
  /quit|resign|retire|g[ia]ve|stopped|dropped|cancel|ditched|got rid|sold|closed|shut|broke|split|divorced|moved out|handed|no longer/iu;

/**
 * Whether the words before a value say that its fact has ended: "I quit the", "she no longer
 * takes".
 */
export function isEnded(text: string, { start }: Span): boolean {
  const sentence = /[^.!?\n]*$/.exec(text.slice(Math.max(0, start - nearChars), start))![0];
  return mayEnd.test(sentence) && ended.test(sentence) && !unreal.test(sentence);
}

/** Wishes, plans and "almost": nothing has ended. */
const unreal =
  /\b(?:if|unless|whether|when|once|until|before|almost|nearly|never|not|would|could|should|might|may|will|(?:am|is|are|be) going to|want|wants|hope|wish|plan|thinking|imagine|suppose)\b|n['’]t\b/i;
