/** Exports a store as a COGX archive, a folder that cognee and others read. */
import { createWriteStream, type WriteStream } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { z } from "zod";
import { MemoryError, parseInput } from "../../contract/errors.js";
import type { MemoryService, ProgressOptions } from "../../contract/memory-service.js";
import { fileState } from "../../rendering/file-state.js";
import { exchanged } from "../exchanged.js";
import { type CogxKind, cogxFiles, cogxManifestFile } from "./cogx.js";
import { type CogxLine, CogxWriter, manifestOf } from "./cogx-lines.js";

/** Options of {@link exportCogx}. */
export interface ExportCogxOptions extends ProgressOptions {
  /**
   * The folder, which is created if needed. It must be empty, so that an archive never mixes with
   * other files.
   */
  readonly folder: string;
}

/** Number of records in an archive, by COGX kind. */
export interface CogxExport {
  readonly counts: Readonly<Partial<Record<CogxKind, number>>>;
}

/**
 * Writes a whole store as a COGX 0.1 archive, in bounded memory. The manifest is written last;
 * after an error, everything that was written is removed.
 *
 * @throws {MemoryError} `invalid_input`; `unreadable_file` if the folder cannot be used or is not
 * empty
 *
 * @example
 * const { counts } = await exportCogx(memory, { folder: "archive" });
 * console.log(counts.fact);
 */
export async function exportCogx(
  memory: MemoryService,
  { folder, signal, onProgress }: ExportCogxOptions,
): Promise<CogxExport> {
  parseInput(z.string().min(1, "folder must be named"), folder, "export");
  await prepare(folder);
  const files = new ArchiveFiles(folder);
  try {
    const exportedAt = await writeLines(files, memory, { signal, onProgress });
    await files.close();
    const manifest = `${JSON.stringify(manifestOf(exportedAt, files.counts), null, 2)}\n`;
    await writeFile(join(folder, cogxManifestFile), manifest, { mode: 0o600 });
    return { counts: files.counts };
  } catch (error) {
    await files.discard();
    throw error;
  }
}

async function writeLines(
  files: ArchiveFiles,
  memory: MemoryService,
  {
    signal,
    onProgress,
  }: { signal: AbortSignal | undefined; onProgress: ProgressOptions["onProgress"] | undefined },
): Promise<string> {
  const writer = new CogxWriter();
  let exportedAt = "";
  let done = 0;
  for await (const part of exchanged(memory, signal === undefined ? {} : { signal })) {
    signal?.throwIfAborted();
    if ("header" in part) exportedAt = part.header.exported_at;
    else {
      for (const line of writer.lines(part.source)) await files.write(line);
      done += 1;
      onProgress?.({ done });
    }
  }
  return exportedAt;
}

async function prepare(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(unusable);
  const there = await readdir(folder).catch(unusable);
  if (there.length > 0) throw refused("its folder must be empty, and it is not");
}

function unusable(cause: NodeJS.ErrnoException): never {
  throw refused(`its folder must be usable, and it ${fileState(cause)}`, cause);
}

function refused(state: string, cause?: unknown): MemoryError<"unreadable_file"> {
  return new MemoryError("unreadable_file", `Cannot export a COGX archive: ${state}`, { cause });
}

/** One file per kind, opened for its first record: COGX has no empty files. */
class ArchiveFiles {
  readonly counts: Partial<Record<CogxKind, number>> = {};
  readonly #folder: string;
  readonly #streams = new Map<CogxKind, WriteStream>();
  /** The first error of any stream: a stream without a listener would end the process. */
  #failure: Error | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async write({ kind, value }: CogxLine): Promise<void> {
    const stream = this.#streams.get(kind) ?? this.#open(kind);
    await new Promise<void>((resolve, reject) => {
      stream.write(`${JSON.stringify(value)}\n`, (error) => (error ? reject(error) : resolve()));
    });
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
  }

  async close(): Promise<void> {
    for (const stream of this.#streams.values()) {
      stream.end();
      await finished(stream);
    }
    if (this.#failure !== undefined) throw this.#failure;
  }

  async discard(): Promise<void> {
    for (const [kind, stream] of this.#streams) {
      stream.destroy();
      await rm(join(this.#folder, cogxFiles[kind]), { force: true });
    }
    await rm(join(this.#folder, cogxManifestFile), { force: true });
  }

  #open(kind: CogxKind): WriteStream {
    // 0600: an export is as private as the store.
    const stream = createWriteStream(join(this.#folder, cogxFiles[kind]), { flags: "wx", mode: 0o600 });
    stream.on("error", (error) => {
      this.#failure ??= error;
    });
    this.#streams.set(kind, stream);
    return stream;
  }
}
