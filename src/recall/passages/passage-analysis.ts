/**
 * Passage analysis: what is computed from a passage's text independently of the question, once per
 * passage. Pure. While a store caches a passage, it returns the same object, so a second question
 * reuses the analysis. Computing features was half of a recall, and matching wordings in the text
 * was the larger part of that.
 */
import type { MemoryRecord } from "../../contract/record.js";
import type { StoredPassage } from "../../stores/store.js";
import { sentences } from "../../text/sentences.js";
import { fold, indexWords } from "../../text/words.js";
import type { Ask } from "../question/asks.js";
import type { Interval } from "../question/time-expressions.js";
import { byPassage } from "./by-passage.js";
import { isCorrection, saysChange } from "./change-words.js";
import { endedNames, newMeasures } from "./ended-states.js";
import { wordTrace } from "./word-trace.js";

const noWords: ReadonlySet<string> = new Set();

/** A part of a question that passages may contain verbatim. */
export interface Phrase {
  readonly text: string;
  readonly groups: LetterGroups;
}

/** The analysis of a passage's text. */
export class PassageAnalysis {
  /** As `fold` returns it. */
  readonly folded: string;
  readonly groups: LetterGroups;
  /** When it was said, in milliseconds since 1970. */
  readonly saidMs: number;
  /** When the events of its records happened, in milliseconds since 1970. */
  readonly occurred: readonly Interval[];
  /** It ends with a question mark, apart from a note in brackets. */
  readonly asksItself: boolean;
  readonly isReaction: boolean;
  readonly isStandingRule: boolean;
  /** Its facts. */
  readonly facts: readonly MemoryRecord[];
  /** Its rule. */
  readonly rule: MemoryRecord | undefined;
  /** Index words of the rule's condition. */
  readonly triggerWords: ReadonlySet<string>;
  readonly #text: string;
  readonly #speaker: string;
  readonly #said: string;
  #ownWords: ReadonlySet<string> | undefined;
  #speakerWords: ReadonlySet<string> | undefined;
  #words: ReadonlySet<string> | undefined;
  #endedNames: readonly string[] | undefined;
  #hasNewMeasures: boolean | undefined;
  #saysChange: boolean | undefined;
  #changed: ReadonlySet<string> | undefined;
  #isCorrection: boolean | undefined;
  #aboutSpeaker: number | undefined;
  #trace: Uint16Array | undefined;
  readonly #worded = new Map<Ask, boolean>();

  constructor({ text, saidAt, records, speaker, prompt }: StoredPassage) {
    this.#text = text;
    this.#speaker = speaker ?? "";
    this.#said = `${text} ${prompt ?? ""}`;
    this.folded = fold(text);
    this.groups = letterGroups(this.folded);
    this.saidMs = Date.parse(saidAt);
    this.occurred = records.map(({ occurred_at, occurred_until }) => {
      const from = Date.parse(occurred_at);
      return { from, to: occurred_until === null ? from + 1 : Date.parse(occurred_until) };
    });
    this.asksItself = endsAsking(text);
    this.isReaction = reaction.test(text);
    this.isStandingRule = standingRuleWording.test(text);
    this.facts = records.filter(({ type }) => type === "semantic");
    this.rule = records.find(({ type }) => type === "procedural");
    this.triggerWords = this.rule?.trigger ? new Set(indexWords(this.rule.trigger)) : noWords;
  }

  /** Index words of the passage, and of the question that it answers. */
  get ownWords(): ReadonlySet<string> {
    this.#ownWords ??= new Set(indexWords(this.#said));
    return this.#ownWords;
  }

  /** Index words of its speaker's name. */
  get speakerWords(): ReadonlySet<string> {
    this.#speakerWords ??= this.#speaker === "" ? noWords : new Set(indexWords(this.#speaker));
    return this.#speakerWords;
  }

  /** Its own words and those of its speaker. */
  get words(): ReadonlySet<string> {
    this.#words ??= this.#speaker === "" ? this.ownWords : new Set([...this.speakerWords, ...this.ownWords]);
    return this.#words;
  }

  /** Whether it says that a measure has a new value. */
  get hasNewMeasures(): boolean {
    this.#hasNewMeasures ??= newMeasures(this.#text).length > 0;
    return this.#hasNewMeasures;
  }

  /** Whether it says that something changed. */
  get saysChange(): boolean {
    this.#saysChange ??= saysChange(this.#text);
    return this.#saysChange;
  }

  /** Index words of the sentences that say that something changed. */
  get changedWords(): ReadonlySet<string> {
    this.#changed ??= wordsOfChange(this.#text, this.ownWords);
    return this.#changed;
  }

  /** Whether it begins by correcting what was said just before. */
  get isCorrection(): boolean {
    this.#isCorrection ??= isCorrection(this.#text);
    return this.#isCorrection;
  }

  /**
   * How much more it says about its speaker (I, my, we) than about the listener (you, your), -1 to
   * 1; 0 for a text with neither word.
   */
  get aboutSpeaker(): number {
    if (this.#aboutSpeaker === undefined) {
      const [speaker, listener] = [speakerWord, listenerWord].map(
        (word) => this.folded.match(word)?.length ?? 0,
      );
      this.#aboutSpeaker = (speaker! - listener!) / (speaker! + listener! + 1);
    }
    return this.#aboutSpeaker;
  }

  /** Index words of the names that it says are over. */
  get endedNames(): readonly string[] {
    this.#endedNames ??= this.#text.length > longestEnding ? [] : endedNames(this.#text);
    return this.#endedNames;
  }

  /** The word trace of its text. */
  get trace(): Uint16Array {
    this.#trace ??= wordTrace(this.folded);
    return this.#trace;
  }

  /** Whether it contains a phrase, folded by `fold`. */
  says({ text, groups }: Phrase): boolean {
    return mayContain(this.groups, groups) && this.folded.includes(text);
  }

  /** Whether the passage is worded like an answer to what is asked for. */
  isWordedFor(ask: Ask): boolean {
    const known = this.#worded.get(ask);
    if (known !== undefined) return known;
    const worded = answersTo[ask]?.test(this.#text) === true;
    this.#worded.set(ask, worded);
    return worded;
  }
}

/**
 * Maximum number of characters of a text that is searched for ended names. A longer text has
 * several topics.
 */
const longestEnding = 400;

const speakerWord = /\b(?:i|me|my|mine|we|our|ours)\b/g;
const listenerWord = /\b(?:you|your|yours)\b/g;

function wordsOfChange(text: string, all: ReadonlySet<string>): ReadonlySet<string> {
  const spoken = sentences(text);
  return spoken.length < 2 ? all : new Set(spoken.filter(saysChange).flatMap(indexWords));
}

/** Returns the analysis of a passage, the same object for the same passage. */
export const analysisOf = byPassage((passage) => new PassageAnalysis(passage));

function endsAsking(text: string): boolean {
  const end = text.endsWith("]") ? text.slice(0, text.lastIndexOf("[")).trimEnd().at(-1) : text.at(-1);
  return end === "?" || end === "？";
}

/**
 * The groups of three letters in a text, hashed to 64 bits: a Bloom filter with one hash (Bloom,
 * 1970). A text that lacks a group of a phrase does not contain the phrase. This test is faster
 * than a search for the phrase.
 */
export interface LetterGroups {
  readonly low: number;
  readonly high: number;
}

/** Returns the letter groups of a text. */
export function letterGroups(text: string): LetterGroups {
  let [low, high] = [0, 0];
  for (let at = 2; at < text.length; at += 1) {
    const letters = (text.charCodeAt(at - 2) * 31 + text.charCodeAt(at - 1)) * 31 + text.charCodeAt(at);
    const hash = Math.imul(letters, 0x9e3779b1) >>> 26;
    if (hash < 32) low |= 1 << hash;
    else high |= 1 << (hash - 32);
  }
  return { low, high };
}

/** Whether a text may contain another one; false only if it does not. */
export function mayContain(text: LetterGroups, part: LetterGroups): boolean {
  return ((part.low & ~text.low) | (part.high & ~text.high)) === 0;
}

/**
 * Wordings that are matched only if the question asks for what they express: matching them is most
 * of the cost of the features of a passage.
 */
export const answersTo: Readonly<Partial<Record<Ask, RegExp>>> = {
  time: /\b(?:yesterday|today|tomorrow|tonight|ago|last|next|weeks?|months?|years?|days?|since|weekend|january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:19|20)\d\d)\b|\b\d{1,2}[:.h]\d\d\b|\d ?(?:年|月|日|号|点|時|시|월|일)|\b\d{1,2}\.? \p{L}+ (?:19|20)\d\d\b/iu,
  count:
    /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|once|twice|several|couple|dozen|few|many)\b/i,
  reason: /\b(?:because|'cause|since|so that|reason|inspired|motivat\w*|wanted|makes? me|made me|helps?)\b/i,
  person: /[\p{Ll},] \p{Lu}\p{Ll}+/u,
  place: /\b(?:in|at|from|to|near|of) (?:the )?\p{Lu}\p{Ll}+/u,
  advice:
    /\b(?:always|never|prefer|make sure|don't|do not|avoid|from now on|instead of|rather than|i (?:like|want|need)|i'd (?:like|rather))\b/i,
};

/** Wording of a standing rule: what to do whenever something is asked for. */
export const standingRuleWording =
  /\b(?:always|never|from now on|when(?:ever)? (?:i|we) (?:ask|need|want|discuss|mention|talk|request))\b/i;

/** Wording of a reaction to what was just said, which seldom contains information. */
export const reaction =
  /^(?:wow|thanks|thank you|congrats|congratulations|that's|that is|sounds|awesome|great|nice|cool|yeah|yep|glad|aww|absolutely|sure|definitely|no problem|got it)\b/i;
