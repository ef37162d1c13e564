import { createHash } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { sha256 } from "../../src/hashing/digest.js";

const texts = ["", "I live in Lisbon.", "→ ∴ ∎", "x".repeat(100_000)];
const expected = texts.map((text) => createHash("sha256").update(text).digest("hex"));

afterEach(() => {
  vi.doUnmock("node:crypto");
  vi.resetModules();
});

test("sha256() is the hash of the text's UTF-8 bytes, in hex", () => {
  expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(texts.map(sha256)).toEqual(expected);
});

test("sha256() is the same if the platform has no one-call hash", async () => {
  vi.resetModules();
  vi.doMock("node:crypto", () => ({ createHash, hash: undefined }));
  const older = await import("../../src/hashing/digest.js");
  expect(older.sha256).not.toBe(sha256);
  expect(texts.map(older.sha256)).toEqual(expected);
});
