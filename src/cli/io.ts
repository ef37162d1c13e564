/** What the command line touches of the world. `main.ts` hands in the process's own; tests hand in strings. */
import type { Readable, Writable } from "node:stream";
import type { MemoryService } from "../contract/memory-service.js";
import type { Embedder } from "../embedders/embedder.js";
import type { Memory } from "../memory.js";

/** A stream that may be a terminal. */
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };
export type Input = Readable & { readonly isTTY?: boolean };

/** How a command asks for its store. */
interface OpenOptions {
  readonly path: string;
  /** Who, for the audit trail. */
  readonly actor?: string;
  /** Absent: the bundled one. */
  readonly embedder?: Embedder;
}

/** What a command works on: a store on this machine. */
export type LocalMemory = MemoryService & Pick<Memory, "reembed" | "check" | "backup">;

/** Everything outside of a command: streams, environment, time, the store, and the signal that stops it. */
export interface CliIo {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Milliseconds of a clock that never goes back: progress is paced by it. */
  readonly now: () => number;
  readonly open: (options: OpenOptions) => LocalMemory;
  readonly restore: (typeof Memory)["restore"];
}
