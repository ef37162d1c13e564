/**
 * The workload of all libraries: made-up chat messages with vectors of keepsake's bundled table,
 * questions with their vectors, and the true ten nearest of each. It is written once to a folder,
 * so that each library can be measured in a process of its own.
 */
import { createReadStream, readFileSync, writeFileSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { staticEmbedder } from "../../dist/index.js";
import { MadeUpConversation } from "../latency/conversation.js";
import { nearestExactly } from "./nearest-exactly.js";
import type { Item, Query } from "./peer.js";

/** Number of neighbours requested. */
export const k = 10;
/** Messages that are kept back and added one by one at the end. */
export const addedAlone = 60;
const batch = 4096;

/** Sizes and seed of a workload. */
export interface WorkloadOptions {
  readonly folder: string;
  readonly records: number;
  readonly queries: number;
  readonly seed: number;
  readonly report: (line: string) => void;
}

interface Shape {
  readonly records: number;
  readonly dimensions: number;
  readonly queries: readonly string[];
  /** For each query, the numbers of the true nearest. */
  readonly truth: readonly (readonly number[])[];
}

/** Makes texts, vectors, questions and the truth. */
export async function writeWorkload({
  folder,
  records,
  queries,
  seed,
  report,
}: WorkloadOptions): Promise<void> {
  const embedder = staticEmbedder();
  const conversation = new MadeUpConversation(seed);
  const texts = await open(join(folder, "texts.jsonl"), "w");
  const vectors = await open(join(folder, "vectors.f32"), "w");
  const asked: string[] = [];
  const total = records + addedAlone;
  for (let from = 0; from < total; from += batch) {
    const messages = Array.from({ length: Math.min(batch, total - from) }, (_, at) =>
      conversation.message(from + at),
    );
    await texts.write(messages.map(({ content }) => `${JSON.stringify(content)}\n`).join(""));
    const made = await embedder.embed(
      messages.map(({ content }) => content),
      { kind: "passage" },
    );
    await vectors.write(Buffer.concat(made.map(bytesOf)));
    for (const [at, message] of messages.entries())
      if (asked.length < queries && (from + at) % Math.ceil(records / queries) === 0)
        asked.push(conversation.question(message));
    if (from % (batch * 32) === 0 && from > 0) report(`${from} of ${total} texts made`);
  }
  await texts.close();
  await vectors.close();
  const questionVectors = await embedder.embed(asked, { kind: "query" });
  writeFileSync(join(folder, "queries.f32"), Buffer.concat(questionVectors.map(bytesOf)));
  const all = await readFloats(join(folder, "vectors.f32"));
  const kept = all.subarray(0, records * embedder.dimensions);
  const truth = questionVectors.map((vector) => nearestExactly(kept, vector, k));
  const shape: Shape = { records, dimensions: embedder.dimensions, queries: asked, truth };
  writeFileSync(join(folder, "shape.json"), JSON.stringify(shape));
}

/** Reads a workload from its folder. */
export class Workload {
  readonly records: number;
  readonly dimensions: number;
  readonly queries: readonly Query[];
  readonly truth: Shape["truth"];
  readonly #folder: string;
  readonly #vectors: Float32Array;
  readonly #byText = new Map<string, Float32Array>();
  readonly #questions: ReadonlyMap<string, Float32Array>;
  readonly #embedder = staticEmbedder();

  private constructor(folder: string, shape: Shape, vectors: Float32Array, questions: Float32Array) {
    this.#folder = folder;
    this.#vectors = vectors;
    this.records = shape.records;
    this.dimensions = shape.dimensions;
    this.truth = shape.truth;
    this.queries = shape.queries.map((text, at) => ({ text, vector: this.#row(questions, at) }));
    this.#questions = new Map(this.queries.map(({ text, vector }) => [text, vector]));
  }

  static async read(folder: string): Promise<Workload> {
    const shape = JSON.parse(readFileSync(join(folder, "shape.json"), "utf8")) as Shape;
    return new Workload(
      folder,
      shape,
      await readFloats(join(folder, "vectors.f32")),
      await readFloats(join(folder, "queries.f32")),
    );
  }

  /** The first `records` items, in batches. */
  batches(size: number): AsyncGenerator<readonly Item[]> {
    return this.#items(0, this.records, size);
  }

  /** The messages that were kept back. */
  async alone(): Promise<readonly Item[]> {
    const items: Item[] = [];
    for await (const some of this.#items(this.records, this.records + addedAlone, addedAlone))
      items.push(...some);
    return items;
  }

  /**
   * A text's vector, for libraries that embed by themselves. Vectors of the latest items and of the
   * questions are known; other pieces of text are embedded.
   */
  readonly vectorOf = async (text: string): Promise<Float32Array> => {
    const known = this.#byText.get(text) ?? this.#questions.get(text);
    if (known !== undefined) return known;
    const [vector] = await this.#embedder.embed([text], { kind: "passage" });
    return vector ?? new Float32Array(this.dimensions);
  };

  async *#items(from: number, to: number, size: number): AsyncGenerator<readonly Item[]> {
    const lines = createInterface({ input: createReadStream(join(this.#folder, "texts.jsonl")) });
    let items: Item[] = [];
    let id = 0;
    for await (const line of lines) {
      if (id >= from && id < to)
        items.push({ id, text: JSON.parse(line) as string, vector: this.#row(this.#vectors, id) });
      id += 1;
      if (items.length < size && id !== to) continue;
      if (items.length > 0) {
        this.#remember(items);
        yield items;
      }
      items = [];
      if (id >= to) break;
    }
    lines.close();
  }

  #remember(items: readonly Item[]): void {
    this.#byText.clear();
    for (const { text, vector } of items) this.#byText.set(text, vector);
  }

  #row(of: Float32Array, at: number): Float32Array {
    return of.subarray(at * this.dimensions, (at + 1) * this.dimensions);
  }
}

function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

async function readFloats(path: string): Promise<Float32Array> {
  const bytes = await readFile(path);
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
}
