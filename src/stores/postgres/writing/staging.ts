/**
 * Staged passages: passages of a file that is still being read, so that a long file needs no
 * memory. They are encrypted with a random key that only this process has, so nobody can read what
 * a killed process leaves of a file that was never saved.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { deserialize, serialize } from "node:v8";
import { MemoryError } from "../../../contract/errors.js";
import type { NewFilePassage } from "../../store.js";
import type { Transaction } from "../database/transaction.js";

const cipher = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** A process that takes more than an hour between two batches of a file no longer exists. */
const abandonedAfterMs = 3_600_000;

/** The staged passages of one version of a file. */
export class Staging {
  readonly #id: string;
  readonly #key = randomBytes(32);
  #batches = 0;

  constructor(id: string) {
    this.#id = id;
  }

  /** @param at milliseconds since 1970 */
  async add(tx: Transaction, passages: readonly NewFilePassage[], at: number): Promise<void> {
    await tx.rows("delete from staging where store_id = $1 and at < $2", [at - abandonedAfterMs]);
    await tx.rows("insert into staging (store_id, writer, batch, at, sealed) values ($1, $2, $3, $4, $5)", [
      this.#id,
      this.#batches,
      at,
      this.#seal(serialize(passages)),
    ]);
  }

  /** Call it when an `add` is committed. */
  added(): void {
    this.#batches += 1;
  }

  /** Removes and returns the passages of a batch. @throws {MemoryError} `busy` */
  async *take(tx: Transaction): AsyncGenerator<readonly NewFilePassage[]> {
    for (let batch = 0; batch < this.#batches; batch += 1) {
      const row = await tx.row<{ sealed: Buffer }>(
        "delete from staging where store_id = $1 and writer = $2 and batch = $3 returning sealed",
        [this.#id, batch],
      );
      if (row === undefined) throw missingBatch();
      yield deserialize(this.#open(row.sealed)) as NewFilePassage[];
    }
  }

  get isEmpty(): boolean {
    return this.#batches === 0;
  }

  async drop(tx: Transaction): Promise<void> {
    await tx.rows("delete from staging where store_id = $1 and writer = $2", [this.#id]);
  }

  /** Call it when what was staged is saved or dropped. */
  finished(): void {
    this.#batches = 0;
  }

  #seal(plain: Buffer): Buffer {
    const nonce = randomBytes(nonceBytes);
    const sealing = createCipheriv(cipher, this.#key, nonce);
    const sealed = Buffer.concat([sealing.update(plain), sealing.final()]);
    return Buffer.concat([nonce, sealing.getAuthTag(), sealed]);
  }

  #open(sealed: Buffer): Buffer {
    const opening = createDecipheriv(cipher, this.#key, sealed.subarray(0, nonceBytes));
    opening.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
    return Buffer.concat([opening.update(sealed.subarray(nonceBytes + tagBytes)), opening.final()]);
  }
}

function missingBatch(): MemoryError<"busy"> {
  return new MemoryError(
    "busy",
    "Cannot keep the file: what was read of it must still be there, and another process removed it. Try again",
    { data: { timeoutMs: 0 } },
  );
}
