#!/usr/bin/env node
/** The `keepsake` command: passes the process to `run`. */
import { Memory } from "../memory.js";
import { run } from "./run.js";

const interrupt = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => interrupt.abort());

// `keepsake export | head` closes the pipe early, which is not an error. Writes to the store are
// complete by then.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    // A command that also listens continues without a reader of its output.
    if (stream.listenerCount("error") > 1) return;
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
  rekey: (path, options) => Memory.rekey(path, options),
});
