/** The offending input as an error body gives it back: whole where it is small, cut where it is not. */

/** How much of an input is given back. Beyond it an answer would cost more than the question did. */
const most = { depth: 8, entries: 64, characters: 1024, values: 1024 } as const;

/** What stands where something was cut. */
const cut = "…";

/**
 * A copy of a parsed JSON value of at most a few thousand values. `JSON.stringify` recurses and would overflow the stack on a body of a million
 * brackets; the copy is never deeper than eight levels.
 */
export function echo(input: unknown): unknown {
  return copy(input, { depth: most.depth, left: most.values });
}

interface Budget {
  readonly depth: number;
  left: number;
}

function copy(value: unknown, budget: Budget): unknown {
  budget.left -= 1;
  if (budget.left < 0) return cut;
  if (typeof value === "string") return shorten(value);
  if (value === undefined) return null;
  if (typeof value !== "object" || value === null) return value;
  if (budget.depth === 0) return cut;
  return Array.isArray(value) ? copyList(value, budget) : copyObject(value, budget);
}

function copyList(list: readonly unknown[], budget: Budget): unknown[] {
  const kept = list.slice(0, most.entries).map((item) => copyWithin(item, budget));
  return list.length > most.entries ? [...kept, cut] : kept;
}

function copyObject(object: object, budget: Budget): Record<string, unknown> {
  const entries: [string, unknown][] = [];
  // Not Object.entries: it would list a million keys to keep sixty-four.
  for (const key in object) {
    if (entries.length === most.entries) break;
    entries.push([shorten(key), copyWithin(Reflect.get(object, key), budget)]);
  }
  // fromEntries defines properties, so that a key named __proto__ stays a key.
  return Object.fromEntries(entries);
}

function copyWithin(value: unknown, budget: Budget): unknown {
  const inner = { depth: budget.depth - 1, left: budget.left };
  const copied = copy(value, inner);
  budget.left = inner.left;
  return copied;
}

function shorten(text: string): string {
  return text.length > most.characters ? `${text.slice(0, most.characters)}${cut}` : text;
}
