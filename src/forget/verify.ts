/** Whether an erasure is proved. */
import type { Residue } from "../stores/store.js";

/** Whether a residue is proof: nothing is found by any index, and what was freed was overwritten. Pure. */
export function verify({ records, passages, vectors, words, overwritten }: Residue): boolean {
  return records === 0 && passages === 0 && vectors === 0 && words === 0 && overwritten;
}
