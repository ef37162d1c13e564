/**
 * The whole training: from a folder of text and a vocabulary to a table. The same input and seed
 * give the same bytes.
 */
import { WordPiece } from "../../src/text/word-piece.js";
import { BatchSource } from "./batches.js";
import { readCorpus } from "./corpus.js";
import { meanSentence, packTable, quantise } from "./pack-table.js";
import { Random } from "./random.js";
import { startingRows } from "./starting-rows.js";
import { trainRows } from "./train-rows.js";

/** Options of {@link trainTable}. */
export interface TableOptions {
  /** Folder of `.txt`, `.md` and `.tsv` files; see `corpus.ts`. */
  readonly text: string;
  /** One ASCII piece per line, with `##` before pieces that continue a word. */
  readonly vocabulary: Uint8Array;
  /** Divisible by 4: the first half and the first quarter are trained to be used alone. */
  readonly dimensions: number;
  readonly steps: number;
  readonly batchSize: number;
  readonly seed: number;
  readonly report: (line: string) => void;
}

/** @returns The bytes of `model.bin`. */
export function trainTable(options: TableOptions): Uint8Array {
  const { dimensions, report } = options;
  if (dimensions < 4 || dimensions % 4 !== 0)
    throw new Error(`Cannot train: dimensions must be divisible by 4, got ${dimensions}`);
  const random = new Random(options.seed);
  const pieces = new WordPiece(options.vocabulary);
  const vocabularySize = pieces.size;
  const corpus = readCorpus(options.text, pieces);
  const source = new BatchSource(corpus, { vocabularySize, random });
  report(`${corpus.tokens.length} tokens in ${corpus.starts.length - 1} sentences`);
  const rows = startingRows(corpus, { vocabularySize, dimensions, random });
  report("starting rows are made");
  trainRows(rows, source, options);
  const quantised = quantise(rows, dimensions);
  return packTable(quantised, meanSentence(corpus, quantised, random));
}
