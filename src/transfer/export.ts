/** A store, out: one JSON line a source, read as they are asked for. */

import { nextTurn } from "../async/next-turn.js";
import type { ExchangedSource, ExchangeHeader } from "../contract/exchange.js";
import type { MemoryRecord } from "../contract/record.js";
import type { Place, SourceDump, Store, StoredFile } from "../stores/store.js";

/** What an export is handed. */
export interface ExportParts {
  readonly store: Store;
  readonly now: () => Date;
  readonly sourceId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** JSON Lines, without the line ends. */
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
    if (passages < inARow) continue;
    passages = 0;
    await nextTurn();
  }
}

/** Passages that are written before others have their turn: some 5 ms. */
const inARow = 256;

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
      records: records.map(withoutStanding),
    })),
  };
}

function exchangedFile({ mediaType, ...file }: StoredFile): ExchangedSource["file"] {
  return { ...file, media_type: mediaType };
}

function exchangedPlace({ page, heading }: Place): Partial<ExchangedSource["passages"][number]> {
  return { ...(page === null ? {} : { page }), ...(heading === null ? {} : { heading }) };
}

/** A record without what its passage says once. */
function withoutStanding(record: MemoryRecord): ExchangedSource["passages"][number]["records"][number] {
  const { source_id: _, speaker: __, file_id: ___, page: ____, heading: _____, ...own } = record;
  return own;
}
