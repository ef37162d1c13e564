/**
 * The saved results of all campaigns. A long form is run in parts, so a new result replaces only
 * the rows of its own campaigns, and adds to a row of the same commit with other seeds.
 */
import { readFileSync } from "node:fs";
import type { Provenance } from "../provenance.js";

/** The result of a campaign for one kind of store. */
export interface Row {
  readonly campaign: string;
  readonly store: "plain" | "encrypted" | "any";
  readonly seeds: readonly number[];
  readonly tried: number;
  readonly failed: readonly string[];
  /** Why nothing was tried, if so. */
  readonly missing?: string;
}

/** A row with where it comes from. */
export type SavedRow = Row & Pick<Provenance, "date" | "commit">;

/** What `benchmarks/results/faults.json` contains. */
export type Saved = Pick<Provenance, "machine"> & { readonly campaigns: readonly SavedRow[] };

/** The results so far; none if there is no file. */
export function savedBefore(): readonly SavedRow[] {
  try {
    const text = readFileSync(new URL("../results/faults.json", import.meta.url), "utf8");
    return (JSON.parse(text) as Saved).campaigns;
  } catch {
    return [];
  }
}

/** Puts new rows to the earlier ones. A row without trials changes nothing. */
export function merged(before: readonly SavedRow[], rows: readonly SavedRow[]): SavedRow[] {
  const all = new Map(before.map((row) => [keyOf(row), row]));
  for (const row of rows) {
    if (row.tried === 0) continue;
    const earlier = all.get(keyOf(row));
    all.set(keyOf(row), earlier !== undefined && continues(row, earlier) ? sum(earlier, row) : row);
  }
  return [...all.values()];
}

function continues(row: SavedRow, earlier: SavedRow): boolean {
  return row.commit === earlier.commit && !row.seeds.some((seed) => earlier.seeds.includes(seed));
}

function sum(one: SavedRow, other: SavedRow): SavedRow {
  return {
    ...other,
    seeds: [...one.seeds, ...other.seeds],
    tried: one.tried + other.tried,
    failed: [...one.failed, ...other.failed],
  };
}

const keyOf = ({ campaign, store }: Row) => `${campaign} ${store}`;
