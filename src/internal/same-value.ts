/** When two values of facts say the same. Pure. */
import { fold } from "./words.js";

/** Whether two values are the same but for case, accents, articles and punctuation. */
export function sameValue(one: string, other: string): boolean {
  return plainValue(one) === plainValue(other);
}

/** Whether two values measure the same, as far as their units tell: "250 ms" and "80 ms", not "250 ms" and "12 %". */
export function sameUnit(one: string, other: string): boolean {
  const [a, b] = [unitOf(one), unitOf(other)];
  return a === null || b === null || a === b;
}

/** What follows the only number of a value, in the singular; `null` where the value is no such measure. "ms" is no plural. */
function unitOf(value: string): string | null {
  const measure = /^[^\d]{0,12}\d[\d.,]*\s*(\p{L}{1,12}|%)$/u.exec(value.trim());
  return measure === null ? null : measure[1]!.toLowerCase().replace(/(?<=\p{L}{2})s$/u, "");
}

/** Whether one value holds the other: "Acme" and "Acme Corp". */
export function overlaps(one: string, other: string): boolean {
  const [a, b] = [plainValue(one), plainValue(other)];
  return a.includes(b) || b.includes(a);
}

/** Whether one value contains the other as whole words: "Acme Corp" contains "Acme", "teacher" does not contain "tea". An empty value contains nothing. */
export function sharesWords(one: string, other: string): boolean {
  const [a, b] = [` ${plainValue(one)} `, ` ${plainValue(other)} `];
  return a.trim() !== "" && b.trim() !== "" && (a.includes(b) || b.includes(a));
}

/** A value without what does not count: case, accents, a leading article, punctuation. */
export function plainValue(value: string): string {
  return fold(value)
    .replace(/^(?:a|an|the|my)\s+/, "")
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim();
}
