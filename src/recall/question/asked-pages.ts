/** Pages that a question names: "page 217", "pp. 12-14", "pages 3 and 4". Pure. */

const numbers = String.raw`\d{1,6}(?:\s*(?:[-–—,&]|to|and|or|bis|und|à|et|a|y|e)\s*\d{1,6})*`;
const expression = new RegExp(
  String.raw`\b(?:pages?|pgs?\.?|pp?\.|seiten?|s\.|páginas?|pagin[ae])\s*(?:no\.?\s*|number\s*|#\s*)?(${numbers})\b`,
  "giu",
);

/** Pages of one range: a longer one is no place to look at but a part of the file. */
const mostPages = 12;

/** Pages asked for, each once, in the order in which the question names them. */
export function askedPages(text: string): number[] {
  const pages = [...text.matchAll(expression)].flatMap(([, named = ""]) => listed(named));
  return [...new Set(pages)].filter((page) => page > 0).slice(0, mostPages);
}

/** A text without the pages that it names: what is left is what is asked about them. */
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

/** The pages between two, neither of them. */
function between(from: number, to: number): number[] {
  const count = Math.max(0, Math.min(mostPages, to - from - 1));
  return Array.from({ length: count }, (_, index) => from + index + 1);
}
