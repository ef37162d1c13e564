/** Pages that a question names: "page 217", "pp. 12-14", "pages 3 and 4". Pure. */
import { matchesIn } from "../../text/patterns/matches.js";

const numbers = String.raw`\d{1,6}(?:\s*(?:[-–—,&]|to|and|or|bis|und|à|et|a|y|e)\s*\d{1,6})*`;
const expression = new RegExp(
  String.raw`\b(?:pages?|pgs?\.?|pp?\.|seiten?|s\.|páginas?|pagin[ae])\s*(?:no\.?\s*|number\s*|#\s*)?(${numbers})\b`,
  "giu",
);

/** Maximum number of pages of a range: a longer one is a part of the file, not a place. */
const mostPages = 12;

/** Returns the pages that a question names, each once, in their order. */
export function askedPages(text: string): number[] {
  const pages = [...matchesIn(text, expression)].flatMap(([, named = ""]) => listed(named));
  return [...new Set(pages)].filter((page) => page > 0).slice(0, mostPages);
}

/** Removes the page numbers from a text; the rest is what is asked about these pages. */
export function withoutPages(text: string): string {
  return text.replace(expression, " ");
}

function listed(named: string): number[] {
  const found = named.match(/\d+|[-–—]|\b(?:to|bis|à)\b/giu) ?? [];
  return found.flatMap((part, index) => {
    if (!/\d/.test(part)) return between(Number(found[index - 1]), Number(found[index + 1]));
    return [Number(part)];
  });
}

/** The pages strictly between two pages. */
function between(from: number, to: number): number[] {
  const count = Math.max(0, Math.min(mostPages, to - from - 1));
  return Array.from({ length: count }, (_, index) => from + index + 1);
}
