/**
 * Returns the SQL of the part of a digest that is indexed. It has six characters, or 36 bits, which
 * distinguish most passages. Compare the whole digest too.
 */
export function indexedDigest(digest: string): string {
  return `substr(${digest}, 1, 6)`;
}
