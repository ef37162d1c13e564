/**
 * Relative clauses in rules: "that" in "anything that starts after eight" points at nothing
 * present, unlike "that" in "don't send that". Pure; English only.
 */

const relativeThat =
  /\b((?:any|some|every|no)(?:thing|body|one|where)|things|ones|people|places|somewhere)\s+that\b/giu;

/** The text with "which" for "that" after a word such as "anything". */
export function withPlainRelatives(text: string): string {
  return text.replace(relativeThat, "$1 which");
}
