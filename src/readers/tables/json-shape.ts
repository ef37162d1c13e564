/** How deep a JSON text nests and how many values it has, counted as it comes and before it is parsed. */

/** Values within each other. Nothing that people look up is nested so deep; a parser's cost grows with it. */
export const maxJsonNesting = 100;
/** Values that are parsed into one: as objects of one small number each they take 200 MB. A conversation has some thousand, a table of a year's days of a city a million. */
export const maxJsonValues = 2_000_000;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

/** Follows a JSON text; what is no JSON may be followed wrongly, and the parser refuses it. */
export class JsonShape {
  #depth = 0;
  #values = 0;
  #isInText = false;
  #isEscaped = false;

  /**
   * Takes the next characters.
   *
   * @returns whether they nest too deep, or are too many values since the last `release`. Twice as deep as a single value may be, so that its own bound is
   * what counts for all but what was made to be deep.
   */
  take(text: string): "too deep" | "too many" | undefined {
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (this.#isInText) this.#takeInText(code);
      else if (code === quote) this.#isInText = true;
      else if (code === comma) this.#values += 1;
      else if (code === 0x5b || code === 0x7b) this.#open();
      else if (code === 0x5d || code === 0x7d) this.#depth -= 1;
      if (this.#depth > 2 * maxJsonNesting) return "too deep";
    }
    return this.#values > maxJsonValues ? "too many" : undefined;
  }

  /** What was parsed so far is kept no longer. */
  release(): void {
    this.#values = 0;
  }

  #open(): void {
    this.#depth += 1;
    this.#values += 1;
  }

  #takeInText(code: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (code === backslash) this.#isEscaped = true;
    else if (code === quote) this.#isInText = false;
  }
}
