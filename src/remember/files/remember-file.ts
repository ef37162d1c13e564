/**
 * The first road for files: a file in, its passages kept as records of type `file`.
 *
 *   digest ─ known ─ Reader.read ─ segment ─ embed ─ (set aside) ─ Store.saveFile ─ payload
 *
 * It is read once from the front, a batch at a time, and kept in one transaction at the end: a file
 * that turns out to be damaged in its last page, or a call that is aborted there, leaves nothing.
 * The extractor is not asked: an "I" in a document is not the user.
 */
import { MemoryError } from "../../contract/errors.js";
import type { FileProgress } from "../../contract/memory-service.js";
import type { RememberFilePayload, RememberFileRequest } from "../../contract/remember-file.js";
import { contentDigest } from "../../hashing/digest.js";
import type { FileSource, Reader, Section } from "../../readers/reader.js";
import { unreadable } from "../../readers/unreadable.js";
import { admitSpend, admitStorage } from "../../service/admission.js";
import type { FileOutcome, FileWriter, KnownFile, UsageDelta } from "../../stores/store.js";
import { Arrival } from "../arrival.js";
import type { RememberParts } from "../parts.js";
import { mustNotBeExpired, refuse } from "../refusals.js";
import { filePayload } from "./file-payload.js";

/** What the road is handed: no extractor. */
export interface RememberFileParts extends Omit<RememberParts, "extractor"> {
  /** The file itself. */
  readonly file: FileSource;
  /** The reader of its format. */
  readonly readerFor: (file: FileSource) => Reader | Promise<Reader>;
  readonly onProgress?: ((progress: FileProgress) => void) | undefined;
}

const action = "remember the file";

/**
 * How often a file that somebody else kept a version of meanwhile is read anew before the caller is
 * told that the store is busy.
 */
const maxAttempts = 3;

/**
 * Remembers a file, or what is new in a newer version of one. The same bytes again change nothing.
 *
 * @throws {MemoryError} `unreadable_file`, `invalid_input` (it would be expired already),
 * `not_found` (no such `file_id`), `storage_limit_reached`, `insufficient_balance` (as soon as the
 * text read so far would pass it), `busy`, `read_only`, `disk_full`, `embedder_failed`,
 * `missing_dependency`: whichever it is, nothing of the file is kept
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
    // Where all that it says was forgotten, its bytes say it anew.
    if (known?.digest === digest && known.passages > 0) return unchanged(known, { request, at }, parts);
    const told = await readAndKeep({ request, at, digest, known }, parts);
    if (told !== undefined) return told;
  }
  throw new MemoryError("busy", `Cannot ${action}: another version of it was kept meanwhile. Try again`, {
    data: { timeoutMs: 0 },
  });
}

/**
 * The file that this is a version of: the one that is asked for, else the one of this name, else
 * the one of these bytes.
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
  const told = { ...call, file, known: file.passages, usage, meter };
  return filePayload(told, { ...nothing, usage: counted.usage });
}

interface Version extends Call {
  readonly digest: string;
  readonly known: KnownFile | undefined;
}

/** Reads the file through and keeps it. @returns nothing where another version came first */
async function readAndKeep(
  version: Version,
  parts: RememberFileParts,
): Promise<RememberFilePayload | undefined> {
  const { request, at, known } = version;
  const { file, store } = parts;
  const writer = store.newFile();
  const arrival = new Arrival({ request, at, writer, name: file.name, knownId: known?.id }, parts);
  try {
    const reader = await parts.readerFor(file);
    await admitted(arrival, parts);
    for await (const section of sectionsOf(reader, parts)) {
      if (await arrival.take(section)) await admitted(arrival, parts);
      parts.onProgress?.(progressOf(section.readBytes, arrival, file));
    }
    const passages = await arrival.finish();
    if (arrival.arrived.passages === 0) throw unreadable(file, "has no text");
    parts.onProgress?.(progressOf(file.sizeBytes, arrival, file));
    const usage = await admitted(arrival, parts);
    const kept = { ...version, writer, arrival, passages, usage, mediaType: reader.mediaType };
    return await keep(kept, parts);
  } finally {
    // Nothing is left there once it is kept.
    await writer.discard();
  }
}

function progressOf(readBytes: number, { arrived }: Arrival, { sizeBytes }: FileSource): FileProgress {
  return { readBytes: Math.min(readBytes, sizeBytes), sizeBytes, passages: arrived.passages };
}

/**
 * What the text so far costs, unless it cannot be paid for or held: then the file is not read
 * further.
 */
async function admitted(
  { arrived: { tokens, textBytes } }: Arrival,
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
  readonly arrival: Arrival;
  readonly passages: Awaited<ReturnType<Arrival["finish"]>>;
  readonly usage: UsageDelta;
  readonly mediaType: string;
}

async function keep(version: Kept, parts: RememberFileParts): Promise<RememberFilePayload | undefined> {
  const { request, at, digest, known, writer, arrival, passages, usage, mediaType } = version;
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
    kept: arrival.kept,
    endedAt: request.occurred_at ?? at,
    usage,
    limits: meter.limits,
  });
  if (outcome.outcome === "conflict") return undefined;
  if (outcome.outcome === "refused")
    return refuse(action, { spendMicros: usage.spendMicros, used: outcome.usage, limits: meter.limits });
  const told = { request, at, file, known: arrival.kept.size, usage, meter };
  return filePayload(told, outcome.saved);
}

/**
 * Sections as the reader gives them. What a reader throws that is no error of ours says that it
 * could not read the file.
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
    // What a library says of its failure may name files of this machine: it is told to whoever
    // looks at the cause.
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
