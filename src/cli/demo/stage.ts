/** Shared parts of the demonstration: the store, the terminal, and the path of the file. */
import type { CallOptions, MemoryService } from "../../contract/memory-service.js";
import { type Terminal, wrap } from "../terminal.js";

/** What each part needs. */
export interface Stage {
  readonly memory: MemoryService;
  readonly call: Required<CallOptions>;
  readonly terminal: Terminal;
  /** Whether to print only the report at the end. */
  readonly silent: boolean;
  /** The database file. */
  readonly path: string;
}

/** Prints a line. */
export async function say({ silent, terminal }: Stage, text = ""): Promise<void> {
  if (!silent) await terminal.line(text);
}

/** Prints a heading with an explanation. */
export async function announce(stage: Stage, heading: string, sentence: string): Promise<void> {
  const { paint, width } = stage.terminal;
  await say(stage);
  await say(stage, paint.bold(paint.cyan(heading)));
  await say(stage, paint.dim(wrap(sentence, width)));
  await say(stage);
}
