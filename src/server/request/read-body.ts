/** The body of a request: never more of it in memory than the limit, and read as JSON with the offset where it is not. */
import { MemoryError } from "../../contract/errors.js";
import { jsonErrorOffset } from "./json-offset.js";
import { RequestRefused } from "./request-refused.js";

/**
 * The body as JSON; `undefined` where there is none.
 *
 * @throws {RequestRefused} 413 over the limit, 422 `json_invalid`.
 */
export async function readJson(request: Request, limitBytes: number): Promise<unknown> {
  const bytes = await readBytes(request, limitBytes);
  if (bytes.byteLength === 0) return undefined;
  const text = decode(bytes);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    // Only a text that is not JSON is the caller's doing.
    if (!(error instanceof SyntaxError)) throw error;
    throw notJson(jsonErrorOffset(text));
  }
}

/** The end of a line, and empty lines after it: tens of millions of them are passed over as one. */
const lineEnds = /\n\s*\n|\n/;

/** The body's lines, one at a time. @throws {RequestRefused} 413 as soon as more than the limit has come. */
export async function* readLines(request: Request, limitBytes: number): AsyncGenerator<string> {
  refuseDeclared(request, limitBytes);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  // Pieces of the line at hand: adding each to one string would copy a line of 32 MiB five hundred times.
  let pieces: string[] = [];
  for await (const chunk of chunks(request, limitBytes)) {
    const [first = "", ...others] = decodeChunk(decoder, chunk).split(lineEnds);
    pieces.push(first);
    for (const next of others) {
      // Blank lines are not given out: a body of nothing else is read at the speed of its bytes.
      const line = pieces.length === 1 ? pieces[0]! : pieces.join("");
      if (line.trim() !== "") yield line;
      pieces = [next];
    }
  }
  pieces.push(decodeChunk(decoder));
  const last = pieces.join("");
  if (last.trim() !== "") yield last;
}

async function readBytes(request: Request, limitBytes: number): Promise<Uint8Array> {
  // A declared length is what the HTTP parser lets through at most, so the body can be read at once.
  if (refuseDeclared(request, limitBytes))
    return within(new Uint8Array(await request.arrayBuffer()), limitBytes);
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks(request, limitBytes)) parts.push(chunk);
  return Buffer.concat(parts);
}

/** How long the request says that its body is; `undefined` where it does not say. */
export function declaredBytes(request: Request): number | undefined {
  const declared = request.headers.get("content-length");
  return declared !== null && /^\d+$/.test(declared) ? Number(declared) : undefined;
}

/** Whether the request says how long its body is. @throws {RequestRefused} 413 where that is too long. */
function refuseDeclared(request: Request, limitBytes: number): boolean {
  const declared = declaredBytes(request);
  if (declared !== undefined && declared > limitBytes) throw tooLarge(limitBytes);
  return declared !== undefined;
}

function within(bytes: Uint8Array, limitBytes: number): Uint8Array {
  if (bytes.byteLength > limitBytes) throw tooLarge(limitBytes);
  return bytes;
}

async function* chunks(request: Request, limitBytes: number): AsyncGenerator<Uint8Array> {
  if (request.body === null) return;
  let received = 0;
  // Leaving the loop cancels the stream: nothing more of it is read.
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    received += chunk.byteLength;
    if (received > limitBytes) throw tooLarge(limitBytes);
    yield chunk;
  }
}

const strict = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    // Not UTF-8, so not JSON (RFC 8259, section 8.1): the first character that could not be read is where.
    throw notJson(new TextDecoder().decode(bytes).indexOf("\uFFFD"));
  }
}

function decodeChunk(decoder: InstanceType<typeof TextDecoder>, chunk?: Uint8Array): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch (cause) {
    const issue = { type: "custom", loc: [], msg: "must be UTF-8" };
    throw new MemoryError("invalid_input", "Cannot import: the lines must be UTF-8", {
      data: { issues: [issue] },
      cause,
    });
  }
}

function notJson(offset: number): RequestRefused {
  return new RequestRefused(422, [
    { type: "json_invalid", loc: ["body", Math.max(0, offset)], msg: "JSON decode error", input: {} },
  ]);
}

function tooLarge(limitBytes: number): RequestRefused {
  return new RequestRefused(413, [
    {
      type: "body_too_large",
      loc: ["body"],
      msg: `Body should have at most ${limitBytes} bytes`,
      input: null,
      ctx: { limit_bytes: limitBytes },
    },
  ]);
}
