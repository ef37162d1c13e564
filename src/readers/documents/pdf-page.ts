/** Turns the pieces of text on a page, each with its position, into paragraphs. Pure. */

/** A group of characters on a page. Lengths in points, from the lower left corner. */
export interface PdfPiece {
  readonly text: string;
  readonly left: number;
  readonly baseline: number;
  readonly width: number;
  readonly height: number;
  /** Whether the file says that a line ends here. */
  readonly endsLine: boolean;
}

/** A line of text, while pieces are added to it. */
interface Line {
  text: string;
  right: number;
  readonly baseline: number;
  height: number;
}

/**
 * As a fraction of the line's height: a larger difference of baselines means another line.
 * Superscripts stay on the line.
 */
const sameLine = 0.5;
/**
 * As a fraction of the line's height: a gap this wide between two pieces means a space, which
 * the file does not contain.
 */
const spaceWidth = 0.15;
/** As a multiple of the usual distance between lines: more than this begins a paragraph. */
const paragraphGap = 1.4;

/**
 * Returns the text of a page: paragraphs with a blank line between them. Words hyphenated at the
 * end of a line are joined.
 */
export function pageText(pieces: readonly PdfPiece[]): string {
  const lines = linesOf(pieces);
  const usual = usualDistance(lines);
  let text = "";
  for (const [place, line] of lines.entries()) {
    const before = lines[place - 1];
    const distance = before === undefined ? 0 : Math.abs(before.baseline - line.baseline);
    if (before === undefined) text = line.text;
    else if (distance > usual * paragraphGap || isOtherSize(before, line)) text += `\n\n${line.text}`;
    else text = joined(text, line.text);
  }
  return text;
}

function linesOf(pieces: readonly PdfPiece[]): Line[] {
  const lines: Line[] = [];
  let open: Line | undefined;
  for (const piece of pieces) {
    if (open !== undefined && isOn(open, piece)) append(open, piece);
    else if (piece.text.trim() !== "") {
      const { text, left, width, baseline, height } = piece;
      open = { text, right: left + width, baseline, height };
      lines.push(open);
    }
    if (piece.endsLine) open = undefined;
  }
  return lines
    .map((line) => ({ ...line, text: line.text.replace(/\s+/gu, " ").trim() }))
    .filter(({ text }) => text !== "");
}

function isOn(line: Line, piece: PdfPiece): boolean {
  return Math.abs(line.baseline - piece.baseline) <= Math.max(line.height, piece.height) * sameLine;
}

function append(line: Line, piece: PdfPiece): void {
  const gap = piece.left - line.right;
  const isApart = gap > line.height * spaceWidth && !/\s$/.test(line.text) && !/^\s/.test(piece.text);
  line.text += isApart ? ` ${piece.text}` : piece.text;
  line.right = piece.left + piece.width;
  line.height = Math.max(line.height, piece.height);
}

/**
 * The median distance between neighbouring lines. With only one distance, 1.3 times the height of a
 * line.
 */
function usualDistance(lines: readonly Line[]): number {
  const distances = lines
    .slice(1)
    .map(({ baseline }, place) => Math.abs((lines[place]?.baseline ?? baseline) - baseline))
    .toSorted((one, other) => one - other);
  if (distances.length < 2) return (lines[0]?.height ?? 0) * 1.3 || Number.POSITIVE_INFINITY;
  return distances[Math.floor((distances.length - 1) / 2)] ?? Number.POSITIVE_INFINITY;
}

/** A heading is set larger than the text below it. */
function isOtherSize(before: Line, line: Line): boolean {
  return Math.max(before.height, line.height) > Math.min(before.height, line.height) * 1.2;
}

/** "trans-" and "port" become one word; "Anglo-" and "American" keep their hyphen. */
function joined(text: string, line: string): string {
  if (text.endsWith("\u00AD")) return text.slice(0, -1) + line;
  if (/\p{Ll}[-‐]$/u.test(text) && /^\p{Ll}/u.test(line)) return text.slice(0, -1) + line;
  return /\p{L}[-‐]$/u.test(text) && /^\p{L}/u.test(line) ? text + line : `${text} ${line}`;
}
