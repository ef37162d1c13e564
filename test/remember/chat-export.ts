/**
 * A process that remembers a long chat export: `chat-export.ts STORE FILE [HANG_AFTER]`. It prints
 * the payload and the most heap it saw in use. With HANG_AFTER it says so after so many passages,
 * and waits to be killed.
 */
import { writeSync } from "node:fs";
import { Memory } from "../../src/memory.js";

const [store = "", file = "", hangAfter = "Infinity"] = process.argv.slice(2);
const memory = new Memory({ path: store, durability: "normal" });
let mostHeap = 0;
const payload = await memory.rememberFile(
  { path: file },
  {
    onProgress: ({ passages }) => {
      if (passages % 1000 === 0) mostHeap = Math.max(mostHeap, process.memoryUsage().heapUsed);
      if (passages < Number(hangAfter)) return;
      writeSync(1, "hanging\n");
      // The process is killed here, in the middle of its work: no handler and no finally of its own
      // runs.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    },
  },
);
process.stdout.write(JSON.stringify({ payload, mostHeap }));
await memory.close();
