/** Renders a row of a table as text that can be read without the rows above it. */

/**
 * Maximum number of characters of a column's heading. A longer one is a text of its own and is not
 * repeated in every row.
 */
export const maxColumnChars = 200;

/**
 * Returns a row as `City: Lisbon; Since: 2021`, each value with the heading of its column. Empty
 * cells are left out; a cell without a heading is returned as it is. Pure.
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
