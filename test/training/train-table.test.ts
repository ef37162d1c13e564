import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { StaticEmbedder } from "../../src/embedders/static-embedder.js";
import { type TableOptions, trainTable } from "../../training/embedder/train-table.js";

/**
 * Two subjects. Words of one list replace each other in the same sentences, and no two of one
 * list ever share a document.
 */
const subjects = [
  {
    who: ["skipper", "sailor", "boatman"],
    lines: [
      "the WHO raised the anchor",
      "a WHO mended the torn sail",
      "each WHO watched the tide and the harbour",
    ],
  },
  {
    who: ["baker", "cook", "miller"],
    lines: [
      "the WHO kneaded the dough",
      "a WHO sifted the white flour",
      "each WHO heated the oven for the bread",
    ],
  },
];

function documents(): string {
  const all = subjects.flatMap(({ who, lines }) =>
    who.flatMap((name) =>
      lines.map((_, turn) => [0, 1, 2].map((at) => lines[(turn + at) % 3]!.replace("WHO", name))),
    ),
  );
  return [...all, ...all].map((lines) => lines.join(".\n")).join("\n\n");
}

const words = [...new Set(documents().match(/[a-z]+/g))].sort();
const vocabulary = Buffer.from([...words, "unseen", "##s", ""].join("\n"));

describe("trainTable", () => {
  let folder: string;
  let options: TableOptions;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "keepsake-training-"));
    mkdirSync(join(folder, "text", "deep"), { recursive: true });
    writeFileSync(join(folder, "text", "deep", "trades.txt"), documents());
    writeFileSync(
      join(folder, "text", "pairs.tsv"),
      "who raised the anchor?\tthe sailor\nwho kneaded the dough?\tthe baker\n",
    );
    const settings = { dimensions: 16, steps: 40, batchSize: 12, seed: 7 };
    options = { text: join(folder, "text"), vocabulary, ...settings, report: () => {} };
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  function embedder(name: string, dimensions = 16): StaticEmbedder {
    const url = (file: string) => pathToFileURL(join(folder, file));
    const files = { id: name, model: url(`${name}.bin`), vocabulary: url(`${name}.txt`) };
    writeFileSync(files.model, trainTable(options));
    writeFileSync(files.vocabulary, vocabulary);
    return new StaticEmbedder(files, dimensions);
  }

  async function cosines(from: StaticEmbedder, word: string, others: readonly string[]): Promise<number[]> {
    const [first, ...rest] = await from.embed([word, ...others], { kind: "passage" });
    return rest.map((vector) => vector.reduce((sum, value, at) => sum + value * first![at]!, 0));
  }

  it.each([16, 8, 4])(
    "makes a table whose first %d numbers bring words of one subject together",
    async (dimensions) => {
      const trained = embedder(`trained-${dimensions}`, dimensions);
      for (const { who } of subjects) {
        const strangers = subjects.flatMap((subject) => (subject.who === who ? [] : subject.who));
        for (const word of who) {
          const near = await cosines(
            trained,
            word,
            who.filter((other) => other !== word),
          );
          const far = await cosines(trained, word, strangers);
          expect(Math.min(...near)).toBeGreaterThan(Math.max(...far) + 0.2);
        }
      }
    },
  );

  it("gives the same bytes for the same seed, and others for another", () => {
    const first = trainTable(options);
    expect(trainTable(options)).toEqual(first);
    expect(trainTable({ ...options, seed: 8 })).not.toEqual(first);
  });

  it("leaves a token that the text never contains without a direction", async () => {
    const [vector] = await embedder("sparse").embed(["unseen"], { kind: "passage" });
    expect([...vector!]).toEqual(Array(16).fill(0));
  });

  it("refuses dimensions that cannot be quartered, and text without pairs", () => {
    expect(() => trainTable({ ...options, dimensions: 18 })).toThrow(/divisible by 4, got 18/);
    const empty = join(folder, "empty");
    mkdirSync(empty);
    expect(() => trainTable({ ...options, text: empty })).toThrow(/got none/);
  });
});
