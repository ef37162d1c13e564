/** What a migration tells: what was carried, and of everything that was not, how much and why. */
import type { MigrationFormat } from "./format-names.js";
import type { Loss } from "./mapping.js";

/** A kind of thing that was not carried, for one reason. */
export interface NotCarried {
  /** What the system calls it: "memory", "message", "tool". */
  readonly kind: string;
  readonly reason: string;
  readonly count: number;
  /** The first few places in the file. */
  readonly places: readonly string[];
}

/** What a migration did, or with `dryRun` would do. Plain data. */
export interface MigrationReport {
  readonly from: MigrationFormat;
  readonly dry_run: boolean;
  /** Records that the file holds. */
  readonly read: number;
  /** What became statements or messages, by kind. */
  readonly carried: Readonly<Record<string, number>>;
  /** Records made of statements; `known` were held already. Zeros in a dry run. */
  readonly imported: { readonly sources: number; readonly records: number; readonly known: number };
  /** Conversations that were remembered, and the records that they gave. Zeros in a dry run. */
  readonly remembered: { readonly conversations: number; readonly records: number };
  readonly not_carried: readonly NotCarried[];
}

/** Places of each loss that are named: enough to go and look. */
const mostPlaces = 5;

/** Counts by kind and reason, in the order in which they first came. */
export class Tally {
  readonly #carried = new Map<string, number>();
  readonly #losses = new Map<string, { kind: string; reason: string; count: number; places: string[] }>();

  carry(kind: string): void {
    this.#carried.set(kind, (this.#carried.get(kind) ?? 0) + 1);
  }

  lose({ kind, reason, at }: Loss): void {
    const key = JSON.stringify([kind, reason]);
    const loss = this.#losses.get(key) ?? { kind, reason, count: 0, places: [] };
    this.#losses.set(key, loss);
    loss.count += 1;
    if (loss.places.length < mostPlaces) loss.places.push(at);
  }

  get carried(): Record<string, number> {
    return Object.fromEntries(this.#carried);
  }

  get notCarried(): NotCarried[] {
    return [...this.#losses.values()];
  }
}
