/**
 * Cuts a content into passages: the unit that is kept, indexed and forgotten. A passage is a
 * verbatim slice, small enough to be found for one thing and forgotten for one thing.
 *
 *   chat message, up to 400 characters    one passage: its sentences lean on each other
 *   longer chat message                   packed sentence by sentence up to 400 characters, rather at a paragraph's end
 *   plain text                            a passage a sentence; a sentence that leans on the one before joins it
 *   plain text, a speaker before each line    a chat, of which every message has the index 0
 *
 * Code blocks, and lists with the line that introduces them, stay whole where they fit.
 */
import type { RememberRequest } from "../../contract/remember.js";
import { isBareQuestion } from "../../text/bare-question.js";
import type { Passage } from "../../text/passage.js";
import { isLeaning } from "./leaning.js";
import { type Piece, pieces } from "./pieces.js";
import { transcriptOf } from "./transcript.js";

/**
 * Characters of a passage. Short chat is found best whole with its neighbours, long messages by
 * their best passage; measured on the development conversations with keyword search.
 */
export const passageChars = 400;
/**
 * A paragraph's end closes a passage that is at least this long, so that subjects are not mixed.
 */
const fullEnoughChars = 160;

/** What a content does not say of itself. */
export interface SegmentContext {
  /** Who says it, where a message does not name its own speaker. */
  readonly speaker?: string | null | undefined;
  /** ISO 8601 UTC: when it was said, where a message does not say. */
  readonly saidAt: string;
}

type Content = RememberRequest["content"];
type Message = Exclude<Content, string>[number];

/**
 * The passages of a content, in order. Pure; never empty for a content that holds more than white
 * space.
 */
export function segment(content: Content, context: SegmentContext): Passage[] {
  if (typeof content !== "string")
    return content.flatMap((message, index) => ofMessage(content, message, index, context));
  const transcript = transcriptOf(content);
  if (transcript !== null)
    return transcript
      .flatMap((message, index) => ofMessage(transcript, message, index, context))
      .map((passage) => ({ ...passage, message: 0 }));
  const speaker = context.speaker ?? null;
  return cutPlainText(content).map((text) => ({
    text,
    message: 0,
    speaker,
    role: "user",
    saidAt: context.saidAt,
    prompt: null,
  }));
}

function ofMessage(
  messages: readonly Message[],
  message: Message,
  index: number,
  context: SegmentContext,
): Passage[] {
  const prompt = promptOf(messages[index - 1], message, context);
  return cutMessage(message.content).map((text, place) => ({
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

/** The message before, where somebody else asked a bare question in it. */
function promptOf(before: Message | undefined, message: Message, context: SegmentContext): string | null {
  if (before === undefined || message.content.trim() === "") return null;
  const sameVoice =
    before.role === message.role && speakerOf(before, context) === speakerOf(message, context);
  return !sameVoice && isBareQuestion(before.content) ? before.content.trim() : null;
}

function cutMessage(text: string): string[] {
  const whole = text.trim();
  if (whole.length <= passageChars) return whole === "" ? [] : [whole];
  return pack(whole, pieces(whole, passageChars), closesBeforeLongMessagePiece);
}

function cutPlainText(text: string): string[] {
  return pack(text, pieces(text, passageChars), closesBeforePlainPiece);
}

type Closes = (text: string, open: Piece, last: Piece, next: Piece) => boolean;

/** Joins neighbouring pieces until `closes` says that the next one opens a passage of its own. */
function pack(text: string, parts: readonly Piece[], closes: Closes): string[] {
  const packed: string[] = [];
  let open: Piece | undefined;
  let last: Piece | undefined;
  for (const next of parts) {
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
  return next.opensParagraph || next.kind !== "sentence" || !isLeaning(text.slice(next.start, next.end));
}
