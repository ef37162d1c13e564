import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { ProgressLine } from "../../../src/cli/terminal/progress.js";

function progressOn(screen: { readonly isTTY?: boolean; readonly columns?: number }) {
  const writes: string[] = [];
  const stream = Object.assign(new PassThrough(), screen);
  stream.on("data", (chunk: Buffer) => writes.push(chunk.toString("utf8")));
  let ms = 0;
  const line = new ProgressLine({ stream, now: () => ms });
  return { line, writes, after: (passed: number) => (ms += passed) };
}

const terminal = { isTTY: true, columns: 80 };

test("ProgressLine redraws a bar with count, share and remaining time", () => {
  const { line, writes, after } = progressOn(terminal);
  line.show("re-embedding", { done: 0, total: 4000 });
  after(10_000);
  line.show("re-embedding", { done: 1000, total: 4000 });
  expect(writes).toEqual([
    "\rre-embedding  ░░░░░░░░░░░░░░░░░░░░  0 of 4,000  0 %",
    "\rre-embedding  █████░░░░░░░░░░░░░░░  1,000 of 4,000  25 %  about 30 s left",
  ]);
});

test("ProgressLine computes the pace of resumed work from where it resumed", () => {
  const { line, writes, after } = progressOn(terminal);
  line.show("re-embedding", { done: 3000, total: 4000 });
  after(60_000);
  line.show("re-embedding", { done: 3100, total: 4000 });
  expect(writes.at(-1)).toContain("about 9 min left");
});

test("ProgressLine redraws no faster than one can read, and always draws the last step", () => {
  const { line, writes, after } = progressOn(terminal);
  for (let done = 0; done <= 1000; done += 1) {
    line.show("importing", { done, total: 1000 });
    after(1);
  }
  expect(writes.length).toBeLessThan(20);
  expect(writes.at(-1)).toContain("1,000 of 1,000  100 %");
});

test("ProgressLine shows 100 % only when all is done", () => {
  const { line, writes } = progressOn(terminal);
  line.show("importing", { done: 9999, total: 10_000 });
  expect(writes[0]).toContain("99 %");
});

test("ProgressLine counts if the total is unknown", () => {
  const { line, writes } = progressOn(terminal);
  line.show("exporting", { done: 1234 });
  expect(writes).toEqual(["\rexporting 1,234"]);
});

test("ProgressLine never wraps a line that it redraws", () => {
  const { line, writes } = progressOn({ isTTY: true, columns: 30 });
  line.show("re-embedding", { done: 10, total: 20 });
  expect(writes[0]).toHaveLength(30);
});

test("ProgressLine.settle() clears exactly what was drawn, once", () => {
  const { line, writes } = progressOn(terminal);
  line.show("exporting", { done: 7 });
  line.settle();
  line.settle();
  expect(writes).toEqual(["\rexporting 7", `\r${" ".repeat("exporting 7".length)}\r`]);
});

test("ProgressLine writes a line every ten seconds to a log, and none for short work", () => {
  const { line, writes, after } = progressOn({});
  for (let done = 0; done <= 25; done += 1) {
    line.show("importing", { done, total: 100 });
    after(1000);
  }
  line.settle();
  line.show("exporting", { done: 1 });
  expect(writes).toEqual([
    "importing 10 of 100 (10 %), about 90 s left\n",
    "importing 20 of 100 (20 %), about 80 s left\n",
  ]);
});
