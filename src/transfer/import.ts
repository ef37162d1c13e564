/** A store, in: JSON lines that `export` wrote, kept in batches of sources, each batch in one transaction. */
import type { Meter } from "../accounts/meter.js";
import { nextTurn } from "../async/next-turn.js";
import { MemoryError, parseInput } from "../contract/errors.js";
import { type ExchangedSource, exchangedSource, exchangeHeader } from "../contract/exchange.js";
import type { ImportResult, Progress } from "../contract/memory-service.js";
import { narrowedScope, type Scope } from "../contract/scope.js";
import type { Embedder } from "../embedders/embedder.js";
import { filePassageDigest, passageDigest } from "../hashing/digest.js";
import type { SourceDump, Store } from "../stores/store.js";
import { passageText, type Spoken } from "../text/words.js";

/** What an import is handed. */
export interface ImportParts {
  /** Runs work with the store and the embedder as they are now, and once more where the store was moved to another embedder under it. */
  readonly using: <Answer>(
    work: (present: { readonly store: Store; readonly embedder: Embedder }) => Promise<Answer>,
  ) => Promise<Answer>;
  readonly meter: Meter;
  /** Labels that every source gets, beside those of its line. */
  readonly scope?: Scope | undefined;
  readonly now: () => Date;
  readonly actor: string;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sources and passages a transaction: some 20 ms of work, after which others have their turn. Four times as many go in a tenth quicker and keep others waiting
 * for 50 to 90 ms.
 */
const batchSize = { sources: 128, passages: 128 };

/**
 * Reads lines as `export` wrote them. A record whose id is held already is left as it is, so an import that was cut short is finished by
 * running it again.
 *
 * @throws {MemoryError} `invalid_input` naming the line; the batches before it are kept. `storage_limit_reached`.
 */
export async function importLines(
  lines: Iterable<string> | AsyncIterable<string>,
  parts: ImportParts,
): Promise<ImportResult> {
  if (!isIterable(lines))
    throw invalid("Cannot import: lines must be an iterable of strings, or an async one");
  let total: ImportResult = { sources: 0, records: 0, skipped: 0 };
  let batch: SourceDump[] = [];
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (number === 1)
      parseLine(line, number, (value) => parseInput(exchangeHeader, value, `import line ${number}`));
    else if (line.trim().length > 0)
      batch.push(
        dump(
          parseLine(
            line,
            number,
            (value) => parseInput(exchangedSource, value, `import line ${number}`).source,
          ),
          scopeOf(parts.scope, `import line ${number}`),
        ),
      );
    if (!isFull(batch)) continue;
    total = await loadBatch(batch, total, parts);
    batch = [];
  }
  if (number === 0)
    throw invalid("Cannot import: there is no line; the first must be the header that export writes");
  return batch.length > 0 ? loadBatch(batch, total, parts) : total;
}

function isFull(batch: readonly SourceDump[]): boolean {
  if (batch.length >= batchSize.sources) return true;
  return batch.reduce((sum, { passages }) => sum + passages.length, 0) >= batchSize.passages;
}

async function loadBatch(
  batch: readonly SourceDump[],
  total: ImportResult,
  parts: ImportParts,
): Promise<ImportResult> {
  parts.signal?.throwIfAborted();
  const passages = batch.flatMap(spokenOf);
  const signal = parts.signal === undefined ? {} : { signal: parts.signal };
  const loaded = await parts.using(async ({ store, embedder }) => {
    const vectors = await embedder.embed(passages.map(passageText), { kind: "passage", ...signal });
    let next = 0;
    const sources = batch.map((one) => ({
      dump: one,
      passages: spokenOf(one).map((passage) => {
        const vector = vectors[next++] ?? new Float32Array(embedder.dimensions);
        return { digest: digestOf(one, passage), vector };
      }),
    }));
    const context = { at: parts.now().toISOString(), actor: parts.actor, limits: parts.meter.limits };
    return store.load(sources, context);
  });
  const sum = {
    sources: total.sources + loaded.sources,
    records: total.records + loaded.records,
    skipped: total.skipped + loaded.skipped,
  };
  parts.onProgress?.({ done: sum.records + sum.skipped });
  await nextTurn();
  return sum;
}

type Said = SourceDump["passages"][number] & Required<Pick<Spoken, "heading" | "fileName">>;

/** The passages of a source with what else their index words are made of. */
function spokenOf({ file, passages }: SourceDump): Said[] {
  return passages.map((passage) => ({
    ...passage,
    heading: passage.place.heading,
    fileName: file?.name ?? null,
  }));
}

function digestOf({ file }: SourceDump, passage: Said): string {
  if (file === null) return passageDigest(passage);
  return passage.digest ?? filePassageDigest({ ...passage, ...passage.place, at: passage.saidAt });
}

function parseLine<Value>(line: string, number: number, parse: (value: unknown) => Value): Value {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw invalid(`Cannot import line ${number}: it is not JSON`, cause);
  }
  return parse(value);
}

function isIterable(lines: unknown): boolean {
  return (
    typeof lines === "object" && lines !== null && (Symbol.iterator in lines || Symbol.asyncIterator in lines)
  );
}

function invalid(message: string, cause?: unknown): MemoryError<"invalid_input"> {
  return new MemoryError("invalid_input", message, {
    cause,
    data: { issues: [{ type: "json_invalid", loc: [], msg: message }] },
  });
}

/** The scope of a source on a line, within the labels that every source gets. */
function scopeOf(bound: Scope | undefined, action: string): (given: Scope | undefined) => Scope | null {
  return (given) => (bound === undefined ? (given ?? null) : narrowedScope(bound, given, action));
}

function dump(
  { id, created_at, scope, file, passages }: ExchangedSource,
  scopeOf: (given: Scope | undefined) => Scope | null,
): SourceDump {
  return {
    id,
    createdAt: created_at,
    scope: scopeOf(scope),
    file: file === undefined ? null : storedFile(file),
    passages: passages.map(
      ({ said_at, page = null, heading = null, digest = null, records, ...passage }) => ({
        ...passage,
        saidAt: said_at,
        place: { page, heading },
        digest,
        records: records.map((record) => ({ ...record, source_id: id, speaker: passage.speaker })),
      }),
    ),
  };
}

function storedFile({ media_type, ...file }: NonNullable<ExchangedSource["file"]>): SourceDump["file"] {
  return { ...file, mediaType: media_type };
}
