/**
 * A letter without what no reader of its text needs: the bodies of what hangs on it, in Base64, and blank lines after a blank line. A parser that goes line by line
 * costs as much for a picture as for a book. Pure.
 */

/** A letter's lines that are to be parsed. */
export interface LetterLines {
  readonly bytes: Uint8Array;
  readonly lines: number;
}

const lineFeed = 0x0a;
/** Lines longer than this begin no head field that matters here, and no boundary. */
const shortLine = 1024;
/** What hangs on a letter, as its part's head says it. */
const attached = /^content-type:\s*(?:application|image|audio|video|font|model)\//i;
const encoded = /^content-transfer-encoding:\s*base64/i;
const base64 = /^[A-Za-z0-9+/]+={0,2}\s*$/;

/** The letter without these lines, and how many are left. */
export function withoutAttached(letter: Uint8Array): LetterLines {
  const bytes = Buffer.from(letter.buffer, letter.byteOffset, letter.byteLength);
  const kept = new KeptRanges(bytes);
  const part = new PartHead();
  let lines = 0;
  let wasBlank = false;
  for (let at = 0; at < bytes.length; ) {
    const feed = bytes.indexOf(lineFeed, at);
    const end = feed < 0 ? bytes.length : feed + 1;
    const line = end - at > shortLine ? "-long-" : bytes.toString("latin1", at, end);
    const isBlank = /^[ \t\r]*\n?$/.test(line);
    const isLeftOut =
      (isBlank && wasBlank && !part.isHead) || (part.isEncodedAttachment && base64.test(line));
    part.take(line, isBlank);
    wasBlank = isBlank;
    if (isLeftOut) kept.leaveOut(at, end);
    else lines += 1;
    at = end;
  }
  return { bytes: kept.joined(), lines };
}

/** Which part of the letter a line is in: its head or its body, and what its head said. */
class PartHead {
  isHead = true;
  #isAttached = false;
  #isEncoded = false;

  get isEncodedAttachment(): boolean {
    return !this.isHead && this.#isAttached && this.#isEncoded;
  }

  take(line: string, isBlank: boolean): void {
    if (isBlank) this.isHead = false;
    // A line of Base64 has no dash: in a body of it, this is a boundary.
    else if (line.startsWith("--")) {
      this.isHead = true;
      this.#isAttached = false;
      this.#isEncoded = false;
    } else if (this.isHead) {
      this.#isAttached ||= attached.test(line);
      this.#isEncoded ||= encoded.test(line);
    }
  }
}

/** What is kept of some bytes, as ranges. */
class KeptRanges {
  readonly #bytes: Buffer;
  readonly #ranges: Buffer[] = [];
  #start = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  leaveOut(from: number, to: number): void {
    if (from > this.#start) this.#ranges.push(this.#bytes.subarray(this.#start, from));
    this.#start = to;
  }

  joined(): Uint8Array {
    if (this.#ranges.length === 0 && this.#start === 0) return this.#bytes;
    return Buffer.concat([...this.#ranges, this.#bytes.subarray(this.#start)]);
  }
}
