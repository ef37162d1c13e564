/**
 * The add payload of a file. Passages are counted, not listed, because a file may have a hundred
 * thousand.
 */
import type { Meter } from "../../accounts/meter.js";
import type { RememberFilePayload, RememberFileRequest } from "../../contract/remember-file.js";
import { toUsd } from "../../numbers/money.js";
import type { FileSaved, StoredFile, UsageDelta } from "../../stores/store.js";

/** What a payload is assembled from. */
export interface FilePayloadInput {
  readonly request: RememberFileRequest;
  readonly at: string;
  readonly file: StoredFile;
  /** Passages that were stored before, and are still in the file. */
  readonly known: number;
  readonly usage: UsageDelta;
  readonly meter: Meter;
}

/** Assembles the payload. Pure. */
export function filePayload(input: FilePayloadInput, saved: FileSaved): RememberFilePayload {
  const { request, at, file, known, usage, meter } = input;
  const stored = saved.created > 0 || saved.ended > 0;
  const none = { use: false, items: [] };
  const skipped = stored ? [] : [{ text: file.name, reason: "known already" }];
  return {
    stored,
    bytes: saved.textBytes,
    embedding_bytes: saved.embeddingBytes,
    total_storage_bytes: saved.addedBytes,
    data: {
      status: 200,
      success: true,
      data: {
        should_store_memory: stored,
        memory_decisions: { semantic: none, episodic: none, procedural: none },
        skipped,
      },
      query: {
        datetime: request.occurred_at ?? at,
        previous_context: "",
        current_context: file.name,
        semantic_context: [],
        episodic_context: [],
        procedural_context: [],
      },
    },
    tokens: usage.tokens,
    cost: toUsd(usage.spendMicros),
    wallet_balance: toUsd(meter.balance(saved.usage)),
    file_id: file.id,
    file: {
      name: file.name,
      media_type: file.mediaType,
      passages: { created: saved.created, known, ended: saved.ended },
    },
  };
}
