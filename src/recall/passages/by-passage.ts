/**
 * By passage: caches what is computed from a passage alone, independently of the question. The
 * store returns the same object for a passage while it caches it (16,384 passages in SQLite), and
 * drops all objects when something is forgotten or ends. A result lives exactly as long as the
 * object, so this cache needs no bound and no erasure of its own.
 */
import type { StoredPassage } from "../../stores/store.js";

/** Returns a function that computes a value once for each passage object. */
export function byPassage<Value extends string | number | boolean | object | null>(
  compute: (passage: StoredPassage) => Value,
): (passage: StoredPassage) => Value {
  const known = new WeakMap<StoredPassage, Value>();
  return (passage) => {
    const cached = known.get(passage);
    if (cached !== undefined) return cached;
    const value = compute(passage);
    known.set(passage, value);
    return value;
  };
}
