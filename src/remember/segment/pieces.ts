/**
 * Splits a text into pieces, from which passages are joined: sentences, list items and code blocks,
 * as spans of the text.
 */
import { eachSentenceSpan, type Span } from "../../text/sentences.js";

/** A part of a text that is split further only if it is far too long. */
export interface Piece extends Span {
  readonly kind: "sentence" | "item" | "code";
  /** Whether a blank line, or a change between prose, list and code, precedes it. */
  readonly opensParagraph: boolean;
  /**
   * Whether it is a heading, or a line that ends with a colon: such a piece stays with the text
   * after it.
   */
  readonly introduces: boolean;
}

/**
 * A piece is at most this many times as long as a passage. A longer one is split at lines, else at
 * words, else anywhere.
 */
const indivisibleFactor = 5;

interface Block extends Span {
  readonly kind: "prose" | "list" | "code";
}

const fence = /^[^\S\n]*(```|~~~)/;
const listItem = /^[^\S\n]*(?:[-*•–·]|\d{1,3}[.)]|[a-z][.)]|step \d+:?)[^\S\n]+\S/i;
const heading = /^[^\S\n]*(?:#{1,6}\s|\*\*[^*\n]+\*\*:?$)/;

/**
 * Splits a text into pieces of at most a few times `targetChars` characters, in linear time.
 */
export function pieces(text: string, targetChars: number): Piece[] {
  return [...eachPiece(text, targetChars)];
}

/** Like {@link pieces}, one after the other, so that a long text can be split in several steps. */
export function* eachPiece(text: string, targetChars: number): Generator<Piece, undefined> {
  const all = blocks(text);
  for (const [index, block] of all.entries()) {
    const heading = isAbove(block, all[index + 1], text) ? block.end : -1;
    for (const piece of ofBlock(text, block)) {
      const introduces = piece.introduces || (piece.end === heading && isHeading(text, piece));
      yield* capped(text, { ...piece, introduces }, targetChars * indivisibleFactor);
    }
  }
}

/** Whether a list follows a block of prose on the next line. */
function isAbove(block: Block, next: Block | undefined, text: string): boolean {
  return (
    block.kind === "prose" &&
    next?.kind === "list" &&
    text.slice(block.end, next.start).trim() === "" &&
    !/\n\s*\n/.test(text.slice(block.end, next.start))
  );
}

/** Maximum number of characters of a line that is a heading without a mark of one. */
const headingChars = 80;

/**
 * A short line above a list that is neither a sentence nor an item by itself, such as "Present: Ana,
 * Ben": "Client notes - T. Abernathy".
 */
function isHeading(text: string, { start, end }: Span): boolean {
  return end - start <= headingChars && !/[.!?。！？]$|[:,;]/.test(text.slice(start, end));
}

/**
 * Blocks of consecutive lines of one kind. A blank line ends prose; a code fence continues to its
 * end, or to the end of the text.
 */
function blocks(text: string): Block[] {
  const found: Block[] = [];
  let open: { kind: Block["kind"]; start: number; end: number } | undefined;
  let fenced = false;
  const close = () => {
    if (open !== undefined) found.push(open);
    open = undefined;
  };
  for (const { start, end } of lines(text)) {
    const line = text.slice(start, Math.min(end, start + 200));
    if (fence.test(line)) {
      if (!fenced) close();
      open = { kind: "code", start: open?.start ?? start, end };
      fenced = !fenced;
      if (!fenced) close();
    } else if (fenced && open !== undefined) open.end = end;
    else if (line.trim() === "") close();
    else {
      const kind = listItem.test(line) || (open?.kind === "list" && /^\s/.test(line)) ? "list" : "prose";
      if (open?.kind !== kind || heading.test(line)) close();
      if (open === undefined) open = { kind, start, end };
      else open.end = end;
      if (heading.test(line)) close();
    }
  }
  close();
  return found;
}

function* lines(text: string): Generator<Span> {
  let start = 0;
  while (start <= text.length) {
    const at = text.indexOf("\n", start);
    const end = at < 0 ? text.length : at;
    yield { start, end };
    start = end + 1;
  }
}

function* ofBlock(text: string, block: Block): Generator<Piece, undefined> {
  const slice = text.slice(block.start, block.end);
  const spans =
    block.kind === "code"
      ? [trimmed(slice)]
      : block.kind === "list"
        ? itemSpans(slice)
        : eachSentenceSpan(slice);
  const kind = block.kind === "code" ? "code" : block.kind === "list" ? "item" : "sentence";
  let opensParagraph = true;
  for (const { start, end } of spans) {
    if (end <= start) continue;
    const said = slice.slice(start, end);
    const introduces = kind === "sentence" && (/[:：]["'*_]*$/.test(said) || heading.test(said));
    yield { start: block.start + start, end: block.start + end, kind, opensParagraph, introduces };
    opensParagraph = false;
  }
}

/** A list item with the lines that belong to it. */
function itemSpans(slice: string): Span[] {
  const spans: { start: number; end: number }[] = [];
  for (const { start, end } of lines(slice)) {
    const last = spans.at(-1);
    if (last === undefined || listItem.test(slice.slice(start, Math.min(end, start + 200)))) {
      const item = trimmed(slice.slice(start, end));
      spans.push({ start: start + item.start, end: start + item.end });
    } else last.end = start + trimmed(slice.slice(start, end)).end;
  }
  return spans;
}

function trimmed(slice: string): Span {
  const start = slice.length - slice.trimStart().length;
  return { start, end: Math.max(start, slice.trimEnd().length) };
}

function capped(text: string, piece: Piece, maxChars: number): Piece[] {
  if (piece.end - piece.start <= maxChars) return [piece];
  const parts: Piece[] = [];
  let start = piece.start;
  while (start < piece.end) {
    const end = piece.end - start <= maxChars ? piece.end : breakBefore(text, start, start + maxChars);
    const part = trimmed(text.slice(start, end));
    if (part.end > part.start) parts.push({ ...piece, start: start + part.start, end: start + part.end });
    start = end;
  }
  return parts;
}

/**
 * The best place to break before `limit`: after a line, else after a word, else between two
 * characters.
 */
function breakBefore(text: string, start: number, limit: number): number {
  const window = text.slice(start, limit);
  const half = Math.floor(window.length / 2);
  for (const mark of ["\n", " "]) {
    const at = window.lastIndexOf(mark);
    if (at > half) return start + at + 1;
  }
  const splitsPair = /[\uD800-\uDBFF]$/.test(window);
  return splitsPair ? limit - 1 : limit;
}

/**
 * Words that refer back at the start of a sentence. The first person does not, because the speaker
 * is known.
 */
const pointsBack =
  /^[("'“‘*_]*(?:he|she|it|they|this|that|these|those|there|here|his|her|its|their|him|them|both|neither|one of them|the (?:former|latter|second|first|other) one|then|so|but|and|or|because|also|too|plus|however|instead|otherwise|therefore|thus|hence|still|yet|besides|moreover|afterwards?|meanwhile|which|er|sie|es|das|dort|dann|aber|und|él|ella|eso|esto|allí|pero|y|il|elle|ça|mais|et)(?:['’](?:s|d|ll|re|ve))?(?=[\s,])/iu;

/**
 * A fragment: one word ("Really."), or two or three words for a time, a place or a manner ("On
 * Mondays.").
 */
const fragment =
  /^(?:\S+|(?:on|at|in|for|with|without|from|to|by|until|since|not|only|just|every|each|maybe|probably|mostly|usually)\s+\S+(?:\s+\S+)?)$/iu;

/** Words that are complete by themselves. */
const isComplete = /^(?:hi|hello|hey|thanks|bye|ok|okay|yes|no)\b/i;

/** Scripts without spaces, where one "word" may be a whole sentence. */
const unspaced = /[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]/;

/** Whether `sentence` refers to the one before it, or is only a fragment. Pure. */
export function isDependent(sentence: string): boolean {
  if (pointsBack.test(sentence)) return true;
  return fragment.test(sentence) && !unspaced.test(sentence) && !isComplete.test(sentence);
}
