/**
 * SHA-256: the digests by which keepsake recognises a passage or a file that it already has, and
 * the hash of an audit row, for the chains of stores and of the registry.
 */
import * as platform from "node:crypto";
import type { AuditRow } from "../contract/maintenance/audit.js";
import { fold } from "../text/words.js";

// Node has `hash` since 20.12. A named import of it would fail in earlier versions of Node 20.
const { createHash, hash } = platform;

/**
 * SHA-256, hex, over the UTF-8 bytes of a text, in one call. A hash object would take twice the
 * time and leave an object to the garbage collector.
 */
export const sha256: (text: string) => string =
  typeof hash === "function"
    ? (text) => hash("sha256", text, "hex")
    : (text) => createHash("sha256").update(text).digest("hex");

/**
 * 128 bits of SHA-256, base64url, over the speaker and the folded text without punctuation and
 * spacing, so that "I live in Lisbon!" and "i live in lisbon" by one person have the same digest.
 */
export function passageDigest(passage: {
  readonly text: string;
  readonly speaker: string | null;
  readonly role: string;
}): string {
  const bare = fold(passage.text)
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim();
  // A passage of symbols alone ("→ ∴ ∎") must not equal every other such passage.
  const said = bare.length > 0 ? bare : passage.text;
  return digestOf([passage.role, passage.speaker ?? "", said]);
}

/**
 * The digest of a file passage: over its exact text, its place, its speaker and time if the file
 * states them. It never equals the digest of a conversation passage, so a sentence of a file can
 * still be remembered from a conversation.
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

/** SHA-256 of a file's bytes, base64url, which identifies the same file. */
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

/** The row before the first one of a chain. `hash` is hex. */
export const beforeTheFirst: { readonly seq: number; readonly hash: string } = {
  seq: 0,
  hash: "0".repeat(64),
};

/** A row of a store or of a registry, before it has a hash. */
interface Unhashed extends Omit<AuditRow, "hash" | "operation"> {
  readonly operation: string;
  /** Only in rows of a registry. */
  readonly account?: string;
}

/**
 * SHA-256, hex, over the UTF-8 bytes of the row's JSON without its hash, with keys in the order of
 * the contract; `scope` and `account` only if the row has them.
 */
export function auditHash(row: Unhashed): string {
  const { seq, at, actor, operation, record_id, record_type, reason, scope, account, previous_hash } = row;
  const said = { seq, at, actor, operation, record_id, record_type, reason, scope, account, previous_hash };
  return sha256(JSON.stringify(said));
}
