/** The report of a migration: what was imported, and how much was not and why. */
import type { Loss } from "./mapping.js";
import type { MigrationFormat } from "./options.js";

/** Items of one kind that were not imported, for one reason. */
export interface NotCarried {
  /** The other system's word: "memory", "message", "tool". */
  readonly kind: string;
  /** Why, as a sentence about an item. */
  readonly reason: string;
  /** Number of such items. */
  readonly count: number;
  /** The first five places in the file. */
  readonly places: readonly string[];
}

/** What a migration did, or with `dryRun` would do. */
export interface MigrationReport {
  /** The system that wrote the file. */
  readonly from: MigrationFormat;
  /** Whether the import was only checked, and nothing was stored. */
  readonly dry_run: boolean;
  /** Number of records in the file. */
  readonly read: number;
  /** Number of records that became statements or messages, by kind. */
  readonly carried: Readonly<Record<string, number>>;
  /**
   * Sources and records that were added; `known` counts records that the store already had. Zeros
   * in a dry run.
   */
  readonly imported: { readonly sources: number; readonly records: number; readonly known: number };
  /**
   * Conversations that were remembered, and the records extracted from them. Zeros in a dry run.
   */
  readonly remembered: { readonly conversations: number; readonly records: number };
  /** What was not imported. */
  readonly not_carried: readonly NotCarried[];
}

/** Maximum number of places that are listed for each reason. */
const mostPlaces = 5;

/** Counts by kind and reason, in order of first appearance. */
export class Tally {
  readonly #carried = new Map<string, number>();
  readonly #losses = new Map<string, { kind: string; reason: string; count: number; places: string[] }>();

  /** Counts an item that is imported. */
  carry(kind: string): void {
    this.#carried.set(kind, (this.#carried.get(kind) ?? 0) + 1);
  }

  /** Counts an item that is not imported. */
  lose({ kind, reason, at }: Loss): void {
    const key = JSON.stringify([kind, reason]);
    const loss = this.#losses.get(key) ?? { kind, reason, count: 0, places: [] };
    this.#losses.set(key, loss);
    loss.count += 1;
    if (loss.places.length < mostPlaces) loss.places.push(at);
  }

  /** Number of imported items, by kind. */
  get carried(): Record<string, number> {
    return Object.fromEntries(this.#carried);
  }

  /** The items that were not imported, by kind and reason. */
  get notCarried(): NotCarried[] {
    return [...this.#losses.values()];
  }
}
