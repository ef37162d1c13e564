/**
 * The program of a reading thread. It reads the files that it receives, one after the other, and
 * sends their sections on request.
 */
import { parentPort } from "node:worker_threads";
import { MemoryError } from "../../contract/errors.js";
import { boundedSections } from "../bounded-sections.js";
import { formatReader } from "../format.js";
import type { FileSource, Section } from "../reader.js";
import type { Failure, FromThread, RemoteFile, ToThread } from "./messages.js";

/** Maximum characters of a batch of sections. */
const batchChars = 65_536;
/** Maximum sections of a batch. */
const batchSections = 64;

/** Called with the message that the program waits for: bytes, or a request for more sections. */
let answered: ((message: ToThread) => void) | undefined;

parentPort?.on("message", (message: ToThread) => {
  if (message.kind === "read") void serve(message);
  else answered?.(message);
});
send({ kind: "ready" });

function send(message: FromThread): void {
  parentPort?.postMessage(message);
}

/** Waits for the answer to the last message. */
function answer(): Promise<ToThread> {
  return new Promise((resolve) => {
    answered = resolve;
  });
}

async function serve({ format, file }: Extract<ToThread, { kind: "read" }>): Promise<void> {
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

/** The file as a source that asks the process for its bytes. */
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
