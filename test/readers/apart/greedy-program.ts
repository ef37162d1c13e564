/** A program in place of that of a reading process. The name of the "file" says what it does. */
import { startGuard } from "../../../src/readers/apart/guard.js";
import type { ToReading } from "../../../src/readers/apart/messages.js";

const deeds: Readonly<Record<string, () => void>> = {
  /** One array of 800 MB. */
  heap: () => void new Array(100_000_000).fill(1.5),
  /** Memory outside the heap, without end, and without a pause. */
  buffers: () => {
    for (const all: Buffer[] = []; ; ) all.push(Buffer.alloc(1_000_000, 1));
  },
  busy: () => {
    for (;;);
  },
  exit: () => process.exit(3),
  kill: () => process.kill(process.pid, "SIGKILL"),
};

process.on("message", (message: ToReading) => {
  if (message.kind === "start") {
    startGuard(message.limitBytes);
    process.send?.({ kind: "ready" });
  } else if (message.kind === "read") deeds[message.file.name]?.();
});
