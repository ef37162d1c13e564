/**
 * A folder of examples, one file per conversation, so that an interrupted training can continue. A
 * file's name is a digest of the conversation, the questions, and all code that makes examples: if
 * any of these changes, the conversation is processed again.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Example } from "./examples.js";

/**
 * The code that decides examples: it stores, finds and describes messages, and replays a
 * conversation. The prose of an answer and trained weights are not part of it: weights are trained
 * from examples.
 */
const madeBy = [
  "assets",
  ...["async", "contract", "embedders", "extractors", "models", "numbers", "options.ts"].map(inSource),
  ...["recall/passages", "recall/question", "recall/ranking", "recall/search"].map(inSource),
  inSource("recall/selection/said-search.ts"),
  ...["remember", "stores", "text"].map(inSource),
  ...["conversations.ts", "replay.ts", "sessions.ts"].map((name) => `benchmarks/recall-quality/${name}`),
  ...["examples.ts", "signals.ts"].map((name) => `training/ranker/${name}`),
];
const learnt = join("ranking", "weights.ts");

/** Reads and writes examples in a folder. */
export class ExampleCache {
  readonly #folder: string;
  readonly #code = codeDigest();

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.#folder = folder;
  }

  /** Returns the examples of some data: read from the folder, or made and written there. */
  async through(data: unknown, make: () => Promise<Example[]>): Promise<Example[]> {
    const digest = createHash("sha256").update(this.#code).update(JSON.stringify(data)).digest("hex");
    const path = join(this.#folder, `${digest}.bin`);
    if (existsSync(path)) return decoded(readFileSync(path));
    const examples = await make();
    // A file that exists is complete.
    writeFileSync(`${path}.part`, encoded(examples));
    renameSync(`${path}.part`, path);
    return examples;
  }
}

function codeDigest(): Buffer {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const hash = createHash("sha256");
  for (const path of madeBy.flatMap((name) => filesUnder(join(root, name))))
    if (!path.endsWith(learnt)) hash.update(path.slice(root.length)).update(readFileSync(path));
  return hash.digest();
}

function inSource(name: string): string {
  return `src/${name}`;
}

function filesUnder(path: string): string[] {
  if (path.endsWith(".ts")) return [path];
  const entries = readdirSync(path, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** JSON has no undefined. */
type Header = Omit<Example, "rows" | "units"> & {
  readonly units: readonly (string | null | undefined)[];
  readonly columns: number;
};

/**
 * Encodes the length of the header, the header as padded JSON, and the features of all passages.
 */
function encoded(examples: readonly Example[]): Buffer {
  const headers: Header[] = examples.map(({ rows, ...rest }) => ({ ...rest, columns: rows[0]?.length ?? 0 }));
  const json = Buffer.from(JSON.stringify(headers));
  const padding = Buffer.alloc((4 - (json.length % 4)) % 4, " ");
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length + padding.length);
  const values = examples.flatMap(({ rows }) =>
    rows.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  );
  return Buffer.concat([length, json, padding, ...values]);
}

function decoded(bytes: Buffer): Example[] {
  const start = 4 + bytes.readUInt32LE(0);
  const headers = JSON.parse(bytes.toString("utf8", 4, start)) as Header[];
  const values = new Float32Array(Uint8Array.from(bytes.subarray(start)).buffer);
  let at = 0;
  const next = (columns: number) => {
    at += columns;
    return values.subarray(at - columns, at);
  };
  return headers.map(({ columns, units, ...rest }) => ({
    ...rest,
    units: units.map((unit) => unit ?? undefined),
    rows: units.map(() => next(columns)),
  }));
}
