/**
 * Reads the input of a command: its arguments, its standard input, or files that the user names.
 */
import { type FileHandle, open } from "node:fs/promises";
import { addAbortSignal } from "node:stream";
import { z } from "zod";
import { MemoryError, parseInput } from "../../contract/errors.js";
import { chatMessage } from "../../contract/remember.js";
import { fileState } from "../../rendering/file-state.js";
import { UsageError } from "../exit-codes.js";
import type { CliIo } from "./io.js";

type Sources = Pick<CliIo, "stdin" | "signal">;

/**
 * The text of a command: its words joined by spaces; for `-`, or without words in a pipe, standard
 * input.
 *
 * @param what For the message: "the question".
 * @throws {UsageError} if there are neither words nor a pipe
 */
export async function textFrom(words: readonly string[], what: string, io: Sources): Promise<string> {
  if (words.length > 0 && !(words.length === 1 && words[0] === "-")) return words.join(" ");
  if (words.length === 0 && io.stdin.isTTY === true)
    throw new UsageError(`Cannot continue: ${what} must be given as an argument, or piped in`);
  return readAll(io);
}

/** All of standard input as text. */
export async function readAll(io: Sources): Promise<string> {
  let text = "";
  for await (const chunk of chunks(io)) text += chunk;
  return text;
}

/** Lines of standard input that are not blank, one at a time. */
export async function* linesFrom(io: Sources): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of chunks(io)) {
    const lines = (rest + chunk).split(/\r?\n/u);
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim() !== "") yield line;
  }
  if (rest.trim() !== "") yield rest;
}

/** Chunks of text, without a byte order mark; a character that spans two chunks stays whole. */
async function* chunks({ stdin, signal }: Sources): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of addAbortSignal(signal, stdin))
    yield typeof chunk === "string" ? chunk : decoder.decode(chunk as Uint8Array, { stream: true });
  yield decoder.decode();
}

/** A JSON array of chat messages, checked by the contract. */
export function messagesFrom(text: string): z.input<typeof chatMessage>[] {
  const parsed = parseJson(text);
  if (!Array.isArray(parsed)) throw new UsageError("Cannot remember: --messages must be a JSON array");
  parseInput(z.array(chatMessage), parsed, "remember");
  return parsed as z.input<typeof chatMessage>[];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`Cannot remember: --messages must be JSON: ${(error as Error).message}`);
  }
}

/**
 * The error of a file that cannot be read.
 *
 * @param action The action, as the verb of the message: "import".
 */
function unreadable(
  action: string,
  file: string,
  cause: NodeJS.ErrnoException,
): MemoryError<"unreadable_file"> {
  return new MemoryError("unreadable_file", `Cannot ${action} ${file}: it ${fileState(cause)}`, { cause });
}

/**
 * The error of a file that cannot be written.
 *
 * @param action The action, as the verb of the message: "export".
 */
export function unwritable(
  action: string,
  file: string,
  cause: NodeJS.ErrnoException,
): MemoryError<"unreadable_file"> {
  const state = fileState(cause, "has no parent folder");
  return new MemoryError("unreadable_file", `Cannot ${action} to ${file}: it ${state}`, { cause });
}

/**
 * Opens a file for reading. A folder would open and fail at the first read, so this checks for it.
 *
 * @throws {MemoryError} `unreadable_file`
 */
export async function openFile(action: string, file: string): Promise<FileHandle> {
  const handle = await open(file).catch((cause) => Promise.reject(unreadable(action, file, cause)));
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw unreadable(action, file, Object.assign(new Error("it is not a file"), { code: "EISDIR" }));
}
