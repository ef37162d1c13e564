import { describe, expect, it } from "vitest";
import { readJson, readLines } from "../../../src/server/request/read-request.js";

/** A request whose body arrives in the given pieces, without a declared length. */
function streamed(...pieces: readonly (string | Uint8Array)[]): Request {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces)
        controller.enqueue(typeof piece === "string" ? encoder.encode(piece) : piece);
      controller.close();
    },
  });
  return new Request("http://localhost/", { method: "POST", body, duplex: "half" } as RequestInit);
}

async function lines(request: Request): Promise<string[]> {
  const all: string[] = [];
  for await (const line of readLines(request, 1000)) all.push(line);
  return all;
}

describe("readJson()", () => {
  it("reads a body in one or several pieces, and returns undefined without a body", async () => {
    expect(await readJson(streamed('{"a"', ":1}"), 100)).toEqual({ a: 1 });
    expect(await readJson(new Request("http://localhost/", { method: "POST", body: "5" }), 100)).toBe(5);
    expect(await readJson(new Request("http://localhost/", { method: "POST" }), 100)).toBeUndefined();
  });

  it("accepts a body of the limit and refuses one byte more, declared or not", async () => {
    expect(await readJson(streamed('"', "12345678", '"'), 10)).toBe("12345678");
    await expect(readJson(streamed('"', "123456789", '"'), 10)).rejects.toMatchObject({ status: 413 });
    const declared = new Request("http://localhost/", {
      method: "POST",
      body: "x",
      headers: { "content-length": "11" },
    });
    await expect(readJson(declared, 10)).rejects.toMatchObject({ status: 413 });
  });

  it("refuses a body that is longer than its declared length and the limit", async () => {
    const misdeclared = new Request("http://localhost/", {
      method: "POST",
      body: '"123456789"',
      headers: { "content-length": "2" },
    });
    await expect(readJson(misdeclared, 10)).rejects.toMatchObject({ status: 413 });
  });

  it("reports the offset of invalid JSON and of invalid UTF-8", async () => {
    await expect(readJson(streamed('{"a":}'), 100)).rejects.toMatchObject({
      status: 422,
      detail: [{ type: "json_invalid", loc: ["body", 5] }],
    });
    await expect(readJson(streamed('"ab', new Uint8Array([0xff]), '"'), 100)).rejects.toMatchObject({
      detail: [{ loc: ["body", 3] }],
    });
  });

  it("accepts a byte order mark", async () => {
    expect(await readJson(streamed(new Uint8Array([0xef, 0xbb, 0xbf]), "[1]"), 100)).toEqual([1]);
  });
});

describe("readLines()", () => {
  it("yields each line for any division into pieces, without empty lines", async () => {
    expect(await lines(streamed("on", "e\ntw", "o\n\n  \nthr", "ee"))).toEqual(["one", "two", "three"]);
    expect(await lines(streamed("one\r\ntwo\n"))).toEqual(["one\r", "two"]);
    expect(await lines(streamed())).toEqual([]);
    expect(await lines(streamed("one\n\n", "\n \r\n\n  two", "\n"))).toEqual(["one", "  two"]);
  });

  it("joins a character that is divided between two pieces", async () => {
    const bytes = new TextEncoder().encode("é\nü");
    expect(await lines(streamed(...[...bytes].map((byte) => new Uint8Array([byte]))))).toEqual(["é", "ü"]);
  });

  it("yields the lines before the limit, then refuses the body", async () => {
    const seen: string[] = [];
    const read = async () => {
      for await (const line of readLines(streamed("one\n", "two\n", "three\n"), 9)) seen.push(line);
    };
    await expect(read()).rejects.toMatchObject({ status: 413 });
    expect(seen).toEqual(["one", "two"]);
  });

  it("refuses bytes that are not UTF-8", async () => {
    await expect(lines(streamed(new Uint8Array([0xff])))).rejects.toMatchObject({ code: "invalid_input" });
  });
});

it("readLines() reads empty lines as fast as other bytes", async () => {
  const bytes = 4 * 2 ** 20;
  const request = new Request("http://a", { method: "POST", body: "\n".repeat(bytes) });
  const start = performance.now();
  for await (const line of readLines(request, bytes)) expect.unreachable(line);
  expect(performance.now() - start).toBeLessThan(6000);
});
