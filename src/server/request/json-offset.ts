/** Where a text stops being JSON. `JSON.parse` says so in prose that differs between engines, and sometimes not at all. */

const whiteSpace = /[ \t\n\r]*/y;
const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const quote = 0x22;
const backslash = 0x5c;
/** Characters below it are not allowed inside strings. */
const firstPrintable = 0x20;

/** What may come next, as the scanner walks: a value, a member's name, or what follows a value. */
type Expected = "value" | "valueOrEnd" | "name" | "nameOrEnd" | "rest";

/**
 * Offset, in UTF-16 code units, of the first character that cannot stand where it does; the length of the text where it ends too soon; -1 for
 * valid JSON. Walks with a stack of its own, so that a million open brackets cost a million entries and no recursion.
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

  /** Takes one token. False where there is none that may stand here. */
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
    // Character by character: a pattern that repeats keeps a place to go back to for each, and 8 MB of them are too many.
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

  /** Moves over what the sticky pattern matches, and says how much that was. */
  #skip(pattern: RegExp): number {
    pattern.lastIndex = this.at;
    const length = pattern.exec(this.#text)?.[0].length ?? 0;
    this.at += length;
    return length;
  }
}
