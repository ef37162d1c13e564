/** Runs the command line in process, with strings for streams and its own folder. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { Memory } from "keepsake";
import { testClock, testIds } from "keepsake/testing";
import { afterEach } from "vitest";
import { run } from "../../src/cli/run.js";
import type { CliIo, Input, LocalMemory, Output } from "../../src/cli/terminal/io.js";

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliWorld {
  /** What is piped in. Absent: standard input is a terminal. */
  readonly stdin?: string | readonly string[];
  readonly env?: CliIo["env"];
  readonly open?: CliIo["open"];
  readonly signal?: AbortSignal;
  /** Whether standard output and error are terminals. */
  readonly terminal?: boolean;
}

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "keepsake-cli-"));
  folders.push(folder);
  return folder;
}

/** A path of a store that is removed after the test. */
export function newPath(): string {
  return join(newFolder(), "memory.db");
}

/** A clock that moves a tenth of a second with each call, so that a bar is drawn each time. */
function stepping(): () => number {
  let ms = 0;
  return () => {
    ms += 100;
    return ms;
  };
}

const clock = testClock("2026-05-04T09:00:00Z");
const ids = testIds();

export async function cli(argv: readonly string[], world: CliWorld = {}): Promise<Outcome> {
  const stdout = sink(world.terminal);
  const stderr = sink(world.terminal);
  const code = await run(argv, {
    stdin: input(world.stdin),
    stdout: stdout.stream,
    stderr: stderr.stream,
    env: world.env ?? {},
    signal: world.signal ?? new AbortController().signal,
    now: stepping(),
    open: world.open ?? ((options) => new Memory({ ...options, clock, ids })),
    restore: (backup, path, options) => Memory.restore(backup, path, options),
    rekey: (path, options) => Memory.rekey(path, options),
  });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

function input(given: CliWorld["stdin"]): Input {
  if (given === undefined) return Object.assign(Readable.from([]), { isTTY: true });
  const parts = typeof given === "string" ? [given] : given;
  return Readable.from(parts.map((part) => Buffer.from(part)));
}

function sink(terminal = false): { stream: Output; text: () => string } {
  const chunks: Buffer[] = [];
  const stream = new PassThrough();
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  return {
    stream: terminal ? Object.assign(stream, { isTTY: true, columns: 80 }) : stream,
    text: () => Buffer.concat(chunks).toString("utf8"),
  };
}

/** A service that returns nothing and notes its calls. */
export function recorder(): { open: CliIo["open"]; calls: { verb: string; input: unknown }[] } {
  const calls: { verb: string; input: unknown }[] = [];
  const verb = (name: string) => async (input: unknown) => {
    calls.push({ verb: name, input });
    return { items: [], next_cursor: null };
  };
  const service = new Proxy({} as LocalMemory, {
    get: (_, name) => (name === "close" ? async () => undefined : verb(String(name))),
  });
  return { open: () => service, calls };
}
