/** A row of a table as a sentence that stands by itself. */

/** Characters of a column's heading. A longer one is a text of its own, and is not repeated in every row. */
export const maxColumnChars = 200;

/**
 * `City: Lisbon; Since: 2021`: a row is found and told without the rows above it, so each value has its heading beside it. Empty cells are
 * left out; a cell without a heading is told alone. Pure.
 */
export function rowText(header: readonly string[], cells: readonly string[]): string {
  return cells
    .map((cell, place) => [flat(header[place] ?? ""), flat(cell)] as const)
    .filter(([, cell]) => cell !== "")
    .map(([name, cell]) => (name === "" ? cell : `${name}: ${cell}`))
    .join("; ");
}

function flat(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}
