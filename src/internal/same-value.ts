/** When two values of facts say the same. Pure. */
import { fold } from "./words.js";

/** Whether two values are the same but for case, accents, articles and punctuation. */
export function sameValue(one: string, other: string): boolean {
  return bareValue(one) === bareValue(other);
}

/** Whether one value holds the other: "Acme" and "Acme Corp". */
export function overlaps(one: string, other: string): boolean {
  const [a, b] = [bareValue(one), bareValue(other)];
  return a.includes(b) || b.includes(a);
}

/** Whether one value contains the other as whole words: "Acme Corp" contains "Acme", "teacher" does not contain "tea". An empty value contains nothing. */
export function sharesWords(one: string, other: string): boolean {
  const [a, b] = [` ${bareValue(one)} `, ` ${bareValue(other)} `];
  return a.trim() !== "" && b.trim() !== "" && (a.includes(b) || b.includes(a));
}

function bareValue(value: string): string {
  return fold(value)
    .replace(/^(?:a|an|the|my)\s+/, "")
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim();
}
