/**
 * Removes lines of an e-mail that are not needed to read its text: Base64 bodies of attachments,
 * and blank lines after a blank line. Without this, the parser, which works line by line, would
 * take as long for a picture as for a book. Pure.
 */

/** The lines of an e-mail that are to be parsed. */
export interface MailLines {
  readonly bytes: Uint8Array;
  readonly lines: number;
}

const lineFeed = 0x0a;
/** A longer line cannot be a header field that matters here, nor a boundary. */
const shortLine = 1024;
/** The content type of an attachment, in the headers of its part. */
const attached = /^content-type:\s*(?:application|image|audio|video|font|model)\//i;
const encoded = /^content-transfer-encoding:\s*base64/i;
const base64 = /^[A-Za-z0-9+/]+={0,2}\s*$/;

/** Returns the e-mail without these lines, and how many lines are left. */
export function withoutAttached(mail: Uint8Array): MailLines {
  const bytes = Buffer.from(mail.buffer, mail.byteOffset, mail.byteLength);
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

/** Follows whether a line is in the headers or the body of a part, and what the headers said. */
class PartHead {
  isHead = true;
  #isAttached = false;
  #isEncoded = false;

  get isEncodedAttachment(): boolean {
    return !this.isHead && this.#isAttached && this.#isEncoded;
  }

  take(line: string, isBlank: boolean): void {
    if (isBlank) this.isHead = false;
    // A line of Base64 has no dash, so in a Base64 body this line is a boundary.
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

/** Collects the byte ranges that are kept. */
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
