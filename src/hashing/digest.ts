/** Digests: what finds a passage again when it is said a second time, and a file when it comes again. */
import { createHash } from "node:crypto";
import { fold } from "../text/words.js";
import { sha256 } from "./sha256.js";

/**
 * 128 bits of SHA-256, base64url, over who says it and the folded text without punctuation and spacing, so that "I live in Lisbon!" and
 * "i live in lisbon" said by one person are one.
 */
export function passageDigest(passage: {
  readonly text: string;
  readonly speaker: string | null;
  readonly role: string;
}): string {
  const bare = fold(passage.text)
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim();
  // A passage of symbols alone ("→ ∴ ∎") must not be the same as every other one.
  const said = bare.length > 0 ? bare : passage.text;
  return digestOf([passage.role, passage.speaker ?? "", said]);
}

/**
 * The same over a passage of a file: its text as it stands, where it stands, who says it and when, if the file tells that. It is never equal to the digest of what was
 * said, so that a sentence that stands in a file can still be said.
 */
export function filePassageDigest(passage: {
  readonly text: string;
  readonly speaker: string | null;
  readonly at: string | null;
  readonly page: number | null;
  readonly heading: string | null;
}): string {
  const { page, heading, speaker, at, text } = passage;
  return digestOf(["file", page, heading, speaker, at, text]);
}

/** SHA-256 of a file's bytes, base64url: the same file again is known by it. */
export async function contentDigest(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest("base64url");
}

const digestBytes = 16;

function digestOf(parts: readonly (string | number | null)[]): string {
  const hex = sha256(JSON.stringify(parts)).slice(0, 2 * digestBytes);
  return Buffer.from(hex, "hex").toString("base64url");
}
