/** Exports a store: one JSON line per source, read on demand. */
import { nextTurn } from "../async/next-turn.js";
import type { ExchangedSource, ExchangeHeader } from "../contract/maintenance/exchange.js";
import type { MemoryRecord } from "../contract/record.js";
import type { Place, SourceDump, Store, StoredFile } from "../stores/store.js";

/** The parts that an export needs. */
export interface ExportParts {
  /** The store, or the part of it that the caller's scope may see. */
  readonly store: Store;
  /** The time for the header. */
  readonly now: () => Date;
  /** Export only this source. */
  readonly sourceId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Yields the store as JSON Lines, without line ends: the header, then every source. Other tasks run
 * every few dozen passages.
 *
 * @throws the signal's reason, once it has fired
 */
export async function* exportLines({ store, now, sourceId, signal }: ExportParts): AsyncGenerator<string> {
  const header: ExchangeHeader = {
    format: "keepsake",
    version: 1,
    name: store.name,
    exported_at: now().toISOString(),
  };
  yield JSON.stringify(header);
  let passages = 0;
  for await (const dump of store.sources(sourceId)) {
    signal?.throwIfAborted();
    yield JSON.stringify({ source: exchanged(dump) });
    passages += dump.passages.length;
    if (passages < passagesPerTurn) continue;
    passages = 0;
    await nextTurn();
  }
}

/** Number of passages that are read and written before other tasks may run: some 3 ms. */
const passagesPerTurn = 32;

function exchanged({ id, createdAt, scope, file, passages }: SourceDump): ExchangedSource {
  return {
    id,
    created_at: createdAt,
    ...(scope === null ? {} : { scope }),
    ...(file === null ? {} : { file: exchangedFile(file) }),
    passages: passages.map(({ saidAt, place, digest, records, mentions, ...passage }) => ({
      ...passage,
      ...exchangedPlace(place),
      ...(digest === null ? {} : { digest }),
      said_at: saidAt,
      mentions: [...mentions],
      records: records.map(withoutPassageFields),
    })),
  };
}

function exchangedFile({ mediaType, ...file }: StoredFile): ExchangedSource["file"] {
  return { ...file, media_type: mediaType };
}

function exchangedPlace({ page, heading }: Place): Partial<ExchangedSource["passages"][number]> {
  return { ...(page === null ? {} : { page }), ...(heading === null ? {} : { heading }) };
}

/** A record without the fields that its passage already gives. */
function withoutPassageFields(record: MemoryRecord): ExchangedSource["passages"][number]["records"][number] {
  const { source_id: _, speaker: __, file_id: ___, page: ____, heading: _____, ...own } = record;
  return own;
}
