/** Measures work that takes long, and how long it blocks other tasks. */
import type { Memory } from "../../src/index.js";
import type { Message } from "../latency/conversation.js";
import { linesOf, timeOf } from "./lines.js";
import { type Block, watched } from "./watched.js";

/** The longest blocks of the event loop by each long operation. */
export interface LongWork {
  readonly list: Block;
  readonly export: Block;
  readonly import: Block;
  readonly verify_audit: Block;
  /** Forgetting 500 records. */
  readonly forget_many: Block;
}

/** Number of lines that are read from an export. */
const exportedLines = 1000;
const forgottenAtOnce = 500;

/** Measures each long operation. */
export async function longWork(memory: Memory, messages: readonly Message[]): Promise<LongWork> {
  return {
    list: await blockOf(() => memory.records({ filter: { user: "nobody", rank: { ne: null } }, limit: 100 })),
    export: await blockOf(() => exportSome(memory)),
    import: await blockOf(() => memory.import(linesOf(messages))),
    verify_audit: await blockOf(() => memory.verifyAudit()),
    forget_many: await blockOf(() => memory.forget({ before: timeOf(forgottenAtOnce) })),
  };
}

async function blockOf(work: () => Promise<unknown>): Promise<Block> {
  return (await watched(work)).block;
}

async function exportSome(memory: Memory): Promise<void> {
  let lines = 0;
  for await (const _ of memory.export()) {
    lines += 1;
    if (lines === exportedLines) return;
  }
}
