/**
 * Finds the former value next to a present one: "the retry limit is 7 instead of 5", "48 MB → 1.3
 * MB", "swapped the Brooks for Altras". Both values must be of the same kind: two numbers, two
 * names, or two words.
 */
import type { Span } from "../../../../text/sentences.js";
import type { SemanticDraft } from "../../../extractor.js";
import { splitContrast } from "./contrast.js";
import {
  isOfOneKind,
  measureChanges,
  phrase as onePhrase,
  phraseEnd,
  statedChanges,
  valueLead,
  writtenKind,
} from "./value-pairs.js";

/** A former value. */
export interface Former {
  readonly value: string;
  /** Whether it was never true: "8 quarts, not 7". */
  readonly wasWrong: boolean;
}

/** How many characters before and after a value are searched. */
const nearChars = 90;

const article = valueLead;
const phrase = `(${onePhrase})`;

const at = "(?:(?:at|in|on)\\s+)?";
const cue =
  "instead of|rather than|in place of|replacing|replaces|no longer|no more|(?:up|down) from|formerly|previously|not|(?:it |which |that )?(?:was|were|used to be)";
/** The text after a value, with the former value. */
const after = new RegExp(
  `^\\s*(?:[,;(–—-]\\s*)?(?:(?:now|and|again|actually|from now on),?\\s+)*(?<cue>${cue})\\s+${at}${article}${phrase}${phraseEnd}`,
  "iu",
);
/**
 * Cues that need a number or a name, because "not" and "was" have many other uses.
 */
const ambiguous = /^(?:not|(?:it |which |that )?(?:was|were))$/i;
/** The text after a measure: "58 nights in hotels instead of 70", "7.80 (6.50 until now)". */
const afterMeasure: readonly RegExp[] = [
  `^(?:\\s[^\\s,.;:!?()]+){1,4}\\s(?:instead of|rather than|in place of|(?:up|down) from)\\s+${article}${phrase}${phraseEnd}`,
  `^[^.;!?()\\n\\d]{0,24}\\((?:(?:it|this|that) )?(?:was|used to be|so far|until now|from|previously|formerly)\\s+${at}${article}${phrase}\\s*[,;)]`,
  `^[^.;!?()\\n\\d]{0,24}\\(${article}${phrase}\\s+(?:before|until now|till now|so far|previously)\\s*[,;)]`,
  `^[^.;!?\\n\\d]{0,24}[.;,]\\s+before(?: that)?,?\\s+(?:(?:it|that) (?:was|used to be)\\s+)?${at}${article}${phrase}(?=[.;!?]|\\s*$)`,
  `^[^.;!?\\n\\d]{0,24};\\s+(?:it|that) (?:was|used to be)\\s+${at}${article}${phrase}(?=[.;!?]|\\s*$)`,
  `^(?:\\s[^\\s,.;:!?()]+){0,2}\\sagainst\\s+${article}${phrase}\\s+(?:last|a|the) (?:week|month|year|season)\\b`,
].map((form) => new RegExp(form, "iu"));
/** "Up to [4,150] from 3,800", "slipped to [5 November], from 22 October". */
const toValue = new RegExp(
  `\\b(?:${statedChanges}|${measureChanges}|put|up|down)\\b[^.;!?\\n]{0,40}\\bto\\s+${article}$`,
  "iu",
);
const fromAfter = new RegExp(`^,?\\s+from\\s+${article}${phrase}${phraseEnd}`, "iu");

const fromTo = (verbs: string) =>
  new RegExp(
    `\\b(?:${verbs})\\s[^.;!?\\n]{0,40}?\\bfrom\\s+${article}${phrase}\\s+(?:up\\s+|down\\s+|over\\s+)?(?:in)?to\\s+${article}$`,
    "iu",
  );
const measureFromTo = fromTo(measureChanges);
/** "48 MB → 1.3 MB". */
const arrow = new RegExp(`(?:^|[\\s(:,])${phrase}\\s*(?:→|->|=>|-->)\\s*$`, "u");
/**
 * The text before a value, with the former value. Each form has a word that it needs, which is
 * searched for first: a form tries to match at each word.
 */
const before: readonly (readonly [needed: RegExp, form: RegExp])[] = [
  [/from/iu, fromTo(statedChanges)],
  [/from/iu, measureFromTo],
  [
    /swapped|traded|exchanged|ditched|replaced/iu,
    new RegExp(
      `\\b(?:swapped|traded|exchanged|ditched|replaced)\\s+${article}${phrase}(?:\\s+in)?\\s+(?:for|with|by)\\s+${article}(?:pair of\\s+)?$`,
      "iu",
    ),
  ],
  [/[→>]/u, arrow],
  [
    /now/iu,
    new RegExp(
      `\\b(?:was|were|used to be)\\s+${article}${phrase}[,;]?\\s+(?:(?:but|and)\\s+)?(?:(?:it['’]s|i['’]m|we['’]re|is|are)\\s+)?now\\s+(?:(?:it['’]s|i['’]m|we['’]re)\\s+)?(?:at\\s+|in\\s+)?${article}$`,
      "iu",
    ),
  ],
];

/** The former value next to a value of `text`; `null` without one. */
export function formerBeside(text: string, { start, end }: Span): Former | null {
  const value = text.slice(start, end);
  if (isPlanned(text, { start })) return null;
  const right = text.slice(end, end + nearChars);
  const left = text.slice(Math.max(0, start - nearChars), start);
  const former = formerAfter(value, right, left) ?? formerBefore(value, left);
  // "By mistake I used 12 instead of 18": the value is what was wrong.
  return former?.wasWrong === false && mistaken.test(/[^.!?\n]*$/.exec(left)![0]) ? null : former;
}

const mistaken = /\b(?:mistakes?|mistakenly|wrong(?:ly)?|incorrect(?:ly)?|accidentally)\b/i;

function formerAfter(value: string, right: string, left: string): Former | null {
  const found = after.exec(right);
  if (found !== null) {
    const [, cue = "", former = ""] = found;
    const isSure = !ambiguous.test(cue) || writtenKind(former) !== "words";
    if (isSure && isOfOneKind(former, value))
      return { value: former, wasWrong: /^not$/i.test(cue) && !changing.test(`${left}${right}`) };
  }
  if (writtenKind(value) !== "number") return null;
  const forms = toValue.test(left) ? [fromAfter, ...afterMeasure] : afterMeasure;
  for (const form of forms) {
    const former = form.exec(right)?.[1];
    if (former !== undefined && isOfOneKind(former, value)) return { value: former, wasWrong: false };
  }
  return null;
}

/** Words for a change: "Solveig now, not Stian" was Stian before. */
const changing =
  /\b(?:now|nowadays|these days|from now on|from today|as of|since|starting|any ?more|moved?|switched|changed)\b/iu;

function formerBefore(value: string, left: string): Former | null {
  for (const [needed, pattern] of before) {
    const former = needed.test(left) ? pattern.exec(left)?.[1] : undefined;
    if (former === undefined || !isOfOneKind(former, value)) continue;
    if (pattern === measureFromTo && writtenKind(former) !== "number") continue;
    // "27 Mar → 12 Apr" is a period of time.
    if (pattern === arrow && day.test(value)) continue;
    return { value: former, wasWrong: false };
  }
  return null;
}

/**
 * A fact with its former value. The fact must have one value at a time, or be a measure, and the
 * value must occur in `text` once.
 */
export function withFormer(draft: SemanticDraft, text: string): SemanticDraft {
  const said = withoutFormer(draft);
  const isMeasure = writtenKind(said.value) === "number";
  const mayChange = (said.cardinality === "one" || isMeasure) && said.polarity === "holds";
  const start = said.value === "" ? -1 : text.indexOf(said.value);
  if (!mayChange || said.former !== undefined || start < 0) return said;
  if (text.indexOf(said.value, start + 1) >= 0) return said;
  const former = formerBeside(text, { start, end: start + said.value.length });
  if (former === null) return said;
  return { ...said, former: former.value, ...(former.wasWrong ? { corrects: true } : {}) };
}

/** "7 instead of 5" is the value 7. */
function withoutFormer(draft: SemanticDraft): SemanticDraft {
  const contrast = splitContrast(draft.value, "");
  const value = contrast?.value ?? draft.value.replace(/,?\s+(?:instead|rather than)(?:\s.*)?$/iu, "");
  if (value === draft.value || value === "") return draft;
  const said = { ...draft, value, text: draft.text.replace(draft.value, () => value) };
  if (contrast === null || draft.cardinality !== "one" || draft.former !== undefined) return said;
  return { ...said, former: contrast.former, ...(contrast.wasWrong ? { corrects: true } : {}) };
}

/** A verb of change before a place: "I moved from Porto to Lisbon". */
const changedBefore = new RegExp(`\\b(?:${statedChanges})\\s[^.;!?\\n]*$`, "i");

/**
 * Whether a place is the start or the end of a journey ("from Porto to Lisbon"), which says nothing
 * about a home.
 */
export function isOnTheWay(text: string, { start, end }: Span): boolean {
  if (writtenKind(text.slice(start, end)) !== "name") return false;
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

const day =
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)(?:\p{Ll}*(?:day|ary|ch|il|ne|ly|ust|ber))?\b|\d:\d\d/iu;

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
