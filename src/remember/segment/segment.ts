/**
 * Splits the content of a call into passages: the units that are stored, indexed and forgotten. A
 * passage is a verbatim part of the content, small enough to have one topic.
 *
 *   chat message up to 400 characters    one passage: its sentences depend on each other
 *   longer chat message                  sentences joined up to 400 characters, preferably up to
 *                                        the end of a paragraph
 *   plain text                           one passage for each sentence; a sentence that depends on
 *                                        the one before is joined to it
 *   … after its first 1,024 sentences    sentences joined, as in a longer chat message
 *   plain text with speakers             a chat in which every message has the index 0
 *   a pasted e-mail                      plain text; its sender is the speaker
 *
 * Code blocks, and lists with the line that introduces them, are not split if they fit.
 */
import { atOnce } from "../../async/next-turn.js";
import type { RememberRequest } from "../../contract/remember.js";
import { analysedSentences, type Passage } from "../../text/passage.js";
import { isBareQuestion } from "../../text/small-talk/bare-question.js";
import { senderOf } from "./mail.js";
import { eachPiece, isDependent, type Piece } from "./pieces.js";
import { transcriptOf } from "./transcript.js";

/**
 * Number of characters of a passage. Search finds short messages best as a whole with their
 * neighbours, and long messages by their best passage; measured on the development conversations
 * with keyword search.
 */
export const passageChars = 400;
/**
 * The end of a paragraph ends a passage that is at least this long, so that topics are not mixed.
 */
const fullEnoughChars = 160;

/** Defaults for the content of a call. */
export interface SegmentContext {
  /** The speaker, if a message does not name its own. */
  readonly speaker?: string | null | undefined;
  /** ISO 8601 UTC: the time of a message without its own. */
  readonly saidAt: string;
}

type Content = RememberRequest["content"];
type Message = Exclude<Content, string>[number];

/**
 * The passages of the content of a call, in order. Pure; empty only for white space.
 */
export function segment(content: Content, context: SegmentContext): Passage[] {
  return atOnce(segmenting(content, context));
}

/** Like {@link segment}; yields after each step so that the caller can let other work run. */
export function* segmenting(content: Content, context: SegmentContext): Steps<Passage[]> {
  if (typeof content !== "string") return yield* ofMessages(content, context);
  const transcript = transcriptOf(content);
  if (transcript !== null)
    return (yield* ofMessages(transcript, context)).map((passage) => ({ ...passage, message: 0 }));
  const speaker = senderOf(content) ?? context.speaker ?? null;
  return (yield* cutPlainText(content)).map((text) => ({
    text,
    message: 0,
    speaker,
    role: "user",
    saidAt: context.saidAt,
    prompt: null,
  }));
}

type Steps<Result> = Generator<undefined, Result>;

/** Number of messages and pieces of a text that are read in one step: some milliseconds of work. */
const messagesPerStep = 512;
const piecesPerStep = 4096;

function* ofMessages(messages: readonly Message[], context: SegmentContext): Steps<Passage[]> {
  const passages: Passage[] = [];
  for (const [index, message] of messages.entries()) {
    if (index % messagesPerStep === messagesPerStep - 1) yield;
    for (const passage of yield* ofMessage(messages, message, index, context)) passages.push(passage);
  }
  return passages;
}

function* ofMessage(
  messages: readonly Message[],
  message: Message,
  index: number,
  context: SegmentContext,
): Steps<Passage[]> {
  const prompt = promptOf(messages[index - 1], message, context);
  return (yield* cutMessage(message.content)).map((text, place) => ({
    text,
    message: index,
    speaker: speakerOf(message, context),
    role: message.role,
    saidAt: message.at ?? context.saidAt,
    prompt: place === 0 ? prompt : null,
  }));
}

function speakerOf(message: Message, context: SegmentContext): string | null {
  return message.name ?? (message.role === "user" ? (context.speaker ?? null) : null);
}

/** The previous message, if another speaker asked a bare question in it. */
function promptOf(before: Message | undefined, message: Message, context: SegmentContext): string | null {
  if (before === undefined || message.content.trim() === "") return null;
  const sameSpeaker =
    before.role === message.role && speakerOf(before, context) === speakerOf(message, context);
  return !sameSpeaker && isBareQuestion(before.content) ? before.content.trim() : null;
}

function* cutMessage(text: string): Steps<string[]> {
  const whole = text.trim();
  if (whole.length <= passageChars) return whole === "" ? [] : [whole];
  return yield* pack(whole, () => closesBeforeLongMessagePiece);
}

/** Sentences that are not analysed need no passages of their own: nothing is drafted from them. */
function* cutPlainText(text: string): Steps<string[]> {
  return yield* pack(text, (index) => {
    if (index === analysedSentences) return () => true;
    return index < analysedSentences ? closesBeforePlainPiece : closesBeforeLongMessagePiece;
  });
}

type Closes = (text: string, open: Piece, last: Piece, next: Piece) => boolean;

/**
 * Joins neighbouring pieces into passages. `ruleOf` gives the rule for each piece, by its index;
 * the rule decides whether the piece begins a new passage.
 */
function* pack(text: string, ruleOf: (index: number) => Closes): Steps<string[]> {
  const packed: string[] = [];
  let open: Piece | undefined;
  let last: Piece | undefined;
  let index = 0;
  for (const next of eachPiece(text, passageChars)) {
    const closes = ruleOf(index);
    index += 1;
    if (index % piecesPerStep === 0) yield;
    if (open === undefined || last === undefined || closes(text, open, last, next)) {
      if (open !== undefined) packed.push(text.slice(open.start, open.end));
      open = next;
    } else open = { ...open, end: next.end };
    last = next;
  }
  if (open !== undefined) packed.push(text.slice(open.start, open.end));
  return packed;
}

function closesBeforeLongMessagePiece(_text: string, open: Piece, last: Piece, next: Piece): boolean {
  if (next.end - open.start > passageChars) return !(last.introduces && open === last);
  return next.opensParagraph && !last.introduces && open.end - open.start >= fullEnoughChars;
}

function closesBeforePlainPiece(text: string, open: Piece, last: Piece, next: Piece): boolean {
  if (next.end - open.start > passageChars) return !(last.introduces && open === last);
  if (last.introduces || (last.kind === "item" && next.kind === "item")) return false;
  return next.opensParagraph || next.kind !== "sentence" || !isDependent(text.slice(next.start, next.end));
}
