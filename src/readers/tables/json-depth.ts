/** How deep a JSON text nests, counted as it comes and before it is parsed. */

/** Values within each other. Nothing that people look up is nested so deep; a parser's cost grows with it. */
export const maxJsonNesting = 100;

const quote = 0x22;
const backslash = 0x5c;

/** Follows a JSON text; what is no JSON may be followed wrongly, and the parser refuses it. */
export class JsonDepth {
  #depth = 0;
  #isInText = false;
  #isEscaped = false;

  /** Takes the next characters. @returns whether they nest deeper than `most` */
  passes(text: string, most: number): boolean {
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (this.#isInText) this.#takeInText(code);
      else if (code === quote) this.#isInText = true;
      else if (code === 0x5b || code === 0x7b) this.#depth += 1;
      else if (code === 0x5d || code === 0x7d) this.#depth -= 1;
      if (this.#depth > most) return true;
    }
    return false;
  }

  #takeInText(code: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (code === backslash) this.#isEscaped = true;
    else if (code === quote) this.#isInText = false;
  }
}
