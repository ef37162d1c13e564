/**
 * `rememberFile`: a file in, its passages saved as records of type `file`.
 *
 *   digest → known → Reader.read → segment → embed → (staging) → FileWriter.save → payload
 *
 * The file is read once from the start, batch by batch, and saved in one transaction at the end: a
 * file with a damaged last page, or an aborted call, leaves nothing. The extractor is not called,
 * because an "I" in a document is not the user.
 */
import { MemoryError } from "../../contract/errors.js";
import type { FileProgress } from "../../contract/memory-service.js";
import type { RememberFilePayload, RememberFileRequest } from "../../contract/remember-file.js";
import { contentDigest } from "../../hashing/digest.js";
import type { FileSource, Reader, Section } from "../../readers/reader.js";
import { unreadable } from "../../readers/reader.js";
import { admitSpend, admitStorage } from "../../service/admission.js";
import type { FileOutcome, FileWriter, KnownFile, UsageDelta } from "../../stores/store.js";
import type { RememberParts } from "../parts.js";
import { mustNotBeExpired, refuse } from "../refusals.js";
import { FilePassages } from "./file-passages.js";
import { filePayload } from "./file-payload.js";

/**
 * The parts that `rememberFile` receives: those of `remember` without an extractor, and the file.
 */
export interface RememberFileParts extends Omit<RememberParts, "extractor"> {
  /** The file itself. */
  readonly file: FileSource;
  /** The reader of its format. */
  readonly readerFor: (file: FileSource) => Reader | Promise<Reader>;
  readonly onProgress?: ((progress: FileProgress) => void) | undefined;
}

const action = "remember the file";

/**
 * How often the file is read again if another call saved a version of it meanwhile, before
 * `busy` is thrown.
 */
const maxAttempts = 3;

/**
 * Remembers a file, or the new passages of a newer version. The same bytes again change nothing.
 *
 * @throws {MemoryError} `unreadable_file`, `invalid_input` (`expires_at` is not in the future),
 * `not_found` (no such `file_id`), `storage_limit_reached`, `insufficient_balance` (as soon as the
 * text read so far exceeds it), `busy`, `read_only`, `disk_full`, `embedder_failed`,
 * `missing_dependency`: after an error, nothing of the file is saved
 */
export async function rememberFile(
  request: RememberFileRequest,
  parts: RememberFileParts,
): Promise<RememberFilePayload> {
  const at = parts.now().toISOString();
  mustNotBeExpired(action, request.expires_at, at);
  const digest = await contentDigest(abortable(parts.file.chunks(), parts.signal));
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const known = await knownFile(request, digest, parts);
    // If all its passages were forgotten, the same bytes are remembered again.
    if (known?.digest === digest && known.passages > 0) return unchanged(known, { request, at }, parts);
    const payload = await readAndKeep({ request, at, digest, known }, parts);
    if (payload !== undefined) return payload;
  }
  throw new MemoryError("busy", `Cannot ${action}: another call saved a version of it meanwhile. Try again`, {
    data: { timeoutMs: 0 },
  });
}

/**
 * The stored file that this is a version of: the file with the requested id, else with this name,
 * else with these bytes.
 */
async function knownFile(
  { file_id: id }: RememberFileRequest,
  digest: string,
  { store, file }: RememberFileParts,
): Promise<KnownFile | undefined> {
  const { file: known } = await store.known({ file: { id, digest, name: file.name } });
  if (id === undefined || known !== undefined) return known;
  throw new MemoryError("not_found", `Cannot ${action}: there is no file ${id}`, { data: { id } });
}

interface Call {
  readonly request: RememberFileRequest;
  readonly at: string;
}

async function unchanged(
  file: KnownFile,
  call: Call,
  { store, meter }: RememberFileParts,
): Promise<RememberFilePayload> {
  const usage: UsageDelta = { requests: 1, tokens: 0, spendMicros: 0 };
  const counted = await store.count(usage, meter.limits);
  const nothing = { addedBytes: 0, embeddingBytes: 0, textBytes: 0, created: 0, ended: 0 };
  const input = { ...call, file, known: file.passages, usage, meter };
  return filePayload(input, { ...nothing, usage: counted.usage });
}

interface Version extends Call {
  readonly digest: string;
  readonly known: KnownFile | undefined;
}

/**
 * Reads the whole file and saves it. @returns `undefined` if another call saved a version first
 */
async function readAndKeep(
  version: Version,
  parts: RememberFileParts,
): Promise<RememberFilePayload | undefined> {
  const { request, at, known } = version;
  const { file, store } = parts;
  const writer = store.newFile();
  const passagesOfFile = new FilePassages(
    { request, at, writer, name: file.name, knownId: known?.id },
    parts,
  );
  try {
    const reader = await parts.readerFor(file);
    await admitted(passagesOfFile, parts);
    for await (const section of sectionsOf(reader, parts)) {
      if (await passagesOfFile.take(section)) await admitted(passagesOfFile, parts);
      parts.onProgress?.(progressOf(section.readBytes, passagesOfFile, file));
    }
    const passages = await passagesOfFile.finish();
    if (passagesOfFile.counts.passages === 0) throw unreadable(file, "has no text");
    parts.onProgress?.(progressOf(file.sizeBytes, passagesOfFile, file));
    const usage = await admitted(passagesOfFile, parts);
    const kept = { ...version, writer, passagesOfFile, passages, usage, mediaType: reader.mediaType };
    return await keep(kept, parts);
  } finally {
    // After saving, there is nothing left to discard.
    await writer.discard();
  }
}

function progressOf(readBytes: number, { counts }: FilePassages, { sizeBytes }: FileSource): FileProgress {
  return { readBytes: Math.min(readBytes, sizeBytes), sizeBytes, passages: counts.passages };
}

/**
 * The usage of the text so far. Throws if it exceeds a limit, so that the file is not read
 * further.
 */
async function admitted(
  { counts: { tokens, textBytes } }: FilePassages,
  { store, meter }: RememberFileParts,
): Promise<UsageDelta> {
  const spendMicros = meter.price("add", tokens);
  const used = await store.usage();
  admitStorage(action, textBytes, used.storageUsed, meter.limits.storageBytes);
  admitSpend(action, spendMicros, used.spendMicros, meter.limits.spendMicros);
  return { requests: 1, tokens, spendMicros };
}

interface Kept extends Version {
  readonly writer: FileWriter;
  readonly passagesOfFile: FilePassages;
  readonly passages: Awaited<ReturnType<FilePassages["finish"]>>;
  readonly usage: UsageDelta;
  readonly mediaType: string;
}

async function keep(version: Kept, parts: RememberFileParts): Promise<RememberFilePayload | undefined> {
  const { request, at, digest, known, writer, passagesOfFile, passages, usage, mediaType } = version;
  const { meter, newId, actor } = parts;
  parts.signal?.throwIfAborted();
  const file = { id: known?.id ?? newId(), name: parts.file.name, mediaType, digest };
  const outcome: FileOutcome = await writer.save({
    at,
    actor,
    source: { id: newId(), createdAt: at },
    file,
    expects: known?.digest ?? null,
    passages,
    kept: passagesOfFile.kept,
    endedAt: request.occurred_at ?? at,
    usage,
    limits: meter.limits,
  });
  if (outcome.outcome === "conflict") return undefined;
  if (outcome.outcome === "refused")
    return refuse(action, { spendMicros: usage.spendMicros, used: outcome.usage, limits: meter.limits });
  const input = { request, at, file, known: passagesOfFile.kept.size, usage, meter };
  return filePayload(input, outcome.saved);
}

/**
 * The sections of the reader. An error of a reader that is not a `MemoryError` becomes
 * `unreadable_file`.
 */
async function* sectionsOf(
  reader: Reader,
  { file, signal }: Pick<RememberFileParts, "file" | "signal">,
): AsyncGenerator<Section> {
  try {
    yield* abortable(reader.read(file, signal === undefined ? {} : { signal }), signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (MemoryError.is(error)) throw error;
    // The message of a library may include paths of this machine, so it is only in `cause`.
    throw unreadable(file, `could not be read by the reader of ${reader.mediaType}`, error);
  }
}

async function* abortable<Item>(
  items: AsyncIterable<Item>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Item> {
  for await (const item of items) {
    signal?.throwIfAborted();
    yield item;
  }
}
