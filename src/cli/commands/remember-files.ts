/**
 * `keepsake remember --file`: remembers files one after the other, each completely or not at all.
 */
import { basename } from "node:path";
import { MemoryError } from "../../contract/errors.js";
import type { FileProgress } from "../../contract/memory-service.js";
import {
  type RememberFileInput,
  type RememberFilePayload,
  rememberFileInput,
} from "../../contract/remember-file.js";
import type { Context } from "../context.js";
import { type ErrorDocument, errorDocument, exitCodes, UsageError } from "../exit-codes.js";
import { shapeOf } from "../flags.js";
import { count } from "../terminal/terminal.js";

/** The input of the command: the paths, and the fields of the flags. */
export interface GivenFiles {
  readonly paths: readonly string[];
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The result of one file. */
type Outcome = { readonly path: string } & (RememberFilePayload | ErrorDocument);

/**
 * Remembers every readable file. A file that cannot be read makes the command fail, but the others
 * are remembered.
 */
export async function rememberFiles({ paths, fields }: GivenFiles, context: Context): Promise<void> {
  assertForFiles(paths, fields);
  const outcomes = await context.withMemory(async (memory, { signal }) => {
    const all: Outcome[] = [];
    for (const path of paths) {
      const onProgress = (progress: FileProgress) =>
        context.terminal.progress(`reading ${basename(path)}`, {
          done: progress.readBytes,
          total: progress.sizeBytes,
        });
      const input = { ...fields, path } as RememberFileInput;
      const outcome = await memory.rememberFile(input, { signal, onProgress }).catch(unreadable);
      context.terminal.settle();
      all.push({ path, ...outcome });
      // Errors are printed for people even with --json.
      if (!context.json || "error" in outcome) await show(all.at(-1)!, context);
    }
    return all;
  });
  if (outcomes.some((outcome) => "error" in outcome)) context.exitCode = exitCodes.failed;
  if (context.json) await context.terminal.json(outcomes);
}

/**
 * Checks the flags.
 *
 * @throws {UsageError} if a flag does not apply to files, or to several files
 */
function assertForFiles(paths: readonly string[], fields: Readonly<Record<string, unknown>>): void {
  const known = shapeOf(rememberFileInput);
  const foreign = Object.keys(fields).find((field) => !(field in known));
  if (foreign !== undefined)
    throw new UsageError(`Cannot remember: --${foreign.replaceAll("_", "-")} is for a text, not for --file`);
  const single = ["name", "file_id"].find((field) => fields[field] !== undefined);
  if (single !== undefined && paths.length > 1)
    throw new UsageError(
      `Cannot remember: --${single.replaceAll("_", "-")} is for one file, got ${paths.length}`,
    );
}

/**
 * The result of an unreadable file. Any other error would also concern the next file, so it is
 * thrown.
 */
function unreadable(error: unknown): ErrorDocument {
  const document = MemoryError.is(error, "unreadable_file") ? errorDocument(error) : undefined;
  if (document === undefined) throw error;
  return document;
}

async function show(outcome: Outcome, { terminal }: Context): Promise<void> {
  if ("error" in outcome) return terminal.remark(outcome.error.message);
  const { path, file_id, file } = outcome;
  const { paint } = terminal;
  await terminal.line(
    `${path}: ${changes(file.passages)}  ${paint.dim(`${file.media_type}, file ${file_id}`)}`,
  );
}

/** "312 passages kept, 3 known, 1 no longer in it"; "known already" if nothing changed. */
function changes({ created, known, ended }: RememberFilePayload["file"]["passages"]): string {
  if (created === 0 && ended === 0) return "known already";
  const parts = [
    created > 0 ? `${count(created, "passage")} kept` : "",
    known > 0 ? `${count(known, "passage")} known` : "",
    ended > 0 ? `${count(ended, "passage")} no longer in it` : "",
  ];
  return parts.filter((part) => part !== "").join(", ");
}
