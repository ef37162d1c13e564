/**
 * The 1-bit codes of complete segments of 8,192 passages, as the file stores them: one row each, so
 * that opening a store of a million reads 122 BLOBs. They are made from the vectors, and only speed
 * up searches.
 *
 *   code_runs     segment ← bit mask, 8,192 × code
 */

import { codeBytes, toBlob, toCode } from "../../formats/quantise.js";
import type { VectorSpace } from "../../store.js";
import type { Connection } from "../database/connection.js";
import { segmentLength, segmentOf } from "../filters/passage-set.js";
import { groupBy } from "./plain-vectors.js";
import type { PassageVector } from "./stored-vectors.js";

/** The codes of 8,192 passages. */
export interface CodeSegment {
  readonly id: number;
  /** One bit per passage: set if it has a code. */
  readonly present: Buffer;
  readonly codes: Buffer;
}

/** The table of the codes of sealed segments. */
export class CodeTable {
  readonly #connection: Connection;
  readonly #name: string;

  constructor(connection: Connection, prefix: string) {
    this.#connection = connection;
    this.#name = `${prefix}code_runs`;
  }

  /** The last segment that was sealed; -1 if there is none. */
  get last(): number {
    return this.#column<[], number | null>(`select max(id) from ${this.#name}`).get() ?? -1;
  }

  /** Seals a segment: computes and stores the codes of its vectors. */
  seal(
    segment: number,
    embedder: Pick<VectorSpace, "dimensions" | "mean">,
    vectors: Iterable<PassageVector>,
  ): void {
    const present = new Uint8Array(segmentLength / 8);
    const length = codeBytes(embedder.dimensions);
    const codes = new Uint8Array(segmentLength * length);
    // Called on the embedder, because its method `mean` may use `this`.
    const space = { dimensions: embedder.dimensions, mean: embedder.mean?.() };
    for (const [passage, vector] of vectors) {
      const slot = passage % segmentLength;
      present[slot >> 3]! |= 1 << (slot & 7);
      codes.set(toCode(vector, space), slot * length);
    }
    this.#run(
      `insert into ${this.#name} (id, held, codes) values (?, ?, ?)`,
      segment,
      toBlob(present),
      toBlob(codes),
    );
  }

  /** Overwrites the codes of passages. */
  remove(passages: readonly number[], dimensions: number): void {
    const length = codeBytes(dimensions);
    for (const [number, some] of groupBy(passages, segmentOf)) {
      const segment = this.segment(number);
      if (segment === undefined) continue;
      const { present, codes } = segment;
      for (const slot of some.map((passage) => passage % segmentLength)) {
        present[slot >> 3]! &= ~(1 << (slot & 7));
        codes.fill(0, slot * length, (slot + 1) * length);
      }
      if (present.every((byte) => byte === 0)) this.#run(`delete from ${this.#name} where id = ?`, number);
      else this.#run(`update ${this.#name} set held = ?, codes = ? where id = ?`, present, codes, number);
    }
  }

  has(passage: number): boolean {
    const present = this.#column<[number], Buffer>(`select held from ${this.#name} where id = ?`).get(
      segmentOf(passage),
    );
    const slot = passage % segmentLength;
    return present !== undefined && (present[slot >> 3]! & (1 << (slot & 7))) !== 0;
  }

  /** Returns a sealed segment; `undefined` if it is not sealed. */
  segment(segment: number): CodeSegment | undefined {
    return this.#segments<[number]>("where id = ?").get(segment);
  }

  /** Returns the sealed segment with this number and all later ones. */
  segmentsFrom(segment: number): IterableIterator<CodeSegment> {
    return this.#segments<[number]>("where id >= ? order by id").iterate(segment);
  }

  /** Returns the bit mask of each sealed segment. */
  present(): Map<number, Buffer> {
    const rows = this.#connection.tuples<[], [number, Buffer]>(`select id, held from ${this.#name}`).all();
    return new Map(rows);
  }

  /** Deletes and overwrites all rows. */
  clear(): void {
    this.#run(`delete from ${this.#name}`);
  }

  #segments<Parameters extends unknown[]>(condition: string) {
    return this.#connection.statement<Parameters, CodeSegment>(
      `select id, held as present, codes from ${this.#name} ${condition}`,
    );
  }

  #run(sql: string, ...parameters: (number | Buffer)[]): void {
    this.#connection.statement(sql).run(...parameters);
  }

  #column<Parameters extends unknown[], Value>(sql: string) {
    return this.#connection.column<Parameters, Value>(sql);
  }
}
