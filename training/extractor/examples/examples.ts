/**
 * Training examples: one for each passage of a labelled message, with the features that `remember`
 * itself computes.
 */
import { readFileSync } from "node:fs";
import { type WordsOf, wordsOf } from "../../../src/extractors/learnt/features.js";
import { type ReadWord, type TaggerInput, taggerInput } from "../../../src/extractors/learnt/input.js";
import type { abouts } from "../../../src/extractors/learnt/span-reader.js";
import type { Token } from "../../../src/extractors/learnt/tokens.js";
import { Conversation } from "../../../src/extractors/rules/conversation/conversation.js";
import { loadDateReader } from "../../../src/extractors/rules/events/dates.js";
import { loadGrammar } from "../../../src/extractors/rules/grammar/grammar.js";
import { placedIn, readSentence, type TextTools, wordsIn } from "../../../src/extractors/rules/sentence.js";
import { segment } from "../../../src/remember/segment/segment.js";
import { sentences as sentencesOf } from "../../../src/text/sentences.js";
import { WordPiece } from "../../../src/text/word-piece.js";
import type { LabelledFact, LabelledMessage } from "./talk-message.js";
import { type TokenSpan, tokenSpan } from "./token-span.js";

/** The features of a passage's tokens, those of the context first. */
export interface Features {
  /** Index of the passage in its message. */
  readonly passage: number;
  /** Tokens before those of the passage. */
  readonly context: number;
  /** For each token the numbers of its word pieces in `assets/vocab.txt`. */
  readonly pieces: readonly (readonly number[])[];
  /** For each token: word (32 bits, not yet reduced), ending, shape, place and part of speech. */
  readonly rows: readonly (readonly number[])[];
}

export interface ExampleFact {
  readonly value: TokenSpan;
  /** The value as the label writes it. */
  readonly words: string;
  readonly property: string;
  readonly about: (typeof abouts)[number];
  /** Tokens of the subject; `null` for the speaker and for a subject that is not named. */
  readonly subject: TokenSpan | null;
  /** Tokens that name the property. */
  readonly noun: TokenSpan | null;
  readonly change: LabelledFact["change"];
  readonly former: TokenSpan | null;
  readonly minor: boolean;
}

export interface Example extends Features {
  readonly dialog: string;
  readonly role: LabelledMessage["role"];
  readonly text: string;
  /** UTF-16 offsets of the passage's tokens. */
  readonly spans: readonly (readonly [start: number, end: number])[];
  readonly keep: boolean;
  readonly facts: readonly ExampleFact[];
  readonly rules: readonly { readonly span: TokenSpan; readonly trigger: TokenSpan | null }[];
}

/** A passage with its tokens. */
interface Tokenized {
  readonly text: string;
  readonly tokens: readonly Token[];
}

/** The tools for passages: the grammar for parts of speech, and the features of words. */
export interface Readers {
  readonly tools: Pick<TextTools, "grammar" | "dates">;
  readonly wordsOf: WordsOf;
}

export async function loadReaders(): Promise<Readers> {
  const tools = { grammar: await loadGrammar(), dates: await loadDateReader() };
  return { tools, wordsOf: loadWords() };
}

/** Features of words, with numbers of pieces in `assets/vocab.txt`. */
export function loadWords(): WordsOf {
  const pieces = new WordPiece(readFileSync(new URL("../../../assets/vocab.txt", import.meta.url)));
  return wordsOf((word) => [...pieces.encode(word).ids]);
}

/**
 * The examples of a file's messages. The context of a passage is the previous passage of the same
 * dialog.
 */
export function examplesOfTalk(messages: readonly LabelledMessage[], readers: Readers): Example[] {
  return messages.flatMap((message, index) => {
    const before = messages[index - 1];
    return examplesOf(message, before?.dialog === message.dialog ? before.text : null, readers);
  });
}

/** One example for each passage of a message. `before` is the text of the message before. */
export function examplesOf(
  message: LabelledMessage,
  before: string | null,
  { tools, wordsOf }: Readers,
): Example[] {
  if (message.text.trim() === "") return [];
  const content = [{ role: message.role, content: message.text, name: message.speaker }];
  const passages = segment(content, { saidAt: message.at });
  return passages.map((passage, index) => {
    const { text } = passage;
    const read = sentencesOf(text).map((sentence) =>
      readSentence(sentence, passage, tools, new Conversation()),
    );
    const previous = index === 0 ? before : passages[index - 1]!.text;
    const words: ReadWord[] = wordsIn(placedIn(text, read));
    const input = taggerInput(text, { role: message.role, previous, words }, wordsOf);
    return { ...labelsOf(message, { text, tokens: input.tokens }), ...featuresOf(input, index) };
  });
}

export function featuresOf({ contextLength, features }: TaggerInput, passage: number): Features {
  return {
    passage,
    context: contextLength,
    pieces: features.map(({ pieces }) => pieces),
    rows: features.map(({ word, ending, shape, place, part }) => [word, ending, shape, place, part]),
  };
}

function labelsOf(message: LabelledMessage, passage: Tokenized): Omit<Example, keyof Features> {
  const { dialog, role, keep, facts, rules } = message;
  return {
    dialog,
    role,
    text: passage.text,
    spans: passage.tokens.map(({ start, end }) => [start, end]),
    keep,
    facts: facts.flatMap((fact) => factIn(fact, message, passage) ?? []),
    rules: rules.flatMap(({ text, trigger }) => {
      const span = tokenSpan(text, passage);
      return span === null ? [] : [{ span, trigger: spanOrNull(trigger, passage) }];
    }),
  };
}

/**
 * A label whose value is in this passage. Of several occurrences, the nearest to the predicate, or
 * else to the subject, is used.
 */
function factIn(fact: LabelledFact, message: LabelledMessage, passage: Tokenized): ExampleFact | null {
  const value = tokenSpan(fact.value, passage, { near: anchorOf(fact, passage.text) });
  if (value === null) return null;
  const near = passage.tokens[value[0]]!.start;
  const isSpeaker = isAboutSpeaker(fact, message);
  const before = { near, preferBefore: true };
  const subject = spanOrNull(fact.subject, passage, before) ?? tokenSpan(fact.entity, passage, before);
  return {
    value,
    words: fact.value,
    property: fact.property.toLowerCase(),
    about: isSpeaker ? "speaker" : subject === null ? "implied" : "named",
    subject: isSpeaker ? null : subject,
    noun: tokenSpan(fact.property, passage, { near, anyCase: true }),
    change: fact.change,
    former: spanOrNull(fact.former, passage, { near }),
    minor: fact.minor === true,
  };
}

function anchorOf({ subject, predicate }: LabelledFact, text: string): number {
  const subjectAt = Math.max(0, subject === null ? 0 : text.indexOf(subject));
  const predicateAt = predicate === null ? -1 : text.indexOf(predicate, subjectAt);
  return predicateAt >= 0 ? predicateAt : subjectAt;
}

function isAboutSpeaker({ entity }: LabelledFact, { speaker }: LabelledMessage): boolean {
  return entity === speaker || (entity === "the user" && speaker === "user");
}

function spanOrNull(part: string | null, passage: Tokenized, search = {}): TokenSpan | null {
  return part === null ? null : tokenSpan(part, passage, search);
}
