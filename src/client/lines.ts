/**
 * JSON Lines over HTTP: splits a byte stream into lines, groups lines into request bodies, and
 * checks the lines of an export.
 */
import type { Deadline } from "../async/deadline.js";
import { MemoryError } from "../contract/errors.js";
import { linesMediaType } from "../contract/plain/wire.js";
import type { Scope } from "../contract/scope.js";
import { anything, invalidKey, readAnswer } from "./answers.js";
import { type Call, type Stream, streamError, unreachable } from "./transport.js";

/**
 * The lines of a body as they arrive, without line ends and empty lines. The deadline only counts
 * while waiting for data.
 */
async function* linesOf(
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
    // Closes the connection if the caller stops early; has no effect on a body that was read to
    // its end.
    await reader.cancel();
  }
}

/**
 * Groups lines into bodies of at most `limitBytes` UTF-8 bytes. Each body starts with the header
 * line, so each is a complete import. A line longer than the limit is sent alone, and the service
 * rejects it.
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

/** A line of an export, as far as its scope is checked. */
interface ExportedLine {
  readonly source?: { readonly scope?: Readonly<Record<string, unknown>> };
}

/**
 * Yields the lines of the response to an export, as they arrive.
 *
 * @throws {MemoryError} the error of the response, or `unreachable` if the stream breaks
 */
export async function* exportedLines(stream: Stream, call: Call): AsyncGenerator<string> {
  const { status, mediaType, response, deadline } = stream;
  if (status !== 200) throw await streamError(stream, call);
  if (mediaType !== linesMediaType || response.body === null) throw await notLines(stream, call);
  try {
    yield* linesOf(response.body, deadline);
  } catch (cause) {
    call.signal?.throwIfAborted();
    throw unreachable(call, 1, cause);
  }
}

/**
 * Checks that a line of an export belongs to the scope. A service without scopes ignores the scope
 * of a request and would export everybody's sources.
 *
 * @throws {MemoryError} `unsupported`
 */
export function assertInScope(line: string, scope: Scope, action: string): void {
  const { source } = exportedLine(line, action);
  const isOwn = Object.entries(scope).every(([name, value]) => source?.scope?.[name] === value);
  if (source === undefined || isOwn) return;
  const what = "scopes";
  throw new MemoryError("unsupported", `Cannot ${action}: the service has no ${what}`, { data: { what } });
}

function exportedLine(line: string, action: string): ExportedLine {
  try {
    const parsed: unknown = JSON.parse(line);
    if (typeof parsed === "object" && parsed !== null) return parsed;
  } catch {
    // Reported below, as every line that is not an object.
  }
  throw new MemoryError("service_failed", `Cannot ${action}: each line must be a JSON object`, {
    data: { status: 200 },
  });
}

/**
 * The error of an export that was answered with an envelope: the key is unknown, or the server is
 * not what it seems.
 */
async function notLines({ response, status, retryAfterMs }: Stream, call: Call): Promise<MemoryError> {
  const answer = { status, retryAfterMs, text: await response.text() };
  const outcome = readAnswer(answer, anything, call);
  if ("refusal" in outcome) return invalidKey(call.action, outcome.refusal);
  return new MemoryError("service_failed", `Cannot ${call.action}: the response must be JSON Lines`, {
    data: { status },
  });
}
