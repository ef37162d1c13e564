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

interface Row {
  readonly requests: number;
  readonly tokens: number;
  readonly spend_micros: number;
  readonly storage_used: number;
  readonly passages: number;
  readonly words: number;
  readonly file_passages: number;
  readonly file_words: number;
}

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
    const { passages, words, file_passages, file_words } = this.#row();
    return { said: statisticsOf(passages, words), files: statisticsOf(file_passages, file_words) };
  }

  /** Returns the number of all passages, of conversations and of files. */
  passages(): number {
    const { passages, file_passages } = this.#row();
    return passages + file_passages;
  }

  /** Adds to the totals. @returns the totals afterwards */
  add(delta: Partial<TotalsDelta>): Usage {
    const row = this.#connection
      .statement<unknown[], Row>(
        `update totals set requests = requests + ?, tokens = tokens + ?, spend_micros = spend_micros + ?,
           storage_used = storage_used + ?, passages = passages + ?, words = words + ?,
           file_passages = file_passages + ?, file_words = file_words + ? returning *`,
      )
      .get(
        delta.requests ?? 0,
        delta.tokens ?? 0,
        delta.spendMicros ?? 0,
        delta.storage ?? 0,
        delta.passages ?? 0,
        delta.words ?? 0,
        delta.filePassages ?? 0,
        delta.fileWords ?? 0,
      );
    return usageOf(row!);
  }

  #row(): Row {
    return this.#connection.statement<[], Row>("select * from totals").get()!;
  }
}

function usageOf({ requests, tokens, spend_micros, storage_used }: Row): Usage {
  return { requests, tokens, spendMicros: spend_micros, storageUsed: storage_used };
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
