/**
 * Cuts a section of a file into passages. Sections are the reader's: a page, what stands under a
 * heading, a row, a message. A short one is one passage; a long one is cut at the ends of
 * sentences.
 *
 * Passages do not overlap: a sentence that stood in two of them would be told twice and could not
 * be forgotten once. Where a sentence leans on the one before it ("It was closed again in May."),
 * the cut is moved instead, so that the two stay together.
 */
import { isLeaning } from "../segment/leaning.js";
import { type Piece, pieces } from "../segment/pieces.js";

/**
 * Characters of a passage: half as much again as of what was said. What a page says stands together
 * without a speaker in every sentence, and a handful of such extracts fits half of the default
 * token budget of a recall.
 */
export const filePassageChars = 600;
/**
 * A paragraph's end closes a passage that is at least this long, so that subjects are not mixed.
 */
const fullEnoughChars = 240;
/** Sentences that move on with one that leans on them. */
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

/** What a damaged file may hold and no store can: lone halves of characters, and NUL. */
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
 * How many of the last pieces the next one cannot do without: what introduces it, and what it leans
 * on. Never all of them.
 */
function carriedWith(text: string, open: readonly Piece[], next: Piece): number {
  const most = Math.min(mostCarried, open.length - 1);
  let carried = 0;
  for (let first = next; carried < most; first = open[open.length - carried]!) {
    const before = open[open.length - carried - 1]!;
    const leans = first.kind === "sentence" && isLeaning(text.slice(first.start, first.end));
    if (!before.introduces && !leans) break;
    carried += 1;
  }
  return carried;
}
