/**
 * Asides: passages of a file that is still being read, put where they take no memory until all of it is kept in one transaction. They are sealed
 * with a key that is drawn when the store is opened and stands nowhere but in this process: what a killed process leaves behind is noise, and no
 * text of a file that did not arrive can be read from the store.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { deserialize, serialize } from "node:v8";
import { MemoryError } from "../../../contract/errors.js";
import type { NewFilePassage } from "../../store.js";
import type { Connection } from "../database/connection.js";

const cipher = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** Nobody reads a file so slowly that an hour passes between two batches of it: its process is gone. */
const abandonedAfterMs = 3_600_000;

export class AsideTable {
  readonly #connection: Connection;
  readonly #key = randomBytes(32);
  /** Batches of each aside of this process. */
  readonly #batches = new Map<string, number>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  add(aside: string, passages: readonly NewFilePassage[], at: number): void {
    this.#connection
      .statement("insert into asides (aside, at, sealed) values (?, ?, ?)")
      .run(aside, at, this.#seal(serialize(passages)));
    this.#batches.set(aside, (this.#batches.get(aside) ?? 0) + 1);
  }

  /** Takes what was set aside out again, batch by batch, in order: its pages are free for what is made of it. @throws {MemoryError} `busy` */
  *take(aside: string): Generator<NewFilePassage> {
    const next = this.#connection.statement<[string], { id: number; sealed: Buffer }>(
      "delete from asides where id = (select min(id) from asides where aside = ?) returning id, sealed",
    );
    const expected = this.#batches.get(aside) ?? 0;
    for (let taken = 0; taken < expected; taken += 1) {
      const row = next.get(aside);
      if (row === undefined) throw gone();
      yield* deserialize(this.#open(row.sealed)) as NewFilePassage[];
    }
  }

  drop(aside: string): void {
    this.#connection.statement("delete from asides where aside = ?").run(aside);
  }

  /** To be called once an aside was kept or dropped, and that is committed. */
  settle(aside: string): void {
    this.#batches.delete(aside);
  }

  holds(aside: string): boolean {
    return this.#batches.has(aside);
  }

  /** Whether a killed process left something behind. */
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

function gone(): MemoryError<"busy"> {
  return new MemoryError(
    "busy",
    "Cannot keep the file: what was read of it must still be there, and another process removed it. Try again",
    { data: { timeoutMs: 0 } },
  );
}
