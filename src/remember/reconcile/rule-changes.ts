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
 * A text that is unclear ends nothing: a rule that is closed by mistake is lost, but a rule that
 * stays valid together with its successor is returned with its date.
 */
import { matchesIn } from "../../text/patterns/matches.js";
import { withFromNowOn } from "../../text/rules/how-long.js";
import { sentences } from "../../text/sentences.js";
import { indexWords } from "../../text/words.js";
import { byGroup, hasOther, manners, stems, units, type WordsByGroup } from "./word-groups.js";

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
 * The parts of a text that are compared. They are computed once, because in long content each rule
 * is compared with many texts.
 */
interface ReadText extends ComparedRule, Words {
  /** "in German": the name after each preposition. */
  readonly ways: ReadonlyMap<string, string>;
  /** The topic words of the text without these names. */
  readonly rest: ReadonlySet<string>;
  readonly isCalled: boolean;
  /** For each group of {@link manners}, the words of it that the text contains. */
  readonly manners: WordsByGroup;
  /** The same for {@link units}. */
  readonly units: WordsByGroup;
}

/** A rule, read by {@link readRule}. */
export type ReadRule = ReadText;

/** A sentence of a later text that states a rule. */
interface ReadSentence extends ReadText {
  /** The first topic word of each thing that must no longer be done. */
  readonly over: readonly string[];
  /** Whether the sentence goes back to another name, and whether it speaks of a change. */
  readonly goesBack: boolean;
  readonly changes: boolean;
}

/** A later text, read by {@link readLater}, without its questions. */
export interface ReadLater {
  /** The words of each clause that takes a rule back. */
  readonly takenBack: readonly Words[];
  /** The sentences of a text that states a rule; empty for any other text. */
  readonly stated: readonly ReadSentence[];
}

/** Reads a rule, to compare it with {@link endsRule}. */
export function readRule({ text, trigger }: ComparedRule): ReadRule {
  const ways = waysOf(text);
  const indexed = indexWords(text);
  const words = wordsAmong(indexed);
  const withoutNames = [...ways.values()].reduce((left, name) => left.replace(name, " "), text);
  return {
    text,
    trigger,
    ...words,
    ways,
    rest: ways.size === 0 ? words.content : wordsOf(withoutNames).content,
    isCalled: isCalled(text),
    manners: byGroup(indexed, manners),
    units: byGroup(indexed, units),
  };
}

/** Reads a later text, to compare it with {@link endsRule}. */
export function readLater({ text, trigger, isRule }: LaterText): ReadLater {
  const stated = sentences(withFromNowOn(text)).filter(
    (one) => !/[?？]["'”)\]]*$/u.test(one) && !once.test(one),
  );
  return {
    takenBack: stated
      .flatMap(takingBackIn)
      .filter((clause) => !pointsBack.test(clause))
      .map(wordsOf),
    stated: isRule ? stated.map((sentence) => readSentence(sentence, trigger)) : [],
  };
}

/**
 * Words for a single occasion: "skip the summary today" and "drop the details here" leave every rule
 * as it is. "From today on" is for good.
 */
const once =
  /(?<!\b(?:as of|from|since|starting|until) )\b(?:today|tonight|tomorrow|this (?:time|once|morning|afternoon|evening|week|weekend|answer|reply)|next (?:time|week|month)|(?:just|only) once|for (?:now|once|a while|the moment)|temporarily|here|below|above|attached)\b/iu;

/** "Actually emojis are fine": what was forbidden is allowed. */
const turnsRound = /^\W*(?:actually|on second thoughts?|(?:ok(?:ay)?,? )?i(?:['’]ve)? changed my mind)\b/i;
const permits = /\b(?:is|are) (?:fine|ok|okay|allowed|alright|all right|welcome)[.!]*$/i;

/** The clauses of a sentence that take something back. */
function takingBackIn(sentence: string): string[] {
  const turns = turnsRound.test(sentence);
  return clausesOf(sentence).filter((clause) => isTakingBack(clause) || (turns && permits.test(clause)));
}

function readSentence(text: string, trigger: string | null): ReadSentence {
  return {
    ...readRule({ text, trigger }),
    over: [...matchesIn(text, over)].flatMap(([, words = ""]) => [...wordsOf(words).content].slice(0, 1)),
    goesBack: goesBack.test(text),
    changes: change.test(text),
  };
}

/**
 * Whether a text ends a rule of the same person: it takes the rule back, or says what to do
 * instead.
 */
export function endsRule(rule: ReadRule, later: ReadLater): boolean {
  return takesBack(rule, later.takenBack) || later.stated.some((sentence) => replaces(rule, sentence));
}

/**
 * Whether a text may take back any rule. Most do not, and need not be compared with the stored
 * rules.
 */
export function mayEndRules(text: string): boolean {
  return sentences(text).some((sentence) => takingBackIn(sentence).length > 0);
}

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
  return wordsAmong(indexWords(text));
}

function wordsAmong(indexed: readonly string[]): Words {
  const all = new Set(indexed.filter((word) => !idle.has(word)));
  return { all, content: new Set([...all].filter((word) => !frame.has(word))) };
}

function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let count = 0;
  for (const word of one) if (other.has(word)) count += 1;
  return count;
}

/** The share of a clause's words that the rule must have for the clause to take it back. */
const takenBackShare = 0.6;

function takesBack(rule: Words, takenBack: readonly Words[]): boolean {
  return takenBack.some((own) => {
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
  // "Emojis are okay after all"
  /\b(?:is|are) (?:fine|ok|okay|allowed|alright|all right|welcome) after all\b/i,
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
/** The actions that a sentence forbids, or says are no longer needed. */
const over =
  /\b(?:instead of|rather than|no longer|not)\s+((?:(?:in|on|to|with|at|by|the|my|a|an)\s+)*[\p{L}\p{N}-]+(?:\s+\p{L}+)?)/giu;

/**
 * Two rules are about the same topic if they share at least this part of the words of the shorter
 * one.
 */
const sameMatterShare = 0.5;
/** Minimum number of words that such rules share, words of instructions included. */
const leastShared = 2;

/** "Back to English, please" shares no word with the rule that it replaces. */
const goesBack = /\b(?:back|switch|return) to \p{Lu}/u;

function replaces(rule: ReadRule, later: ReadSentence): boolean {
  // "…, not on Tuesdays", "instead of Python": the text ends what the rule says.
  if (later.over.some((word) => rule.content.has(word))) return true;
  // "When I write in French, answer in French" does not replace "Answer in German".
  if (later.trigger !== null && rule.trigger === null) return false;
  if (rule.isCalled && later.isCalled) return true;
  const sharedInAll = shared(rule.all, later.all);
  if (isInOtherWay(rule, later) && sharedInAll > 0) return true;
  if (later.goesBack && hasOtherName(rule.ways, later.ways)) return true;
  if (!later.changes || same(rule.content, later.content)) return false;
  if (hasOther(rule.manners, later.manners) && sharedInAll > 0) return true;
  const common = shared(rule.content, later.content);
  // "Always round to euros" and "from today round to cents".
  if (hasOther(rule.units, later.units) && common > 0) return true;
  const least = sameMatterShare * Math.min(rule.content.size, later.content.size);
  return common > 0 && common >= least && sharedInAll >= leastShared;
}

function same(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && shared(one, other) === one.size;
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
function isInOtherWay(rule: ReadRule, later: ReadSentence): boolean {
  if (!hasOtherName(rule.ways, later.ways)) return false;
  const least = sameMatterShare * Math.min(rule.rest.size, later.rest.size);
  return shared(rule.rest, later.rest) >= least;
}

type Ways = ReadonlyMap<string, string>;

function hasOtherName(one: Ways, other: Ways): boolean {
  return [...one].some(([lead, name]) => other.has(lead) && other.get(lead) !== name);
}

function waysOf(text: string): ReadonlyMap<string, string> {
  // "Back to English" replaces "answer in German".
  const ways = text.replace(/\b(?:back|switch|return|over|change) to (?=\p{Lu})/giu, "in ");
  const found = [...matchesIn(ways, /\b(in|to|with|by|via|from|through)\s+(\p{Lu}\p{L}+)/gu)];
  return new Map(found.map(([, lead = "", name = ""]) => [lead.toLowerCase(), name]));
}
