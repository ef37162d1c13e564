/**
 * The tokenizer of the static table: splits words into the longest pieces of a vocabulary
 * (WordPiece: Schuster and Nakajima, 2012).
 *
 *   "Ana's cafés" → ana · s · cafe · ##s
 *
 * This is a hot path: every stored text and every question goes through it. Pieces are looked up by
 * a hash that is extended with each character of the word, in one open-addressed table of typed
 * arrays. No substring is created for a word or a piece: 100 characters take some 2 µs.
 */

/** Number of characters of one word that are read; the rest of a longer word is ignored. */
const maxWordChars = 60;
/** Maximum number of pieces that one word gives. */
const maxWordPieces = 8;

const headSeed = 0x811c9dc5;
const tailSeed = 0x050c5d1f;
const fnvPrime = 0x01000193;
const newline = 10;
const hashSign = 35;
const tailFlag = 128;
const keptBuffer = 4096;

/** The tokens of a text. */
export interface Encoded {
  /**
   * Rows of the vocabulary in order, repetitions included. A view into a buffer: valid until the
   * next `encode`.
   */
  readonly ids: Int32Array;
  /**
   * Number of tokens: the pieces, and one for each visible character that no piece covers, such as
   * a mark or a letter of an unknown script.
   */
  readonly tokens: number;
}

/**
 * A vocabulary of ASCII pieces, one per line; `##` continues a word. The id of a piece is its line
 * number, from 0.
 */
export class WordPiece {
  /** Pieces in the vocabulary. */
  readonly size: number;
  readonly #bytes: Uint8Array;
  /** Where each piece's characters start in `#bytes`, after `##`. */
  readonly #starts: Uint32Array;
  /**
   * Length of each piece, with `tailFlag` if it continues a word; 0 for a piece that cannot
   * occur.
   */
  readonly #shapes: Uint8Array;
  /** Open-addressed: id + 1, or 0 for a free slot. */
  readonly #slots: Int32Array;
  readonly #word = new Uint16Array(maxWordChars);
  readonly #hashes = new Int32Array(maxWordChars + 1);
  readonly #pieces = new Int32Array(maxWordChars);
  #ids = new Int32Array(keptBuffer);

  constructor(vocabulary: Uint8Array) {
    this.#bytes = vocabulary;
    this.size = countLines(vocabulary);
    this.#starts = new Uint32Array(this.size);
    this.#shapes = new Uint8Array(this.size);
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(this.size * 2 + 1)));
    this.#indexLines();
  }

  /** Splits a text into pieces. A word that cannot be covered by pieces gives none. */
  encode(text: string): Encoded {
    const folded = foldForPieces(text);
    const ids = folded.length <= keptBuffer ? this.#ids : new Int32Array(folded.length);
    let count = 0;
    let tokens = 0;
    let length = 0;
    for (let at = 0; at <= folded.length; at++) {
      const code = at < folded.length ? wordCode(folded.charCodeAt(at)) : 0;
      if (code > 0) {
        if (length < maxWordChars) this.#word[length] = code;
        length++;
        continue;
      }
      if (length > 0) {
        const pieces = this.#cover(Math.min(length, maxWordChars));
        tokens += pieces > 0 ? pieces + Math.max(0, length - maxWordChars) : length;
        for (let piece = 0; piece < pieces && piece < maxWordPieces; piece++)
          ids[count++] = this.#pieces[piece]!;
        length = 0;
      }
      if (code < 0) tokens++;
    }
    return { ids: ids.subarray(0, count), tokens };
  }

  /**
   * Covers the word in `#word` with the longest pieces from the left. Returns their number; 0 if
   * that fails.
   */
  #cover(length: number): number {
    let count = 0;
    for (let start = 0; start < length; ) {
      const id = this.#longest(start, length);
      if (id < 0) return 0;
      this.#pieces[count++] = id;
      start += this.#shapes[id]! & ~tailFlag;
    }
    return count;
  }

  /** Id of the longest piece that starts at `start`, or -1. */
  #longest(start: number, length: number): number {
    const hashes = this.#hashes;
    let hash = start === 0 ? headSeed : tailSeed;
    for (let at = start; at < length; at++) {
      hash = Math.imul(hash ^ this.#word[at]!, fnvPrime);
      hashes[at + 1] = hash;
    }
    for (let end = length; end > start; end--) {
      const id = this.#lookUp(hashes[end]!, start, end);
      if (id >= 0) return id;
    }
    return -1;
  }

  #lookUp(hash: number, start: number, end: number): number {
    const mask = this.#slots.length - 1;
    const shape = (end - start) | (start === 0 ? 0 : tailFlag);
    for (let slot = spread(hash) & mask; ; slot = (slot + 1) & mask) {
      const id = this.#slots[slot]! - 1;
      if (id < 0) return -1;
      if (this.#shapes[id] === shape && this.#matches(id, start, end)) return id;
    }
  }

  #matches(id: number, start: number, end: number): boolean {
    let byte = this.#starts[id]!;
    for (let at = start; at < end; at++) if (this.#bytes[byte++] !== this.#word[at]) return false;
    return true;
  }

  #indexLines(): void {
    const bytes = this.#bytes;
    for (let id = 0, start = 0; id < this.size; id++) {
      let end = start;
      while (end < bytes.length && bytes[end] !== newline) end++;
      const isTail = end - start > 2 && bytes[start] === hashSign && bytes[start + 1] === hashSign;
      this.#indexPiece(id, isTail ? start + 2 : start, end, isTail);
      start = end + 1;
    }
  }

  #indexPiece(id: number, start: number, end: number, isTail: boolean): void {
    this.#starts[id] = start;
    if (end === start || end - start > maxWordChars) return;
    this.#shapes[id] = (end - start) | (isTail ? tailFlag : 0);
    const bytes = this.#bytes;
    let hash = isTail ? tailSeed : headSeed;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, fnvPrime);
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = spread(hash) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = id + 1;
  }
}

/**
 * Lower case without accents. In the result every character above ASCII is a letter or a digit:
 * spaces become plain spaces, other marks become "!".
 */
function foldForPieces(text: string): string {
  if (!/\P{ASCII}/u.test(text)) return text;
  return (
    text
      .toLowerCase()
      // Marks are removed before normalizing as well: normalizing sorts them in quadratic time.
      .replace(/\p{M}/gu, "")
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .replace(/\s/g, " ")
      .replace(/[^\p{ASCII}\p{L}\p{N}]/gu, "!")
  );
}

/** The lower-case code of a letter or digit; -1 for a visible mark; 0 for a separator. */
function wordCode(code: number): number {
  if (code >= 97 && code <= 122) return code;
  if (code >= 65 && code <= 90) return code | 32;
  if (code >= 48 && code <= 57) return code;
  if (code > 127) return code;
  return code > 32 && code < 127 ? -1 : 0;
}

/** FNV puts its entropy into the high bits; the table uses the low ones. */
function spread(hash: number): number {
  return hash ^ (hash >>> 15);
}

function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === newline) lines++;
  return bytes.length > 0 && bytes[bytes.length - 1] !== newline ? lines + 1 : lines;
}
