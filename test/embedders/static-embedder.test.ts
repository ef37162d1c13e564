import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MemoryError } from "../../src/contract/errors.js";
import { StaticEmbedder, staticDimensions, staticEmbedder } from "../../src/embedders/static-embedder.js";
import { describeEmbedder } from "./embedder.contract.js";
import { packTable } from "./packed-table.js";

interface Expected {
  readonly dimensions: 256 | 128 | 64;
  readonly text: string;
  readonly head: readonly number[];
  /** Sum of each number times its index from 1. */
  readonly checksum: number;
}

const passage = { kind: "passage" } as const;
/** Made by the encoder that the table was published with, not by the code under test. */
const fixture: readonly Expected[] = JSON.parse(
  readFileSync(new URL("./static-embedder.fixture.json", import.meta.url), "utf8"),
);

for (const dimensions of staticDimensions)
  describeEmbedder(`staticEmbedder at ${dimensions}`, () => staticEmbedder({ dimensions }));

describe("staticEmbedder", () => {
  it.each(fixture)("embed() agrees with the reference encoder at $dimensions: $text", async (expected) => {
    const [vector] = await staticEmbedder({ dimensions: expected.dimensions }).embed(
      [expected.text],
      passage,
    );
    expected.head.forEach((value, index) => {
      expect(vector![index]).toBeCloseTo(value, 6);
    });
    expect(vector!.reduce((sum, value, index) => sum + (index + 1) * value, 0)).toBeCloseTo(
      expected.checksum,
      3,
    );
  });

  it("has its table and its dimensions in its id", () => {
    expect(staticEmbedder().id).toBe("keepsake-static-en@1/256");
    expect(staticEmbedder({ dimensions: 64 }).id).toBe("keepsake-static-en@1/64");
  });

  it("refuses dimensions that the table was not trained for", () => {
    expect(() => staticEmbedder({ dimensions: 100 as 64 })).toThrow(/must be one of 256, 128, 64, got 100/);
  });

  it("embed() stops between texts once the signal fires", async () => {
    const controller = new AbortController();
    const embedding = staticEmbedder().embed(Array(2000).fill("a long list"), {
      ...passage,
      signal: controller.signal,
    });
    controller.abort(new Error("enough"));
    await expect(embedding).rejects.toThrow("enough");
  });
});

describe("StaticEmbedder", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "keepsake-table-"));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  function embedderOver(
    name: string,
    model: Uint8Array | null,
    vocabulary = "cat\n##s\ndog\n",
  ): StaticEmbedder {
    if (model !== null) writeFileSync(join(folder, `${name}.bin`), model);
    writeFileSync(join(folder, `${name}.txt`), vocabulary);
    const url = (file: string) => pathToFileURL(join(folder, file));
    return new StaticEmbedder({ id: name, model: url(`${name}.bin`), vocabulary: url(`${name}.txt`) }, 2);
  }

  const small = () =>
    packTable({
      rows: [
        [3, 0],
        [0, 4],
        [0, -127],
      ],
      scales: [1, 1, 2],
      mean: [0, 0.5],
    });

  it("adds one row per piece and scales the sum to unit length", async () => {
    const [cats, dog, both] = await embedderOver("small", small()).embed(
      ["cats", "Dog.", "cat dog"],
      passage,
    );
    expect([...cats!].map((value) => value.toFixed(4))).toEqual(["0.6000", "0.8000"]);
    expect([...dog!]).toEqual([0, -1]);
    expect([...both!].map((value) => value.toFixed(4))).toEqual(["0.0118", "-0.9999"]);
  });

  it("reads nothing before its first use", () => {
    expect(embedderOver("absent", null).id).toBe("absent/2");
  });

  it("reads its files once and shares them in the process", async () => {
    await embedderOver("shared", small()).embed(["cat"], passage);
    rmSync(join(folder, "shared.bin"));
    const [vector] = await embedderOver("shared", null).embed(["cat"], passage);
    expect([...vector!]).toEqual([1, 0]);
  });

  it.each([
    ["missing", null, undefined, /model file must be readable/],
    ["no-magic", Buffer.from("nonsense and more of it"), undefined, /must start with SEMB/],
    ["newer", patched(small(), 4, 9), undefined, /version must be 1, got 9/],
    ["cut-short", small().subarray(0, -1), undefined, /must have 42 bytes, got 41/],
    ["other-words", small(), "cat\ndog\n", /must have 3 tokens, got 2/],
  ])(
    "embed() over %s files fails with embedder_failed and says what to do",
    async (name, model, words, rule) => {
      const failure = await embedderOver(name, model, words)
        .embed(["cat"], passage)
        .catch((error: unknown) => error);
      expect(MemoryError.is(failure, "embedder_failed")).toBe(true);
      expect(String(failure)).toMatch(rule);
      expect(String(failure)).toMatch(/install it again/);
    },
  );
});

function patched(bytes: Uint8Array, offset: number, value: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  new DataView(copy.buffer).setUint32(offset, value, true);
  return copy;
}
