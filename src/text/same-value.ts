/** Compares the values of facts. Pure. */
import { fold } from "./words.js";

/** A value prepared for comparisons, so that it is normalized once for any number of them. */
export class ComparedValue {
  readonly #value: string;
  /** The {@link plainValue} of the value. */
  readonly plain: string;
  #unit: string | null | undefined;

  constructor(value: string) {
    this.#value = value;
    this.plain = plainValue(value);
  }

  /** Whether two values are equal apart from case, accents, articles and punctuation. */
  equals(other: ComparedValue): boolean {
    return this.plain === other.plain;
  }

  /**
   * Whether the units of two values agree, or one has no unit: true for "250 ms" and "80 ms", false
   * for "250 ms" and "12 %".
   */
  hasUnitOf(other: ComparedValue): boolean {
    const [a, b] = [this.#measured(), other.#measured()];
    return a === null || b === null || a === b;
  }

  /**
   * Whether another value names the same thing as this one, in fewer or more words: "the Vespa" is
   * "red Vespa", and "my job at Acme in Graz" is "Acme". "The kayak's paddle" is not "kayak", whose
   * words only say which paddle.
   */
  isNamedBy({ plain }: ComparedValue): boolean {
    if (this.plain === "" || plain === "") return false;
    if (this.plain.includes(plain)) return true;
    const at = ` ${plain} `.indexOf(` ${this.plain} `);
    const rest = ` ${plain} `.slice(at + this.plain.length + 2);
    return at >= 0 && /^(?:$|(?:in|at|of|on|with|from|for|near|by|as|and|or) )/.test(rest);
  }

  /**
   * Whether one value contains the other as whole words: "Acme Corp" contains "Acme", "teacher"
   * does not contain "tea". An empty value contains nothing.
   */
  sharesWords({ plain }: ComparedValue): boolean {
    if (this.plain === "" || plain === "") return false;
    const [a, b] = [` ${this.plain} `, ` ${plain} `];
    return a.includes(b) || b.includes(a);
  }

  #measured(): string | null {
    if (this.#unit === undefined) this.#unit = unitOf(this.#value);
    return this.#unit;
  }
}

/** As {@link ComparedValue.equals}. */
export function sameValue(one: string, other: string): boolean {
  return plainValue(one) === plainValue(other);
}

/** As {@link ComparedValue.hasUnitOf}. */
export function sameUnit(one: string, other: string): boolean {
  return new ComparedValue(one).hasUnitOf(new ComparedValue(other));
}

/**
 * The unit after the only number of a value, in the singular; `null` if the value is not such a
 * measure. "ms" is not a plural, and a month is no unit.
 */
export function unitOf(value: string): string | null {
  const measure = /^[^\d]{0,12}\d[\d.,]*\s*(\p{L}{1,12}|%)$/u.exec(value.trim());
  return measure === null || months.test(measure[1]!)
    ? null
    : measure[1]!.toLowerCase().replace(/(?<=\p{L}{2})s$/u, "");
}

/** "1 June" and "15 July" are two days. */
const months = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}{0,6}$/iu;

/** As {@link ComparedValue.sharesWords}. */
export function sharesWords(one: string, other: string): boolean {
  return new ComparedValue(one).sharesWords(new ComparedValue(other));
}

/** A value without case, accents, a leading article and punctuation. */
export function plainValue(value: string): string {
  return fold(value)
    .replace(/^(?:a|an|the|my)\s+/, "")
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim();
}
