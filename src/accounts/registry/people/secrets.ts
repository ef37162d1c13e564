/** Secrets that are sent to a person once: random, and stored as hashes. */
import { createHash, randomBytes } from "node:crypto";

/** 256 bits: such a secret needs no slow hash, because it cannot be guessed. */
const secretBytes = 32;

/** A new secret: 43 characters of base64url. */
export function newSecret(): string {
  return randomBytes(secretBytes).toString("base64url");
}

/**
 * SHA-256 of a secret. It is looked up by its hash, so how long that takes says nothing about the
 * secret.
 */
export function secretHash(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
