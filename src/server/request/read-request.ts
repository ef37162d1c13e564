/**
 * Reads a request: its body, its id and its key. Of a body, at most the limit is in memory at
 * once. An error of JSON has the offset of the first invalid character.
 */
import { MemoryError } from "../../contract/errors.js";
import { jsonErrorOffset } from "./json-offset.js";
import { RequestRefused } from "./validation.js";

/**
 * The body as JSON; `undefined` if there is no body.
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
    // Only a text that is not JSON is an error of the caller.
    if (!(error instanceof SyntaxError)) throw error;
    throw notJson(jsonErrorOffset(text));
  }
}

/** The end of a line and the empty lines after it, which are skipped at once. */
const lineEnds = /\n\s*\n|\n/;

/**
 * The lines of the body, one at a time.
 *
 * @throws {RequestRefused} 413 when the limit is exceeded.
 */
export async function* readLines(request: Request, limitBytes: number): AsyncGenerator<string> {
  refuseDeclared(request, limitBytes);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  // Pieces of the current line. Appending each to one string would copy a line of 32 MiB 500 times.
  let pieces: string[] = [];
  for await (const chunk of chunks(request, limitBytes)) {
    const [first = "", ...others] = decodeChunk(decoder, chunk).split(lineEnds);
    pieces.push(first);
    for (const next of others) {
      // Blank lines are skipped, so a body of blank lines costs no more than its bytes.
      const line = pieces.length === 1 ? pieces[0]! : pieces.join("");
      if (line.trim() !== "") yield line;
      pieces = [next];
    }
  }
  pieces.push(decodeChunk(decoder));
  const last = pieces.join("");
  if (last.trim() !== "") yield last;
}

/** The body as bytes. @throws {RequestRefused} 413 over the limit */
export async function readBytes(request: Request, limitBytes: number): Promise<Uint8Array> {
  // The HTTP parser passes no more than the declared length, so the body can be read at once.
  if (refuseDeclared(request, limitBytes))
    return within(new Uint8Array(await request.arrayBuffer()), limitBytes);
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks(request, limitBytes)) parts.push(chunk);
  return Buffer.concat(parts);
}

/** The length of the body that the request declares; `undefined` if it declares none. */
export function declaredBytes(request: Request): number | undefined {
  const declared = request.headers.get("content-length");
  return declared !== null && /^\d+$/.test(declared) ? Number(declared) : undefined;
}

/**
 * Whether the request declares the length of its body.
 *
 * @throws {RequestRefused} 413 if it is too long.
 */
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
  // Leaving the loop cancels the stream, so no more of it is read.
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
    // Text that is not UTF-8 is not JSON (RFC 8259, section 8.1). The offset is that of the first
    // character that could not be decoded.
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

/** The header with the id of a request, in the request and in its response. */
export const requestIdHeader = "x-request-id";

/** The form of an id, which is written to the log and to a header. */
const idForm = /^[\w.:@/+=-]{1,128}$/;

/** The id that the caller or a proxy sent, or a new one. */
export function requestIdOf(headers: Headers): string {
  const given = headers.get(requestIdHeader);
  return given !== null && idForm.test(given) ? given : crypto.randomUUID();
}

/** Maximum number of characters of a key. A longer header is not a key. */
const mostCharacters = 512;

/**
 * The key in `Authorization: Bearer K`, or in `X-API-Key: K` (specification, section 5). If both
 * are sent, the first is used. `undefined` for a request without a key, and for a text that cannot
 * be one.
 */
export function requestKey(headers: Headers): string | undefined {
  const bearer = /^bearer +(\S.*)$/i.exec(headers.get("authorization")?.trim() ?? "")?.[1];
  const key = (bearer ?? headers.get("x-api-key") ?? "").trim();
  return key.length > 0 && key.length <= mostCharacters ? key : undefined;
}
