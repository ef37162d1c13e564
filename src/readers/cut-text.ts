/** Cuts a long text into pieces, each at the best place that its second half has. Pure. */

/** Where a text is cut, the best place first. What is found stays before the cut. */
const breaks = ["\n\n", "\n", ". ", " "];

/**
 * The text in pieces of at most `maxChars`: cut after a paragraph, else after a line, a sentence or a word, else between two characters.
 * Pieces of white space are left out.
 */
export function cutText(text: string, maxChars: number): string[] {
  const found: string[] = [];
  let start = 0;
  while (text.length - start > maxChars) {
    const end = start + breakOf(text.slice(start, start + maxChars));
    found.push(text.slice(start, end).trim());
    start = end;
  }
  found.push(text.slice(start));
  return found.filter((piece) => piece.trim() !== "");
}

function breakOf(window: string): number {
  const half = Math.floor(window.length / 2);
  for (const mark of breaks) {
    const place = window.lastIndexOf(mark);
    if (place > half) return place + mark.length;
  }
  return /[\uD800-\uDBFF]$/.test(window) ? window.length - 1 : window.length;
}
