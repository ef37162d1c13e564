/**
 * A process that re-embeds: `mover.ts PATH`. Before each batch it writes to standard output and
 * waits for a line on standard input.
 */
import { createInterface } from "node:readline";
import { Memory } from "keepsake";
import { former, latter } from "./reembed-fixture.js";

const answers = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const memory = new Memory({ path: process.argv[2] ?? "", embedder: former, busyTimeoutMs: 20_000 });
const inLockstep = latter(async () => {
  process.stdout.write("batch\n");
  await answers.next();
});
const { passages } = await memory.reembed(inLockstep);
process.stdout.write(`done ${passages}\n`);
await memory.close();
process.exit(0);
