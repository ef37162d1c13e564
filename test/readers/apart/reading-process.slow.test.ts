/**
 * Ends of reading processes: out of memory, out of time, and with the process that started them.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { ByteFeed } from "../../../src/readers/apart/byte-feed.js";
import { ReadingProcess } from "../../../src/readers/apart/reading-process.js";
import { fileOf } from "../file-source.js";

const program = fileURLToPath(new URL("greedy-program.ts", import.meta.url));

async function outcomeOf(deed: string, timeoutMs: number) {
  const reading = new ReadingProcess({ heapMb: 64, otherMb: 128, program });
  await reading.begun(30_000);
  const file = fileOf(deed, "");
  const { name, mediaType, sizeBytes } = file;
  const message = { kind: "read", format: "HTML", file: { name, mediaType, sizeBytes } } as const;
  const answer = await reading.ask(message, new ByteFeed(file), timeoutMs);
  expect(reading.isDead).toBe(true);
  return answer;
}

describe("a reading process", () => {
  it.each(["heap", "buffers"])("that fills its memory (%s) ends, and says so", async (deed) => {
    expect(await outcomeOf(deed, 60_000)).toMatchObject({ kind: "died", reason: "memory" });
  });

  it.each([
    ["exit", /with code 3/],
    ["kill", /by SIGKILL/],
  ])("that ends for another reason (%s) says which", async (deed, message) => {
    expect(await outcomeOf(deed, 60_000)).toMatchObject({
      kind: "died",
      reason: "other",
      cause: { message: expect.stringMatching(message) },
    });
  });

  it("that is busy for longer than it may is killed", async () => {
    expect(await outcomeOf("busy", 50)).toMatchObject({ kind: "died", reason: "time" });
  });

  it("ends with the process that started it, even if it is busy", async () => {
    const starter = fileURLToPath(new URL("starter.ts", import.meta.url));
    const parent = spawn(process.execPath, ["--import", "tsx", starter, program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = (await once(parent.stdout, "data")) as [Buffer];
    const pid = Number(line.toString());
    expect(isRunning(pid)).toBe(true);
    parent.kill("SIGKILL");
    await once(parent, "exit");
    for (let tries = 0; isRunning(pid) && tries < 500; tries += 1) await wait(50);
    expect(isRunning(pid)).toBe(false);
  });
});

/**
 * A process that has ended may stay in the table as a zombie (Z) until its new parent asks for it.
 */
function isRunning(pid: number): boolean {
  try {
    if (existsSync("/proc/self/stat")) return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
    return process.kill(pid, 0);
  } catch (error) {
    if (error instanceof Error && "code" in error && ["ESRCH", "ENOENT"].includes(String(error.code)))
      return false;
    throw error;
  }
}
