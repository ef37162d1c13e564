/**
 * The program of a reading process. It reads the files that it receives, one after the other, and
 * sends their sections on request.
 */
import { MemoryError } from "../../contract/errors.js";
import { boundedSections } from "../bounded-sections.js";
import { formatReader } from "../format.js";
import type { FileSource, Section } from "../reader.js";
import { startGuard } from "./guard.js";
import type { Failure, FromReading, RemoteFile, ToReading } from "./messages.js";

/** Maximum number of characters of a batch of sections. */
const batchChars = 65_536;
/** Maximum number of sections of a batch. */
const batchSections = 64;

/** Called with the message that the program waits for: bytes, or a request for more sections. */
let answered: ((message: ToReading) => void) | undefined;

// A signal to the process group is meant for the process that started this one, which may want to
// finish its work first.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
process.on("disconnect", () => process.exit());
process.on("message", (message: ToReading) => {
  if (message.kind === "start") start(message.limitBytes);
  else if (message.kind === "read") void serve(message);
  else answered?.(message);
});

function start(limitBytes: number): void {
  startGuard(limitBytes);
  send({ kind: "ready" });
}

function send(message: FromReading): void {
  process.send?.(message);
}

/** Waits for the answer to the last message. */
function answer(): Promise<ToReading> {
  return new Promise((resolve) => {
    answered = resolve;
  });
}

async function serve({ format, file }: Extract<ToReading, { kind: "read" }>): Promise<void> {
  try {
    const reader = await formatReader(format);
    const source = sourceOf(file);
    let batch: Section[] = [];
    let chars = 0;
    for await (const section of boundedSections(reader.read(source, {}), source)) {
      batch.push(section);
      chars += section.text.length;
      if (chars < batchChars && batch.length < batchSections) continue;
      send({ kind: "sections", sections: batch, isLast: false });
      batch = [];
      chars = 0;
      await answer();
    }
    send({ kind: "sections", sections: batch, isLast: true });
  } catch (error) {
    send({ kind: "failed", failure: failureOf(error) });
  }
}

/** The file as a source that asks the calling process for its bytes. */
function sourceOf(file: RemoteFile): FileSource {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let fromStart = true; ; fromStart = false) {
      send({ kind: "want", fromStart });
      const message = await answer();
      if (message.kind !== "bytes" || message.bytes === null) return;
      yield message.bytes;
    }
  }
  const bytes = async () => {
    const whole = new Uint8Array(file.sizeBytes);
    let at = 0;
    for await (const chunk of chunks()) {
      // A file that grows while it is read is refused at its end; bytes that do not fit are dropped
      // here.
      whole.set(chunk.subarray(0, whole.length - at), at);
      at = Math.min(at + chunk.byteLength, whole.length);
    }
    return whole.subarray(0, at);
  };
  return { ...file, bytes, chunks };
}

function failureOf(error: unknown): Failure {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return MemoryError.is(error)
    ? { code: error.code, data: structuredClone(error.data), message, stack: causeOf(error) }
    : { message, stack };
}

function causeOf({ cause }: Error): string | undefined {
  return cause instanceof Error ? cause.stack : undefined;
}
