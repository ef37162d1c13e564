/** JSON Lines over a wire: a stream of bytes cut into lines, and lines gathered into bodies. */
import type { Deadline } from "../async/deadline.js";

/** Lines of a body, without line ends, as they arrive. Empty lines are left out. The deadline counts only while the body is waited for. */
export async function* linesOf(
  body: ReadableStream<Uint8Array>,
  deadline: Pick<Deadline, "extend" | "pause">,
): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  const next = async () => {
    deadline.extend();
    const read = await reader.read();
    deadline.pause();
    return read;
  };
  try {
    for (let read = await next(); !read.done; read = await next()) {
      const lines = (rest + decoder.decode(read.value, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line !== "") yield line;
    }
    rest += decoder.decode();
    if (rest !== "") yield rest;
  } finally {
    // Whoever stops reading early also ends the connection; a body that is read to its end does not mind.
    await reader.cancel();
  }
}

/**
 * Bodies of whole lines, each at most `limitBytes` of UTF-8 and each beginning with the first line of all, so that every body is an import
 * by itself. A line that is longer than the limit goes alone: the service says what it thinks of it.
 */
export async function* bodiesOf(
  lines: Iterable<string> | AsyncIterable<string>,
  limitBytes: number,
): AsyncGenerator<string> {
  const encoder = new TextEncoder();
  let header: string | undefined;
  let body = "";
  let bytes = 0;
  for await (const line of lines) {
    if (header === undefined) {
      header = `${line}\n`;
      continue;
    }
    const size = encoder.encode(line).byteLength + 1;
    if (body !== "" && bytes + size > limitBytes - header.length * 3) {
      yield header + body;
      body = "";
      bytes = 0;
    }
    body += `${line}\n`;
    bytes += size;
  }
  yield (header ?? "") + body;
}
