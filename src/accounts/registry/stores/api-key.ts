/** API keys: random, shown once, stored as a hash, compared in constant time. */
import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";

const prefix = "ksk_";
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const idLength = 12;
/** 256 bits: such a secret needs no slow hash, because it cannot be guessed. */
const secretBytes = 32;
const form = /^ksk_([A-Za-z0-9]{12})[A-Za-z0-9_-]{43}$/;

/** A new key. */
export interface NewKey {
  /**
   * `ksk_`, twelve characters that identify the key, and 43 characters of its secret. The only
   * place that contains the whole key.
   */
  readonly key: string;
  /** The twelve characters, which appear in listings, logs and the audit trail. */
  readonly id: string;
  /** SHA-256 of the whole key. */
  readonly hash: Buffer;
}

/** Creates a key. */
export function createApiKey(): NewKey {
  const id = Array.from({ length: idLength }, () => alphabet[randomInt(alphabet.length)]).join("");
  const key = `${prefix}${id}${randomBytes(secretBytes).toString("base64url")}`;
  return { key, id, hash: hashOf(key) };
}

/** The id in a key; `undefined` if the text does not have the form of a key. */
export function keyIdOf(key: string): string | undefined {
  return form.exec(key)?.[1];
}

/**
 * Whether `key` is the one whose hash is `stored`. It hashes and compares even without a stored
 * hash, so that an unknown key takes as long as a wrong one.
 */
export function isKey(key: string, stored: Buffer | undefined): boolean {
  const same = timingSafeEqual(hashOf(key), stored ?? noHash);
  return same && stored !== undefined;
}

const noHash = Buffer.alloc(32);

function hashOf(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
