/**
 * What the page receives about an import. It is a file of its own, because the page is type-checked
 * without Node's types.
 */
import type { Progress } from "../contract/memory-service.js";

/** What an import did, or would do: see `MigrationReport`. */
export interface ImportReport {
  /** The system that wrote the file; `keepsake` for an export of a store. */
  readonly from: string;
  readonly dry_run: boolean;
  readonly read: number;
  readonly carried: Readonly<Record<string, number>>;
  readonly imported: { readonly sources: number; readonly records: number; readonly known: number };
  readonly remembered: { readonly conversations: number; readonly records: number };
  readonly not_carried: readonly {
    readonly kind: string;
    readonly reason: string;
    readonly count: number;
    readonly places: readonly string[];
  }[];
}

/** A line of the response. */
export type ImportLine = Progress | { readonly report: ImportReport } | { readonly error: string };
