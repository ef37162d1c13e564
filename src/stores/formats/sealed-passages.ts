/**
 * Staged passages: while a file is being read, its passages wait in the store and not in memory, so
 * that a file can be long. They are encrypted with a random key that only this process has, so
 * nobody can read what a killed process leaves of a file that was never saved.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { deserialize, serialize } from "node:v8";
import { MemoryError } from "../../contract/errors.js";
import type { NewFilePassage } from "../store.js";

const cipher = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** A process that takes more than an hour between two batches of a file no longer exists. */
export const abandonedAfterMs = 3_600_000;

/** Encrypts and decrypts batches with a key of its own. */
export class PassageSealer {
  readonly #key = randomBytes(32);

  /** Returns nonce, authentication tag and encrypted passages. */
  seal(passages: readonly NewFilePassage[]): Buffer {
    const nonce = randomBytes(nonceBytes);
    const sealing = createCipheriv(cipher, this.#key, nonce);
    const sealed = Buffer.concat([sealing.update(serialize(passages)), sealing.final()]);
    return Buffer.concat([nonce, sealing.getAuthTag(), sealed]);
  }

  /** @throws {Error} if the bytes were changed, or sealed by another process */
  open(sealed: Buffer): NewFilePassage[] {
    const opening = createDecipheriv(cipher, this.#key, sealed.subarray(0, nonceBytes));
    opening.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
    const plain = Buffer.concat([opening.update(sealed.subarray(nonceBytes + tagBytes)), opening.final()]);
    return deserialize(plain) as NewFilePassage[];
  }
}

/** The error for a batch that is no longer in the store. */
export function missingBatch(): MemoryError<"busy"> {
  return new MemoryError(
    "busy",
    "Cannot keep the file: what was read of it must still be there, and another process removed it. Try again",
    { data: { timeoutMs: 0 } },
  );
}
