/** The drafts that a move writes. */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { blocksOf, endFile, writeBlock } from "../../../src/server/fleet/store-blocks.js";
import { temporaryFolder } from "../server-fixture.js";

const blockBytes = 262_144;

describe("writeBlock()", () => {
  it("creates a draft with any of its blocks, and leaves the others as they are", async () => {
    const path = join(temporaryFolder(), "x.draft");
    const [first, second] = [1, 2].map((byte) => new Uint8Array(blockBytes).fill(byte));
    await writeBlock(path, 1, second!);
    await writeBlock(path, 0, first!);
    await writeBlock(path, 1, second!);
    expect(readFileSync(path).equals(Buffer.concat([first!, second!]))).toBe(true);
    expect((await endFile(path, blockBytes)).digests).toEqual((await blocksOf(path)).digests.slice(0, 1));
  });

  it("throws why a draft cannot be opened", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "x.draft"));
    await expect(writeBlock(join(folder, "x.draft"), 0, new Uint8Array(1))).rejects.toMatchObject({
      code: "EISDIR",
    });
    await expect(writeBlock(join(folder, "none", "x"), 0, new Uint8Array(1))).rejects.toMatchObject({
      code: "ENOENT",
    });
  });
});
