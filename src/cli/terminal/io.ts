/**
 * The parts of the outside world that the command line uses. `main.ts` passes the process's own;
 * tests pass strings.
 */
import type { Readable, Writable } from "node:stream";
import type { Encryption } from "../../contract/maintenance/encryption.js";
import type { MemoryService } from "../../contract/memory-service.js";
import type { Embedder } from "../../embedders/embedder.js";
import type { Extractor } from "../../extractors/extractor.js";
import type { Memory } from "../../memory.js";

/** A stream that may be a terminal. */
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };
/** A stream to read, which may be a terminal. */
export type Input = Readable & { readonly isTTY?: boolean };

/** The models that were named for a command. */
export interface Models {
  /** Absent: the bundled embedder. */
  readonly embedder?: Embedder;
  /** Absent: the bundled rules. */
  readonly extractor?: Extractor;
}

/** How a command opens its store. */
interface OpenOptions extends Models {
  readonly path: string;
  /** The actor, for the audit trail. */
  readonly actor?: string;
  /** Absent: the store is not encrypted. */
  readonly encryption?: Encryption;
}

/** The memory of a command: a store on this machine. */
export type LocalMemory = MemoryService & Pick<Memory, "reembed" | "check" | "backup">;

/**
 * The outside world of a command: streams, environment, time, the store, and the signal that stops
 * it.
 */
export interface CliIo {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Milliseconds of a monotonic clock, for progress. */
  readonly now: () => number;
  readonly open: (options: OpenOptions) => LocalMemory;
  readonly restore: (typeof Memory)["restore"];
  readonly rekey: (typeof Memory)["rekey"];
}
