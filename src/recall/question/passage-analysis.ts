/**
 * PassageAnalysis: what a passage says whatever the question, read once. Pure. A store hands out the same passage again while it holds it, so that the second
 * question finds it read: describing passages was half of a recall, and lookup for wordings in their text was the larger part of that.
 */
import type { MemoryRecord } from "../../contract/record.js";
import type { StoredPassage } from "../../stores/store.js";
import { fold, indexWords } from "../../text/words.js";
import { endedNames, newMeasures } from "./ended-states.js";
import type { Ask } from "./interpret.js";
import type { Interval } from "./time-expressions.js";
import { wordTrace } from "./word-trace.js";

const noWords: ReadonlySet<string> = new Set();

/** A part of a question that passages may hold as it is written. */
export interface Phrase {
  readonly text: string;
  readonly groups: LetterGroups;
}

/** What is known of a passage's own words. */
export class PassageAnalysis {
  /** As `fold` gives it. */
  readonly folded: string;
  readonly groups: LetterGroups;
  /** When it was said, in milliseconds since 1970. */
  readonly saidMs: number;
  /** When what its records tell of happened, in milliseconds since 1970. */
  readonly occurred: readonly Interval[];
  /** It ends with a question mark, but for a note in brackets. */
  readonly asksItself: boolean;
  readonly isReaction: boolean;
  readonly isStandingRule: boolean;
  /** The facts that it states. */
  readonly facts: readonly MemoryRecord[];
  /** The rule that it lays down. */
  readonly rule: MemoryRecord | undefined;
  /** Index words of what the rule waits for. */
  readonly triggerWords: ReadonlySet<string>;
  readonly #text: string;
  readonly #said: string;
  #words: ReadonlySet<string> | undefined;
  #endedNames: readonly string[] | undefined;
  #hasNewMeasures: boolean | undefined;
  #trace: Uint16Array | undefined;
  readonly #worded = new Map<Ask, boolean>();

  constructor({ text, saidAt, records, speaker, prompt }: StoredPassage) {
    this.#text = text;
    this.#said = `${speaker ?? ""} ${text} ${prompt ?? ""}`;
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

  /** Its index words, with those of its speaker and of what it answers. */
  get words(): ReadonlySet<string> {
    this.#words ??= new Set(indexWords(this.#said));
    return this.#words;
  }

  /** Whether it says of a measure that it is another now. */
  get hasNewMeasures(): boolean {
    this.#hasNewMeasures ??= newMeasures(this.#text).length > 0;
    return this.#hasNewMeasures;
  }

  /** Index words of the names of what it ends. */
  get endedNames(): readonly string[] {
    this.#endedNames ??= this.#text.length > longestEnding ? [] : endedNames(this.#text);
    return this.#endedNames;
  }

  /** Trace of the words of its text. */
  get trace(): Uint16Array {
    this.#trace ??= wordTrace(this.folded);
    return this.#trace;
  }

  /** Whether it says a phrase, as `fold` gives it. */
  says({ text, groups }: Phrase): boolean {
    return mayContain(this.groups, groups) && this.folded.includes(text);
  }

  /** Whether it is worded like an answer to what is asked for. */
  isWordedFor(ask: Ask): boolean {
    const known = this.#worded.get(ask);
    if (known !== undefined) return known;
    const worded = answersTo[ask]?.test(this.#text) === true;
    this.#worded.set(ask, worded);
    return worded;
  }
}

/** Characters of a text that gives something up; a longer one speaks of many things. */
const longestEnding = 400;

const analyses = new WeakMap<StoredPassage, PassageAnalysis>();

/** What a passage says; the same object for the same passage. */
export function analysisOf(passage: StoredPassage): PassageAnalysis {
  const known = analyses.get(passage);
  if (known !== undefined) return known;
  const reading = new PassageAnalysis(passage);
  analyses.set(passage, reading);
  return reading;
}

function endsAsking(text: string): boolean {
  const end = text.endsWith("]") ? text.slice(0, text.lastIndexOf("[")).trimEnd().at(-1) : text.at(-1);
  return end === "?" || end === "？";
}

export interface LetterGroups {
  readonly low: number;
  readonly high: number;
}

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

/** Whether a text may hold another one: false only where it does not. */
export function mayContain(text: LetterGroups, part: LetterGroups): boolean {
  return ((part.low & ~text.low) | (part.high & ~text.high)) === 0;
}

/** Wordings that count only where the question asks for what they express: lookup for them is most of the cost of describing a passage. */
export const answersTo: Readonly<Partial<Record<Ask, RegExp>>> = {
  time: /\b(?:yesterday|today|tomorrow|tonight|ago|last|next|weeks?|months?|years?|days?|since|weekend|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|(?:19|20)\d\d)\b|\b\d{1,2}[:.h]\d\d\b|\d ?(?:年|月|日|号|点|時|시|월|일)|\b\d{1,2}\.? \p{L}+ (?:19|20)\d\d\b/iu,
  count:
    /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|once|twice|several|couple|dozen|few|many)\b/i,
  reason: /\b(?:because|'cause|since|so that|reason|inspired|motivat\w*|wanted|makes? me|made me|helps?)\b/i,
  person: /[\p{Ll},] \p{Lu}\p{Ll}+/u,
  place: /\b(?:in|at|from|to|near|of) (?:the )?\p{Lu}\p{Ll}+/u,
  advice:
    /\b(?:always|never|prefer|make sure|don't|do not|avoid|from now on|instead of|rather than|i (?:like|want|need)|i'd (?:like|rather))\b/i,
};

/** A standing rule: what to do whenever something is asked for. */
export const standingRuleWording =
  /\b(?:always|never|from now on|when(?:ever)? (?:i|we) (?:ask|need|want|discuss|mention|talk|request))\b/i;

/** An answer to what was just said, which seldom says anything of its own. */
export const reaction =
  /^(?:wow|thanks|thank you|congrats|congratulations|that's|that is|sounds|awesome|great|nice|cool|yeah|yep|glad|aww|absolutely|sure|definitely|no problem|got it)\b/i;
