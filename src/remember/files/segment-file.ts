/**
 * Splits a section of a file into passages. The reader decides what a section is: a page, the text
 * under a heading, a row, a message. A short section is one passage; a long one is split at the
 * ends of sentences.
 *
 * Passages do not overlap: a sentence in two of them would be returned twice and would have to be
 * forgotten twice. Where a sentence refers to the one before it ("It was closed again in May."),
 * the boundary moves, so that the two stay together.
 */
import { isDependent, type Piece, pieces } from "../segment/pieces.js";

/**
 * Number of characters of a passage: half as much again as in a conversation. Sentences of a page
 * belong together, and a handful of such extracts fits into half of the default token budget of a
 * recall.
 */
export const filePassageChars = 600;
/**
 * The end of a paragraph ends a passage that is at least this long, so that topics are not mixed.
 */
const fullEnoughChars = 240;
/** Maximum number of sentences that move to the next passage with one that refers to them. */
const mostCarried = 2;

/** The passages of a section, in order. Pure; empty for white space. */
export function segmentSection(section: string): string[] {
  const text = plain(section);
  const whole = text.trim();
  if (whole.length <= filePassageChars) return whole === "" ? [] : [whole];
  const cut: Piece[][] = [];
  let open: Piece[] = [];
  for (const next of pieces(text, filePassageChars)) {
    if (closes(open, next)) {
      const carried = carriedWith(text, open, next);
      cut.push(open.slice(0, open.length - carried));
      open = open.slice(open.length - carried);
    }
    open.push(next);
  }
  return [...cut, open]
    .filter((passage) => passage.length > 0)
    .map((passage) => text.slice(passage[0]!.start, passage.at(-1)!.end));
}

/**
 * Removes characters that a store cannot save but a damaged file may contain: lone surrogates and
 * NUL.
 */
function plain(text: string): string {
  return text.toWellFormed().replaceAll("\0", "");
}

function closes(open: readonly Piece[], next: Piece): boolean {
  const [first] = open;
  const last = open.at(-1);
  if (first === undefined || last === undefined) return false;
  if (next.end - first.start > filePassageChars) return true;
  return next.opensParagraph && !last.introduces && last.end - first.start >= fullEnoughChars;
}

/**
 * How many of the last pieces the next one needs: a piece that introduces it, and sentences that it
 * refers to. Never all of them.
 */
function carriedWith(text: string, open: readonly Piece[], next: Piece): number {
  const most = Math.min(mostCarried, open.length - 1);
  let carried = 0;
  for (let first = next; carried < most; first = open[open.length - carried]!) {
    const before = open[open.length - carried - 1]!;
    const refersBack = first.kind === "sentence" && isDependent(text.slice(first.start, first.end));
    if (!before.introduces && !refersBack) break;
    carried += 1;
  }
  return carried;
}
