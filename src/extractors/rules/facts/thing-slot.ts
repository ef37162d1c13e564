/**
 * Under which property it is recorded what a thing is: the noun that names it, so that "is" and
 * "went up to" meet in one place.
 */

const preposition = /\s(?:of|in|on|at|for|with|from|to|per)\s.*$/i;

/**
 * "API quota" → "quota", "price of the flat" → "value": one word alone has no property but its
 * value.
 */
export function thingSlot(name: string): string {
  const noun = name.replace(preposition, "").split(/\s+/);
  const head = noun.at(-1)!.toLowerCase();
  return noun.length > 1 && /^\p{L}[\p{L}-]+$/u.test(head) ? head : "value";
}
