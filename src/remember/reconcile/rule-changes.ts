/**
 * Recognises texts that take back or replace a rule of the same person. Pure; the forms are
 * English.
 *
 *   "Always greet me in Italian."
 *     "Forget what I said about greeting me in Italian."    takes the rule back
 *   "Send the invoices to Carla."
 *     "Send the invoices to Dimitri from now on."           replaces the rule
 *   "Answer in German."
 *     "Keep your answers short from now on."                is about another topic
 *
 * An unsure text ends nothing: a rule that is closed by mistake is lost to the user, while a rule
 * that stays beside its successor is returned with its date.
 */
import { sentences } from "../../text/sentences.js";
import { indexWords } from "../../text/words.js";

/** The part of a rule that is compared. */
export interface ComparedRule {
  readonly text: string;
  /** The condition; `null`: the rule always applies. */
  readonly trigger: string | null;
}

/** A later text of the same person. */
export interface LaterText extends ComparedRule {
  /** Whether it states a rule itself. Only such a text replaces a rule. */
  readonly isRule: boolean;
}

/**
 * Whether a text ends a rule of the same person: it takes the rule back, or says what to do
 * instead.
 */
export function endsRule(rule: ComparedRule, later: LaterText): boolean {
  const stated = wordsOf(rule.text);
  return sentences(later.text).some((sentence) => {
    if (/[?？]["'”)\]]*$/u.test(sentence)) return false;
    return takesBack(stated, sentence) || (later.isRule && replaces(rule, { ...later, text: sentence }));
  });
}

/**
 * Whether a text may take back any rule. Most do not, and need not be compared with the stored
 * rules.
 */
export function mayEndRules(text: string): boolean {
  return sentences(text).some((sentence) => clausesOf(sentence).some(isTakingBack));
}

const stems = (list: string): ReadonlySet<string> => new Set(indexWords(list));

/** Words of instructions on any topic. */
const frame = stems(
  "answer reply respond response message write use give keep make tell show put add send say want like prefer need call address quote",
);
/** Words that state or take back a rule, but do not say which. */
const idle = stems(
  "always never ever please actually instead again longer anymore future general default every each any all time okay ok fine rather change plan today rule instruction request thing stop drop forget scrap ignore skip cancel undo revoke lift discard remove mind care apply applies hold end said asked ask told now long matter bother",
);

interface Words {
  /** Index words for the topic. */
  readonly content: ReadonlySet<string>;
  /** The topic words, and words of instructions. */
  readonly all: ReadonlySet<string>;
}

function wordsOf(text: string): Words {
  const all = new Set(indexWords(text).filter((word) => !idle.has(word)));
  return { all, content: new Set([...all].filter((word) => !frame.has(word))) };
}

function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((word) => other.has(word)).length;
}

/** The share of a clause's words that the rule must have for the clause to take it back. */
const takenBackShare = 0.6;

function takesBack(rule: Words, sentence: string): boolean {
  return clausesOf(sentence).some((clause) => {
    if (!isTakingBack(clause) || pointsBack.test(clause)) return false;
    const own = wordsOf(clause);
    const [words, stated] = own.content.size > 0 ? [own.content, rule.content] : [own.all, rule.all];
    return words.size > 0 && shared(words, stated) >= takenBackShare * words.size;
  });
}

/** "…, so you can put it in recipes again": "it" refers to the previous clause. */
const pointsBack = /\b(?:you can|you may)\b.*\b(?:it|that|them)\b/i;

function clausesOf(sentence: string): string[] {
  return sentence
    .replaceAll("’", "'")
    .split(/[;:]\s+|\s[–—-]+\s|,?\s+(?:and|but|so|because)\s+|,\s+/iu)
    .map((clause) => clause.replace(opener, "").trim());
}

const opener =
  /^(?:[\s"'“(*-]+|(?:ok|okay|oh|well|hey|hi|please|just|actually|also|and|so|but|sorry|now|yes|no(?=,)|on second thoughts?|by the way|btw|from now on|you can|you may|let's|\p{Lu}\p{Ll}+(?=,))[\s,:!.]+)+/iu;

const forms: readonly RegExp[] = [
  // "Drop the bullet points", "No more jokes"
  /^(?:drop|forget(?: about)?|scrap|skip|ignore|cancel|undo|revoke|lift|discard|remove|never ?mind|stop|quit|no more|enough (?:of|with)|abandon|end)\b/i,
  // "Don't end with a question any more"
  /^(?:don't|do not)\b.*\b(?:any ?more|any longer)\b/i,
  // "You no longer need to round amounts"
  /\byou (?:no longer (?:need|have)|(?:don't|do not) (?:need|have) to|needn't|need not)\b|\bno (?:longer )?need (?:to|for)\b/i,
  // "You can use emojis again", "Sunday calls are fine from now on"
  /(?:\byou (?:can|may)|\b(?:is|are|it's|that's) (?:fine|ok|okay|allowed|alright|all right|welcome)|^(?:feel free to|use|add|include|put))\b.*\b(?:again|now|from now on)\b/i,
  // "I don't mind garlic any more"
  /\bi no longer (?:mind|care|need|want|like|insist)\b|\bi (?:don't|do not) (?:mind|care|need|want|like|insist)\b.*\b(?:any ?more|any longer)\b/i,
  // "The rule about calls no longer applies"
  /\b(?:no longer|doesn't|does not|don't|do not) (?:appl(?:y|ies)|holds?|counts?)\b|\b(?:rule|limit|ban|restriction)\b.*\b(?:is|are) (?:off|over|gone|void|lifted|history)\b/i,
];

function isTakingBack(clause: string): boolean {
  return forms.some((form) => form.test(clause));
}

/** Words for a change. */
const change =
  /\b(?:from now on|from here on|as of (?:now|today|\p{L}+day)|starting (?:now|today|\p{L}+day)|going forward|now|instead|actually|rather than|no longer|change of plan|new rule|rule change|on second thoughts?|make that|changed my mind|after all|any ?more)\b/iu;
/** What must not be done, or must no longer be done, according to a sentence. */
const over =
  /\b(?:instead of|rather than|no longer|not)\s+((?:(?:in|on|to|with|at|by|the|my|a|an)\s+)*[\p{L}\p{N}-]+(?:\s+\p{L}+)?)/giu;

/**
 * Two rules are about the same topic where they share this part of the words of the shorter one.
 */
const sameMatterShare = 0.5;
/** The least number of words that such rules share, words of instructions included. */
const leastShared = 2;

/** "Back to English, please" shares no word with the rule that it replaces. */
const goesBack = /\b(?:back|switch|return) to \p{Lu}/u;

function replaces(rule: ComparedRule, later: ComparedRule): boolean {
  const [one, other] = [wordsOf(rule.text), wordsOf(later.text)];
  const common = shared(one.content, other.content);
  if (saysOver(one.content, later.text)) return true;
  // "When I write in French, answer in French" does not replace "Answer in German".
  if (later.trigger !== null && rule.trigger === null) return false;
  if (isCalled(rule.text) && isCalled(later.text)) return true;
  if (isInOtherWay(rule.text, later.text) && shared(one.all, other.all) > 0) return true;
  if (goesBack.test(later.text) && hasOtherName(waysOf(rule.text), waysOf(later.text))) return true;
  if (!change.test(later.text) || same(one.content, other.content)) return false;
  if (hasOtherManner(rule.text, later.text) && shared(one.all, other.all) > 0) return true;
  const least = sameMatterShare * Math.min(one.content.size, other.content.size);
  return common > 0 && common >= least && shared(one.all, other.all) >= leastShared;
}

function same(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && shared(one, other) === one.size;
}

/** "…, not on Tuesdays", "instead of Python": the text ends what the rule says. */
function saysOver(rule: ReadonlySet<string>, later: string): boolean {
  return [...later.matchAll(over)].some(([, words = ""]) => {
    const [first] = [...wordsOf(words).content];
    return first !== undefined && rule.has(first);
  });
}

/** "Call me Bob": a person is called by one name at a time. */
function isCalled(text: string): boolean {
  return /\b(?:(?:call|address) me (?:as )?|be (?:called|addressed as) )\p{Lu}/u.test(
    text.replace(/^\p{Lu}/u, (first) => first.toLowerCase()),
  );
}

/**
 * "Answer in German" and "answer in English": the same instruction with another language, place or
 * person.
 */
function isInOtherWay(rule: string, later: string): boolean {
  const [one, other] = [waysOf(rule), waysOf(later)];
  if (!hasOtherName(one, other)) return false;
  const rest = (text: string, ways: ReadonlyMap<string, string>) =>
    wordsOf([...ways.values()].reduce((left, name) => left.replace(name, " "), text)).content;
  const [left, right] = [rest(rule, one), rest(later, other)];
  return shared(left, right) >= sameMatterShare * Math.min(left.size, right.size);
}

type Ways = ReadonlyMap<string, string>;

function hasOtherName(one: Ways, other: Ways): boolean {
  return [...one].some(([lead, name]) => other.has(lead) && other.get(lead) !== name);
}

function waysOf(text: string): ReadonlyMap<string, string> {
  // "Back to English" replaces "answer in German".
  const ways = text.replace(/\b(?:back|switch|return|over|change) to (?=\p{Lu})/giu, "in ");
  const found = ways.matchAll(/\b(in|to|with|by|via|from|through)\s+(\p{Lu}\p{L}+)/gu);
  return new Map([...found].map(([, lead = "", name = ""]) => [lead.toLowerCase(), name]));
}

/** Groups of manners: an answer has one of each group at a time. */
const manners = [
  stems("short brief concise terse long longer detailed thorough lengthy extensive depth shorter minimal"),
  stems("formal informal casual colloquial polite friendly stiff relaxed serious"),
];

function hasOtherManner(rule: string, later: string): boolean {
  const [one, other] = [indexWords(rule), indexWords(later)];
  return manners.some((manner) => {
    const [had, has] = [one.filter((word) => manner.has(word)), other.filter((word) => manner.has(word))];
    return had.length > 0 && has.length > 0 && !has.some((word) => had.includes(word));
  });
}
