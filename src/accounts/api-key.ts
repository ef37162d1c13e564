/** API keys: made at random, shown once, kept as a hash, compared in constant time. */
import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";

const prefix = "ksk_";
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const idLength = 12;
/** 256 bits: such a secret needs no slow hash, because it cannot be guessed whatever a guess costs. */
const secretBytes = 32;
const form = /^ksk_([A-Za-z0-9]{12})[A-Za-z0-9_-]{43}$/;

/** A key that has just been made. */
export interface NewKey {
  /** `ksk_`, twelve characters that name it, 43 that are its secret. The only place where it is ever whole. */
  readonly key: string;
  /** The twelve characters: they stand in listings, logs and the audit trail. */
  readonly id: string;
  /** SHA-256 of the whole key. */
  readonly hash: Buffer;
}

/** Makes a key. */
export function createApiKey(): NewKey {
  const id = Array.from({ length: idLength }, () => alphabet[randomInt(alphabet.length)]).join("");
  const key = `${prefix}${id}${randomBytes(secretBytes).toString("base64url")}`;
  return { key, id, hash: hashOf(key) };
}

/** The part of a key that names it; `undefined` for what is no key of ours. */
export function keyIdOf(key: string): string | undefined {
  return form.exec(key)?.[1];
}

/**
 * Whether `key` is the one whose hash is kept. Hashes and compares all of it also where nothing is kept, so that a key that is unknown takes as long as
 * one that is wrong.
 */
export function isKey(key: string, kept: Buffer | undefined): boolean {
  const same = timingSafeEqual(hashOf(key), kept ?? nobodys);
  return same && kept !== undefined;
}

const nobodys = Buffer.alloc(32);

function hashOf(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
