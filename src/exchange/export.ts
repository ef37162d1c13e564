/** A store, out: one JSON line a source, read as they are asked for. */
import type { ExchangedSource, ExchangeHeader } from "../contract/exchange.js";
import type { SourceDump, Store } from "../stores/store.js";

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
  for await (const dump of store.sources(sourceId)) {
    signal?.throwIfAborted();
    yield JSON.stringify({ source: exchanged(dump) });
  }
}

function exchanged(dump: SourceDump): ExchangedSource {
  return {
    id: dump.id,
    created_at: dump.createdAt,
    passages: dump.passages.map(({ saidAt, records, mentions, ...passage }) => ({
      ...passage,
      said_at: saidAt,
      mentions: [...mentions],
      records: records.map(({ source_id: _, speaker: __, ...record }) => record),
    })),
  };
}
