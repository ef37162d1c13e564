/** The invalid input as an error response returns it: complete if it is small, shortened if not. */

/** The limits of a returned input, so that a response is not larger than its request. */
const most = { depth: 8, entries: 64, characters: 1024, values: 1024 } as const;

/** Replaces a part that was omitted. */
const omitted = "…";

/**
 * Copies a parsed JSON value, up to {@link most}. `JSON.stringify` recurses, and a body of a
 * million brackets would overflow its stack; the copy has at most eight levels.
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
  if (budget.left < 0) return omitted;
  if (typeof value === "string") return shorten(value);
  if (value === undefined) return null;
  if (typeof value !== "object" || value === null) return value;
  if (budget.depth === 0) return omitted;
  return Array.isArray(value) ? copyList(value, budget) : copyObject(value, budget);
}

function copyList(list: readonly unknown[], budget: Budget): unknown[] {
  const kept = list.slice(0, most.entries).map((item) => copyWithin(item, budget));
  return list.length > most.entries ? [...kept, omitted] : kept;
}

function copyObject(object: object, budget: Budget): Record<string, unknown> {
  const entries: [string, unknown][] = [];
  // Object.entries would list a million keys to keep 64.
  for (const key in object) {
    if (entries.length === most.entries) break;
    entries.push([shorten(key), copyWithin(Reflect.get(object, key), budget)]);
  }
  // fromEntries defines properties, so a key named __proto__ stays a key.
  return Object.fromEntries(entries);
}

function copyWithin(value: unknown, budget: Budget): unknown {
  const inner = { depth: budget.depth - 1, left: budget.left };
  const copied = copy(value, inner);
  budget.left = inner.left;
  return copied;
}

function shorten(text: string): string {
  return text.length > most.characters ? `${text.slice(0, most.characters)}${omitted}` : text;
}
