/**
 * Staged passages: passages of a file that is still being read. They are stored in the store's
 * file, so that a long file needs no memory, until all of them are saved in one transaction. They
 * are encrypted with a random key that only this process has, so nobody can read what a killed
 * process leaves of a file that was never saved.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { deserialize, serialize } from "node:v8";
import { MemoryError } from "../../../contract/errors.js";
import type { NewFilePassage } from "../../store.js";
import type { Connection } from "../database/connection.js";

const cipher = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** A process that takes more than an hour between two batches of a file no longer exists. */
const abandonedAfterMs = 3_600_000;

/** The table of staged passages. */
export class StagingTable {
  readonly #connection: Connection;
  readonly #key = randomBytes(32);
  /** Number of batches staged by this process, by staging id. */
  readonly #batches = new Map<string, number>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  add(stagingId: string, passages: readonly NewFilePassage[], at: number): void {
    this.#connection
      .statement("insert into asides (aside, at, sealed) values (?, ?, ?)")
      .run(stagingId, at, this.#seal(serialize(passages)));
    this.#batches.set(stagingId, (this.#batches.get(stagingId) ?? 0) + 1);
  }

  /**
   * Removes and returns the staged passages in order, batch by batch, so that SQLite can reuse
   * their pages. @throws {MemoryError} `busy`
   */
  *take(stagingId: string): Generator<NewFilePassage> {
    const next = this.#connection.statement<[string], { id: number; sealed: Buffer }>(
      "delete from asides where id = (select min(id) from asides where aside = ?) returning id, sealed",
    );
    const expected = this.#batches.get(stagingId) ?? 0;
    for (let taken = 0; taken < expected; taken += 1) {
      const row = next.get(stagingId);
      if (row === undefined) throw missingBatch();
      yield* deserialize(this.#open(row.sealed)) as NewFilePassage[];
    }
  }

  drop(stagingId: string): void {
    this.#connection.statement("delete from asides where aside = ?").run(stagingId);
  }

  /** Forgets the number of batches. Call it after the transaction that took or dropped them. */
  finished(stagingId: string): void {
    this.#batches.delete(stagingId);
  }

  has(stagingId: string): boolean {
    return this.#batches.has(stagingId);
  }

  /** Returns true if a killed process left something behind. */
  hasAbandoned(now: number): boolean {
    return (
      this.#connection
        .column<[number], number>("select 1 from asides where at < ? limit 1")
        .get(now - abandonedAfterMs) !== undefined
    );
  }

  removeAbandoned(now: number): void {
    this.#connection
      .statement(
        "delete from asides where aside in (select aside from asides group by aside having max(at) < ?)",
      )
      .run(now - abandonedAfterMs);
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
