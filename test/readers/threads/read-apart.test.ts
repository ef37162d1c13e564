/** Files are read in threads that can be killed. */
import { expect, it, vi } from "vitest";
import { MemoryError } from "../../../src/contract/errors.js";
import type { Section } from "../../../src/readers/reader.js";
import { readApart } from "../../../src/readers/threads/read-apart.js";
import { ByteFeed, ReadingThread } from "../../../src/readers/threads/reading-thread.js";
import { fileOf } from "../file-source.js";

const page = fileOf("a.html", `<h1>Harbour</h1>${"<p>Ships leave in May.</p>".repeat(20)}`);
/** Emphasis in one paragraph, for which the parser needs more than a second. */
const slow = fileOf("slow.md", "*a* ".repeat(200_000));

async function all(sections: AsyncIterable<Section>): Promise<Section[]> {
  const found: Section[] = [];
  for await (const section of sections) found.push(section);
  return found;
}

it("a thread reads one file after the other, and passes on the error of a refused file", async () => {
  const thread = new ReadingThread();
  expect(await thread.begun(30_000)).toEqual({ kind: "ready" });
  const ask = (file: typeof page, format: "HTML" | "JSON") =>
    thread.ask({ kind: "read", format, file: { ...naming(file) } }, new ByteFeed(file), 30_000);
  for (let time = 0; time < 2; time += 1)
    expect(await ask(page, "HTML")).toMatchObject({
      kind: "sections",
      isLast: true,
      sections: [{ heading: "Harbour", text: expect.stringMatching(/Ships leave/) }],
    });
  expect(await ask(fileOf("a.json", "{"), "JSON")).toMatchObject({
    kind: "failed",
    failure: { code: "unreadable_file", message: expect.stringMatching(/a\.json.*is not JSON/) },
  });
  expect(await ask(page, "HTML")).toMatchObject({ kind: "sections" });
  thread.kill();
  expect(thread.isDead).toBe(true);
});

const naming = ({ name, mediaType, sizeBytes }: typeof page) => ({ name, mediaType, sizeBytes });

it("a thread that exceeds its memory ends without harming the process", async () => {
  const thread = new ReadingThread(24);
  await thread.begun(30_000);
  const file = fileOf("a.json", `[[${"1.5,".repeat(4_000_000)}1]]`);
  const feed = new ByteFeed(file);
  expect(await thread.ask({ kind: "read", format: "JSON", file: naming(file) }, feed, 60_000)).toMatchObject({
    kind: "died",
    reason: "memory",
  });
  await feed.close();
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
  const reading = all(readApart(slow, { format: "Markdown", signal: controller.signal }));
  const outcome = expect(reading).rejects.toThrow("enough");
  setTimeout(() => controller.abort(new Error("enough")), 100);
  const start = performance.now();
  await outcome;
  expect(performance.now() - start).toBeLessThan(2000);
});

it("files wait for a free thread, and an aborted one gives its turn to the next", async () => {
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

it("a file is refused while the system has no room for a thread, and is read later", async () => {
  vi.resetModules();
  const { Worker } = await vi.importActual<typeof import("node:worker_threads")>("node:worker_threads");
  let isFull = true;
  vi.doMock("node:worker_threads", () => ({
    Worker: class {
      constructor(...given: ConstructorParameters<typeof Worker>) {
        if (isFull) throw Object.assign(new Error("no threads left"), { code: "ERR_WORKER_INIT_FAILED" });
        // biome-ignore lint/correctness/noConstructorReturn: the real one, once there is room
        return new Worker(...given);
      }
    },
  }));
  const short = await import("../../../src/readers/threads/read-apart.js");
  const { MemoryError: Refusal } = await import("../../../src/contract/errors.js");
  const refused = await all(short.readApart(page, { format: "HTML" })).catch((error: unknown) => error);
  expect(Refusal.is(refused, "io_failed")).toBe(true);
  isFull = false;
  expect(await all(short.readApart(page, { format: "HTML" }))).toHaveLength(1);
  vi.doUnmock("node:worker_threads");
});

it("without threads, files are read in the process, within the same limits", async () => {
  vi.resetModules();
  vi.doMock("node:worker_threads", () => ({
    Worker: class {
      constructor() {
        throw Object.assign(new Error("Access to this API has been restricted"), {
          code: "ERR_ACCESS_DENIED",
        });
      }
    },
  }));
  const alone = await import("../../../src/readers/threads/read-apart.js");
  expect(await all(alone.readApart(page, { format: "HTML" }))).toEqual(
    await all(readApart(page, { format: "HTML" })),
  );
  const deep = fileOf("a.html", "<div>".repeat(2000));
  await expect(all(alone.readApart(deep, { format: "HTML" }))).rejects.toMatchObject({
    message: expect.stringMatching(/more than 1,000 elements within each other/),
  });
  vi.doUnmock("node:worker_threads");
});
