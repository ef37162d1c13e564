/**
 * The running totals of the store, in one row: usage, and the counts from which statistics are
 * computed without reading a passage.
 */
import type { Usage } from "../../../accounts/meter.js";
import type { Corpus, StoreStatistics, UsageDelta } from "../../store.js";
import type { Connection } from "../database/connection.js";

/** What a write adds to the totals; negative for what it frees. */
export interface TotalsDelta extends UsageDelta {
  readonly storage: number;
  /** Passages of conversations, and their index words. */
  readonly passages: number;
  readonly words: number;
  readonly filePassages: number;
  readonly fileWords: number;
}

type Row = [
  requests: number,
  tokens: number,
  spendMicros: number,
  storageUsed: number,
  passages: number,
  words: number,
  filePassages: number,
  fileWords: number,
];

const columns = "requests, tokens, spend_micros, storage_used, passages, words, file_passages, file_words";

/** The usage of a call that used nothing. */
export const noUsage: UsageDelta = { requests: 0, tokens: 0, spendMicros: 0 };

/** The table `totals`, which has one row. */
export class UsageTable {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  read(): Usage {
    return usageOf(this.#row());
  }

  statistics(): Readonly<Record<Corpus, StoreStatistics>> {
    const [, , , , passages, words, filePassages, fileWords] = this.#row();
    return { said: statisticsOf(passages, words), files: statisticsOf(filePassages, fileWords) };
  }

  /** Returns the number of all passages, of conversations and of files. */
  passages(): number {
    const [, , , , passages, , filePassages] = this.#row();
    return passages + filePassages;
  }

  /** Adds to the totals. @returns the totals afterwards */
  add(delta: Partial<TotalsDelta>): Usage {
    // Without `returning`, for which SQLite makes a temporary table: that takes four times as long
    // as reading the row afterwards.
    this.#connection
      .statement(
        `update totals set requests = requests + ?, tokens = tokens + ?, spend_micros = spend_micros + ?,
           storage_used = storage_used + ?, passages = passages + ?, words = words + ?,
           file_passages = file_passages + ?, file_words = file_words + ?`,
      )
      .run(
        delta.requests ?? 0,
        delta.tokens ?? 0,
        delta.spendMicros ?? 0,
        delta.storage ?? 0,
        delta.passages ?? 0,
        delta.words ?? 0,
        delta.filePassages ?? 0,
        delta.fileWords ?? 0,
      );
    return this.read();
  }

  #row(): Row {
    return this.#connection.once(
      "totals",
      () => this.#connection.tuples<[], Row>(`select ${columns} from totals`).get()!,
    );
  }
}

function usageOf([requests, tokens, spendMicros, storageUsed]: Row): Usage {
  return { requests, tokens, spendMicros, storageUsed };
}

/** Returns statistics as recall needs them. */
export function statisticsOf(passages: number, words: number): StoreStatistics {
  return { passages, averageWordCount: passages === 0 ? 0 : words / passages };
}

/** Adds two deltas. */
export function sumUsage(one: UsageDelta, other: UsageDelta): UsageDelta {
  return {
    requests: one.requests + other.requests,
    tokens: one.tokens + other.tokens,
    spendMicros: one.spendMicros + other.spendMicros,
  };
}
