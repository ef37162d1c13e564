/**
 * Returns the SQL of the part of a digest that is indexed. Six characters are 36
 * bits, which tell passages apart: compare the whole digest too.
 */
export function indexedDigest(digest: string): string {
  return `substr(${digest}, 1, 6)`;
}
