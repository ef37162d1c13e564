/**
 * Finds where a text stops being valid JSON. `JSON.parse` reports it in a message that differs
 * between engines, and sometimes not at all.
 */

const whiteSpace = /[ \t\n\r]*/y;
const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const quote = 0x22;
const backslash = 0x5c;
/** Characters with a lower code are not allowed inside strings. */
const firstPrintable = 0x20;

/** What may come next: a value, the name of a member, or the text after a value. */
type Expected = "value" | "valueOrEnd" | "name" | "nameOrEnd" | "rest";

/**
 * Returns the offset, in UTF-16 code units, of the first invalid character; the length of the text
 * if it ends too early; -1 for valid JSON. It uses a stack of its own instead of recursion, so that
 * a million open brackets cannot overflow the call stack.
 */
export function jsonErrorOffset(text: string): number {
  const scanner = new Scanner(text);
  while (!scanner.done) if (!scanner.step()) return scanner.at;
  return -1;
}

class Scanner {
  at = 0;
  done = false;
  readonly #text: string;
  readonly #open: ("]" | "}")[] = [];
  #expected: Expected = "value";

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads one token. Returns false if the next token is not allowed here. */
  step(): boolean {
    this.#skip(whiteSpace);
    if (this.#expected === "rest") return this.#rest();
    if (this.#expected === "name" || this.#expected === "nameOrEnd") return this.#name();
    return this.#value();
  }

  #value(): boolean {
    const character = this.#text[this.at];
    if (character === "]" && this.#expected === "valueOrEnd") return this.#close();
    if (character === "[" || character === "{") return this.#openGroup(character);
    const taken = character === '"' ? this.#string() : this.#skip(scalar) > 0;
    if (taken) this.#expected = "rest";
    return taken;
  }

  #name(): boolean {
    const character = this.#text[this.at];
    if (character === "}" && this.#expected === "nameOrEnd") return this.#close();
    if (character !== '"' || !this.#string()) return false;
    this.#skip(whiteSpace);
    if (this.#text[this.at] !== ":") return false;
    this.at += 1;
    this.#expected = "value";
    return true;
  }

  #rest(): boolean {
    const group = this.#open.at(-1);
    const character = this.#text[this.at];
    if (group === undefined) {
      this.done = this.at === this.#text.length;
      return this.done;
    }
    if (character === group) return this.#close();
    if (character !== ",") return false;
    this.at += 1;
    this.#expected = group === "]" ? "value" : "name";
    return true;
  }

  #openGroup(character: "[" | "{"): boolean {
    this.at += 1;
    this.#open.push(character === "[" ? "]" : "}");
    this.#expected = character === "[" ? "valueOrEnd" : "nameOrEnd";
    return true;
  }

  #close(): boolean {
    this.at += 1;
    this.#open.pop();
    this.#expected = "rest";
    return true;
  }

  #string(): boolean {
    this.at += 1;
    // Reads one character at a time: a repeating pattern stores a position for each character,
    // which is too much for 8 MB.
    for (; this.at < this.#text.length; ) {
      const code = this.#text.charCodeAt(this.at);
      if (code === quote) {
        this.at += 1;
        return true;
      }
      if (code < firstPrintable) return false;
      if (code !== backslash) this.at += 1;
      else if (this.#skip(escaped) === 0) return false;
    }
    return false;
  }

  /** Skips what the sticky pattern matches. Returns its length. */
  #skip(pattern: RegExp): number {
    pattern.lastIndex = this.at;
    const length = pattern.exec(this.#text)?.[0].length ?? 0;
    this.at += length;
    return length;
  }
}
