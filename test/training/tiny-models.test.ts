/**
 * What the tiny models give is checked where both libraries run them; here, that the program writes
 * the same files every time.
 */
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { encodeOnnx } from "../../training/tiny-models/onnx-file.js";
import { writeTinyModels } from "../../training/tiny-models/write-models.js";

function digests(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
  return Object.fromEntries(
    files.sort().map((name) => [
      name,
      createHash("sha256")
        .update(readFileSync(join(folder, name)))
        .digest("hex"),
    ]),
  );
}

describe("writeTinyModels", () => {
  it("writes the same three models every time", () => {
    const [one, other] = [0, 1].map(() => {
      const folder = mkdtempSync(join(tmpdir(), "keepsake-tiny-"));
      writeTinyModels(folder);
      const found = digests(folder);
      rmSync(folder, { recursive: true });
      return found;
    });
    expect(Object.keys(one!)).toEqual(
      expect.arrayContaining(["tiny-static/config.json", "tiny-rerank/onnx/model.onnx"]),
    );
    expect(other).toEqual(one);
  });
});

describe("encodeOnnx", () => {
  it("numbers its fields as onnx.proto3 does", () => {
    const bytes = encodeOnnx({
      name: "g",
      inputs: [],
      outputs: [],
      constants: [],
      nodes: [{ operator: "Neg", inputs: ["a"], output: "b" }],
    });
    const expected = [
      [0x08, 8], // ir_version = 1
      [0x12, 8, ...Buffer.from("keepsake")], // producer_name = 2
      [0x3a, 16, 0x0a, 11, 0x0a, 1, 0x61, 0x12, 1, 0x62, 0x22, 3, ...Buffer.from("Neg"), 0x12, 1, 0x67], // graph = 7: node = 1, name = 2
      [0x42, 2, 0x10, 13], // opset_import = 8: version = 2; no domain is the standard one
    ];
    expect(Buffer.from(bytes).toString("hex")).toBe(Buffer.from(expected.flat()).toString("hex"));
  });
});
