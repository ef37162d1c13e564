import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { linesFrom, readAll } from "../../../src/cli/terminal/input.js";

const from = (chunks: readonly Uint8Array[]) => ({
  stdin: Readable.from(chunks),
  signal: new AbortController().signal,
});
const bytes = (text: string) => new TextEncoder().encode(text);

test("readAll() joins a character that is split between two chunks", async () => {
  const whole = bytes("Ça va, 東京?");
  const chunks = Array.from(whole, (byte) => Uint8Array.of(byte));
  expect(await readAll(from(chunks))).toBe("Ça va, 東京?");
});

test("linesFrom() joins a line that is split between two chunks, and skips empty lines", async () => {
  const lines: string[] = [];
  for await (const line of linesFrom(from(["one\r\ntw", "o\n\n  \nthr", "ee"].map(bytes)))) lines.push(line);
  expect(lines).toEqual(["one", "two", "three"]);
});

test("readAll() stops when the signal fires", async () => {
  const controller = new AbortController();
  const stdin = new Readable({ read() {} });
  const reading = readAll({ stdin, signal: controller.signal });
  controller.abort();
  await expect(reading).rejects.toThrow(/abort/iu);
});
