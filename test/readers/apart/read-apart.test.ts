/** Files are read in processes that can be killed. */
import { EventEmitter } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, it, vi } from "vitest";
import { MemoryError } from "../../../src/contract/errors.js";
import { ByteFeed } from "../../../src/readers/apart/byte-feed.js";
import { readApart } from "../../../src/readers/apart/read-apart.js";
import { canFork, ReadingProcess } from "../../../src/readers/apart/reading-process.js";
import type { Section } from "../../../src/readers/reader.js";
import { fileOf } from "../file-source.js";

const page = fileOf("a.html", `<h1>Harbour</h1>${"<p>Ships leave in May.</p>".repeat(20)}`);
/** Emphasis in one paragraph, for which the parser needs more than a second. */
const slow = fileOf("slow.md", "*a* ".repeat(200_000));

async function all(sections: AsyncIterable<Section>): Promise<Section[]> {
  const found: Section[] = [];
  for await (const section of sections) found.push(section);
  return found;
}

const naming = ({ name, mediaType, sizeBytes }: typeof page) => ({ name, mediaType, sizeBytes });

const read = (reading: ReadingProcess, file: typeof page, format: "HTML" | "JSON") =>
  reading.ask({ kind: "read", format, file: naming(file) }, new ByteFeed(file), 60_000);

it("a process reads one file after the other, and passes on the error of a refused file", async () => {
  const reading = new ReadingProcess();
  await reading.begun(30_000);
  for (let time = 0; time < 2; time += 1)
    expect(await read(reading, page, "HTML")).toMatchObject({
      kind: "sections",
      isLast: true,
      sections: [{ heading: "Harbour", text: expect.stringMatching(/Ships leave/) }],
    });
  expect(await read(reading, fileOf("a.json", "{"), "JSON")).toMatchObject({
    kind: "failed",
    failure: { code: "unreadable_file", message: expect.stringMatching(/a\.json.*is not JSON/) },
  });
  expect(await read(reading, page, "HTML")).toMatchObject({ kind: "sections" });
  reading.kill();
  expect(reading.isDead).toBe(true);
});

describe("only the process that reads ends, and says why,", () => {
  const outOfMemory = { kind: "died", reason: "memory" };

  it("when a file slowly fills its heap", async () => {
    const reading = new ReadingProcess({ heapMb: 24 });
    await reading.begun(30_000);
    const file = fileOf("a.json", `[[${"1.5,".repeat(4_000_000)}1]]`);
    expect(await read(reading, file, "JSON")).toMatchObject(outOfMemory);
  });

  it("when a file makes one allocation far above its limit", async () => {
    const reading = new ReadingProcess({ heapMb: 16 });
    await reading.begun(30_000);
    // One string of 40 MB, because the arrow takes two bytes, and so does each other character.
    const file = fileOf("a.html", `→${"ships ".repeat(3_400_000)}`);
    expect(await read(reading, file, "HTML")).toMatchObject(outOfMemory);
  });
});

it("a file that takes too long is unreadable, and the next file is read", async () => {
  const reading = all(readApart(slow, { format: "Markdown", timeMs: 20 }));
  await expect(reading).rejects.toMatchObject({
    code: "unreadable_file",
    message: expect.stringMatching(/slow\.md.*takes longer/),
  });
  expect(await all(readApart(page, { format: "HTML" }))).toHaveLength(1);
});

it("an abort ends the reading at once", async () => {
  const controller = new AbortController();
  const endless = {
    ...page,
    async *chunks(): AsyncGenerator<Uint8Array> {
      for (;;) {
        yield new Uint8Array(10);
        controller.abort(new Error("enough"));
      }
    },
  };
  const reading = all(readApart(endless, { format: "HTML", signal: controller.signal, timeMs: 600_000 }));
  await expect(reading).rejects.toThrow("enough");
});

it("files wait for a free process, and an aborted one gives its turn to the next", async () => {
  const aborted = AbortSignal.timeout(1);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 9 }, (_, at) =>
      all(readApart(page, at === 6 ? { format: "HTML", signal: aborted } : { format: "HTML" })),
    ),
  );
  expect(outcomes.map(({ status }) => status).toSpliced(6, 1)).toEqual(
    Array.from({ length: 8 }, () => "fulfilled"),
  );
});

it("an error of reading the file's bytes is thrown unchanged", async () => {
  const broken = {
    ...page,
    async *chunks(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(10);
      throw new MemoryError("unreadable_file", "Cannot read it: the disk is gone", {});
    },
  };
  await expect(all(readApart(broken, { format: "HTML" }))).rejects.toThrow("the disk is gone");
});

/** The module anew, with another `fork`. */
async function forking(fork: () => unknown) {
  vi.resetModules();
  vi.doMock("node:child_process", () => ({ fork }));
  const { readApart } = await import("../../../src/readers/apart/read-apart.js");
  const { MemoryError } = await import("../../../src/contract/errors.js");
  return { readApart, MemoryError };
}

const failing = (code: string) => Object.assign(new Error(code), { code });

describe("a file is refused while the system can start no process, and is read later", () => {
  it.each([
    {
      how: "fork throws",
      fail: () => {
        throw failing("ENOMEM");
      },
    },
    {
      how: "the process says so",
      fail: () => {
        const child = Object.assign(new EventEmitter(), { connected: false, kill: () => false });
        process.nextTick(() => child.emit("error", failing("EAGAIN")));
        return child;
      },
    },
    {
      how: "it ends while it starts",
      fail: () => {
        const child = Object.assign(new EventEmitter(), { connected: false, kill: () => false });
        process.nextTick(() => child.emit("exit", null, "SIGKILL"));
        return child;
      },
    },
  ])("when $how", async ({ fail }) => {
    const { fork } = await vi.importActual<typeof import("node:child_process")>("node:child_process");
    let isFull = true;
    const short = await forking((...given: unknown[]) =>
      isFull ? fail() : fork(...(given as Parameters<typeof fork>)),
    );
    const refused = await all(short.readApart(page, { format: "HTML" })).catch((error: unknown) => error);
    expect(short.MemoryError.is(refused, "io_failed"), String(refused)).toBe(true);
    isFull = false;
    expect(await all(short.readApart(page, { format: "HTML" }))).toHaveLength(1);
    vi.doUnmock("node:child_process");
  });
});

it("where processes are forbidden, files are read in this one, within the same limits", async () => {
  const alone = await forking(() => {
    throw failing("ERR_ACCESS_DENIED");
  });
  expect(await all(alone.readApart(page, { format: "HTML" }))).toEqual(
    await all(readApart(page, { format: "HTML" })),
  );
  const deep = fileOf("a.html", "<div>".repeat(2000));
  await expect(all(alone.readApart(deep, { format: "HTML" }))).rejects.toMatchObject({
    message: expect.stringMatching(/more than 1,000 elements within each other/),
  });
  vi.doUnmock("node:child_process");
});

it("no process is started where that could start the app again, or without the program", () => {
  const program = fileURLToPath(import.meta.url);
  for (const name of ["node", "/usr/bin/nodejs", "/opt/node22", "node.exe"])
    expect(canFork(name, program)).toBe(true);
  for (const name of ["/opt/App/app", "electron", "/usr/bin/node-red", "Code Helper"])
    expect(canFork(name, program)).toBe(false);
  expect(canFork("node", `${program}.missing`)).toBe(false);
  expect(canFork("node", "")).toBe(false);
});
