/** Imports the JSON Lines of `export`, in batches of sources, one transaction per batch. */
import type { Meter } from "../accounts/meter.js";
import { nextTurn } from "../async/next-turn.js";
import { parseLines } from "../contract/call-options.js";
import { MemoryError, parseInput } from "../contract/errors.js";
import type { ImportResult } from "../contract/maintenance/exchange.js";
import { type ExchangedSource, exchangedSource, exchangeHeader } from "../contract/maintenance/exchange.js";
import type { Progress } from "../contract/memory-service.js";
import { narrowedScope } from "../contract/plain/narrowed-scope.js";
import type { Scope } from "../contract/scope.js";
import type { Embedder } from "../embedders/embedder.js";
import { filePassageDigest, passageDigest } from "../hashing/digest.js";
import type { SourceDump, Store } from "../stores/store.js";
import { passageText, type Spoken } from "../text/words.js";

/** The parts that an import needs. */
export interface ImportParts {
  /**
   * Runs work with the current store and embedder, and again if the store was moved to another
   * embedder meanwhile.
   */
  readonly using: <Answer>(
    work: (present: { readonly store: Store; readonly embedder: Embedder }) => Promise<Answer>,
  ) => Promise<Answer>;
  readonly meter: Meter;
  /** Labels that are added to the scope of every source. */
  readonly scope?: Scope | undefined;
  readonly now: () => Date;
  readonly actor: string;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sources and passages per transaction: some 20 ms of work, after which other tasks may run.
 * Batches four times as large are a tenth faster and block other tasks for 50 to 90 ms.
 */
const batchSize = { sources: 128, passages: 128 };

/** Number of lines that are parsed before other tasks may run: some 2 ms. */
const linesPerTurn = 32;

/**
 * Imports lines of `export`. A record whose id the store already has is skipped, so an interrupted
 * import is completed by running it again.
 *
 * @throws {MemoryError} `invalid_input` with the line number, `storage_limit_reached`; the batches
 * before it are stored
 */
export async function importLines(
  lines: Iterable<string> | AsyncIterable<string>,
  parts: ImportParts,
): Promise<ImportResult> {
  let total: ImportResult = { sources: 0, records: 0, skipped: 0 };
  let batch: SourceDump[] = [];
  let number = 0;
  for await (const line of parseLines(lines)) {
    number += 1;
    if (number % linesPerTurn === 0) await nextTurn();
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
    throw invalid("Cannot import: there are no lines; the first must be the header that export writes");
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
  const passages = batch.flatMap(textsOf);
  const signal = parts.signal === undefined ? {} : { signal: parts.signal };
  const loaded = await parts.using(async ({ store, embedder }) => {
    const vectors = await embedder.embed(passages.map(passageText), { kind: "passage", ...signal });
    await nextTurn();
    let next = 0;
    const sources = batch.map((one) => ({
      dump: one,
      passages: textsOf(one).map((passage) => {
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

type ImportedPassage = SourceDump["passages"][number] & Required<Pick<Spoken, "heading" | "fileName">>;

/** The passages of a source, with everything that their index words are made of. */
function textsOf({ file, passages }: SourceDump): ImportedPassage[] {
  return passages.map((passage) => ({
    ...passage,
    heading: passage.place.heading,
    fileName: file?.name ?? null,
  }));
}

function digestOf({ file }: SourceDump, passage: ImportedPassage): string {
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

function invalid(message: string, cause?: unknown): MemoryError<"invalid_input"> {
  return new MemoryError("invalid_input", message, {
    cause,
    data: { issues: [{ type: "json_invalid", loc: [], msg: message }] },
  });
}

/** Returns a function that adds the bound labels to the scope of a line. */
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
