/**
 * Reading: what a passage says whatever the question, read once. Pure. A store hands out the same passage again while it holds it, so that the second
 * question finds it read: describing passages was half of a recall, and looking for wordings in their text was the larger part of that.
 */
import type { MemoryRecord } from "../../contract/record.js";
import type { StoredPassage } from "../../stores/store.js";
import { fold, indexWords } from "../../text/words.js";
import { answersTo, reaction, standingRule } from "../ranking/wording.js";
import { endedNames } from "./ended-names.js";
import type { Ask } from "./interpret.js";
import { type LetterGroups, letterGroups, mayHold } from "./letter-groups.js";
import { newMeasures } from "./new-measures.js";
import type { Interval } from "./time-expressions.js";
import { wordTrace } from "./word-trace.js";

const noWords: ReadonlySet<string> = new Set();

/** A part of a question that passages may hold as it is written. */
export interface Phrase {
  readonly text: string;
  readonly groups: LetterGroups;
}

/** What is known of a passage's own words. */
export class Reading {
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
    this.isStandingRule = standingRule.test(text);
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
    return mayHold(this.groups, groups) && this.folded.includes(text);
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

const readings = new WeakMap<StoredPassage, Reading>();

/** What a passage says; the same object for the same passage. */
export function readingOf(passage: StoredPassage): Reading {
  const known = readings.get(passage);
  if (known !== undefined) return known;
  const reading = new Reading(passage);
  readings.set(passage, reading);
  return reading;
}

function endsAsking(text: string): boolean {
  const end = text.endsWith("]") ? text.slice(0, text.lastIndexOf("[")).trimEnd().at(-1) : text.at(-1);
  return end === "?" || end === "？";
}
