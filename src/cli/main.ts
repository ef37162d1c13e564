#!/usr/bin/env node
/** The `keepsake` command: hands the process to `run`, and does nothing else. */
import { Memory } from "../memory.js";
import { run } from "./run.js";

const interrupt = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => interrupt.abort());

// `keepsake export | head` closes the pipe early: that is the reader's wish, not an error. Writes to the store are done by then, or whole.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });

process.exitCode = await run(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  signal: interrupt.signal,
  now: () => performance.now(),
  open: (options) => new Memory(options),
  restore: (backup, path, options) => Memory.restore(backup, path, options),
});
