/** What the acts of the demonstration share: the store, the screen, and where its file lies. */
import type { CallOptions, MemoryService } from "../../contract/memory-service.js";
import { type Terminal, wrap } from "../terminal.js";

export interface Stage {
  readonly memory: MemoryService;
  readonly call: Required<CallOptions>;
  readonly terminal: Terminal;
  /** Nothing is shown: the report is printed at the end. */
  readonly silent: boolean;
  /** The database file. */
  readonly path: string;
}

export async function say({ silent, terminal }: Stage, text = ""): Promise<void> {
  if (!silent) await terminal.line(text);
}

/** A heading, with a sentence below that says what is to be seen. */
export async function announce(stage: Stage, heading: string, sentence: string): Promise<void> {
  const { paint, width } = stage.terminal;
  await say(stage);
  await say(stage, paint.bold(paint.cyan(heading)));
  await say(stage, paint.dim(wrap(sentence, width)));
  await say(stage);
}
