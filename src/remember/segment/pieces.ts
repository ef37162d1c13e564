/**
 * The pieces that passages are packed from: sentences, list items and code blocks, as spans of the
 * text.
 */
import { type Span, sentenceSpans } from "../../text/sentences.js";

/** A stretch of a text that is not cut further unless it is far too long. */
export interface Piece extends Span {
  readonly kind: "sentence" | "item" | "code";
  /** Whether a blank line, or a change between prose, list and code, stands before it. */
  readonly opensParagraph: boolean;
  /** A heading, or a line that ends in a colon: it says what follows and stays with it. */
  readonly introduces: boolean;
}

/**
 * Nothing indivisible is longer than this many times the passage length: past it, a piece is cut at
 * lines, words, then anywhere.
 */
const indivisibleFactor = 5;

interface Block extends Span {
  readonly kind: "prose" | "list" | "code";
}

const fence = /^[^\S\n]*(```|~~~)/;
const listItem = /^[^\S\n]*(?:[-*•–·]|\d{1,3}[.)]|[a-z][.)]|step \d+:?)[^\S\n]+\S/i;
const heading = /^[^\S\n]*(?:#{1,6}\s|\*\*[^*\n]+\*\*:?$)/;

/**
 * Cuts a text into pieces of at most a few times `targetChars` characters. Linear in the length of
 * the text.
 */
export function pieces(text: string, targetChars: number): Piece[] {
  return blocks(text)
    .flatMap((block) => ofBlock(text, block))
    .flatMap((piece) => capped(text, piece, targetChars * indivisibleFactor));
}

/**
 * Runs of lines of one kind. Blank lines end prose; a fence runs to its end, or to the end of the
 * text.
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

function ofBlock(text: string, block: Block): Piece[] {
  const slice = text.slice(block.start, block.end);
  const spans =
    block.kind === "code"
      ? [trimmed(slice)]
      : block.kind === "list"
        ? itemSpans(slice)
        : sentenceSpans(slice);
  const kind = block.kind === "code" ? "code" : block.kind === "list" ? "item" : "sentence";
  return spans
    .filter(({ start, end }) => end > start)
    .map((span, index) => ({
      start: block.start + span.start,
      end: block.start + span.end,
      kind,
      opensParagraph: index === 0,
      introduces:
        kind === "sentence" &&
        (/[:：]["'*_]*$/.test(slice.slice(span.start, span.end)) ||
          heading.test(slice.slice(span.start, span.end))),
    }));
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
