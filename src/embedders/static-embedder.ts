/**
 * The bundled embedder: adds up one row per piece of a text and scales the sum to unit length. For
 * English and other Latin script; offline and deterministic. `assets/README.md` says where its
 * table comes from, `training/embedder/` how it is made.
 */

import { findAsset } from "../assets/find-asset.js";
import { nextTurn } from "../async/next-turn.js";
import { MemoryError } from "../contract/errors.js";
import type { Embedder, EmbedOptions } from "./embedder.js";
import { loadTable, type StaticTable, type StaticTableFiles } from "./static-table.js";

/**
 * Lengths that the bundled table supports: its first dimensions are an embedding of their own
 * (Matryoshka: Kusupati et al., 2022).
 */
export const staticDimensions = [256, 128, 64] as const;

/** Options of {@link staticEmbedder}. */
export interface StaticEmbedderOptions {
  /**
   * Length of the vectors. Shorter ones are faster and smaller, and find a little less.
   *
   * @default 256
   */
  readonly dimensions?: (typeof staticDimensions)[number];
}

function bundledTable(): StaticTableFiles {
  return {
    id: "keepsake-static-en@1",
    model: findAsset("model.bin"),
    vocabulary: findAsset("vocab.txt"),
  };
}

/**
 * Characters between two turns of the event loop (some 3 ms), and the fixed cost of a text in
 * characters.
 */
const charsPerTurn = 16_384;
const textCost = 128;

/**
 * Makes the bundled embedder. Its files are located now and read at the first use.
 *
 * @throws {MemoryError} `invalid_input` if `dimensions` is not one of {@link staticDimensions}
 * @example
 * const memory = new Memory({ embedder: staticEmbedder({ dimensions: 128 }) });
 */
export function staticEmbedder(options: StaticEmbedderOptions = {}): StaticEmbedder {
  const { dimensions = 256 } = options;
  if (!staticDimensions.includes(dimensions)) throw wrongDimensions(dimensions);
  return new StaticEmbedder(bundledTable(), dimensions);
}

/**
 * An {@link Embedder} for a table in the SEMB layout. All embedders of a process share one copy of
 * a table.
 */
export class StaticEmbedder implements Embedder {
  readonly id: string;
  readonly dimensions: number;
  readonly reproducible = true;
  readonly #files: StaticTableFiles;

  /** @param dimensions Length of the vectors, at most that of the table. */
  constructor(files: StaticTableFiles, dimensions: number) {
    this.#files = files;
    this.dimensions = dimensions;
    this.id = `${files.id}/${dimensions}`;
  }

  /**
   * The mean vector of the table. With fewer dimensions it is cut, which approximates the mean of
   * shortened vectors.
   */
  mean(): Float32Array {
    return this.#table().mean.slice(0, this.dimensions);
  }

  async embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]> {
    options.signal?.throwIfAborted();
    const table = this.#table();
    const vectors: Float32Array[] = [];
    let read = 0;
    for (const text of texts) {
      if (read >= charsPerTurn) {
        await this.#yield(options);
        read = 0;
      }
      read += text.length + textCost;
      vectors.push(embedText(text, table, this.dimensions));
    }
    return vectors;
  }

  /**
   * Counts the pieces of the vocabulary, and one token for each visible character that no piece
   * covers, so that text in an unknown script counts too. The count of texts joined with white
   * space is the sum of their counts.
   */
  countTokens(text: string): number {
    return this.#table().pieces.encode(text).tokens;
  }

  #table(): StaticTable {
    const table = loadTable(this.#files);
    if (this.dimensions > table.dimensions) throw wrongDimensions(this.dimensions);
    return table;
  }

  /** Lets other tasks run, which may abort this one. */
  async #yield(options: EmbedOptions): Promise<void> {
    await nextTurn();
    options.signal?.throwIfAborted();
  }
}

function embedText(text: string, table: StaticTable, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions);
  for (const id of table.pieces.encode(text).ids) addRow(vector, table, id);
  let squares = 0;
  for (const value of vector) squares += value * value;
  if (squares === 0) return vector;
  const factor = 1 / Math.sqrt(squares);
  for (let at = 0; at < dimensions; at++) vector[at]! *= factor;
  return vector;
}

/** Adds four numbers per step, which takes half the time; all lengths are multiples of four. */
function addRow(vector: Float32Array, table: StaticTable, id: number): void {
  const { rows, scales } = table;
  const scale = scales[id]!;
  const dimensions = vector.length;
  for (let at = 0, from = id * table.dimensions; at < dimensions; at += 4, from += 4) {
    vector[at]! += scale * rows[from]!;
    vector[at + 1]! += scale * rows[from + 1]!;
    vector[at + 2]! += scale * rows[from + 2]!;
    vector[at + 3]! += scale * rows[from + 3]!;
  }
}

function wrongDimensions(dimensions: number): MemoryError<"invalid_input"> {
  const msg = `dimensions must be one of ${staticDimensions.join(", ")}, got ${dimensions}`;
  const issues = [{ type: "invalid_value", loc: ["dimensions"], msg }];
  return new MemoryError("invalid_input", `Cannot make a static embedder: ${msg}`, { data: { issues } });
}
