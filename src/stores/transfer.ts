/** Whole sources, as they move from one store to another. */
import type { Limits } from "../accounts/meter.js";
import type { MemoryRecord } from "../contract/record.js";
import type { Scope } from "../contract/scope.js";
import type { Role } from "../text/passage.js";
import type { NewPassage } from "./change.js";
import type { Place, StoredFile } from "./stored.js";

/** A whole source, for export and import. */
export interface SourceDump {
  readonly id: string;
  readonly createdAt: string;
  /** Null if it was saved without one. */
  readonly scope: Scope | null;
  /**
   * The file of its passages; null for what was said. A long file is dumped in parts, each with the
   * source's id.
   */
  readonly file: StoredFile | null;
  readonly passages: readonly {
    readonly text: string;
    readonly prompt: string | null;
    readonly message: number;
    readonly speaker: string | null;
    readonly role: Role;
    readonly saidAt: string;
    readonly place: Place;
    /**
     * For a passage of a file, if the exporting store had one: a newer version recognises the
     * passage by it.
     */
    readonly digest: string | null;
    readonly mentions: readonly string[];
    readonly records: readonly MemoryRecord[];
  }[];
}

/** A source to load, with what its passages need beside the dump, in their order. */
export interface LoadedSource {
  readonly dump: SourceDump;
  readonly passages: readonly Pick<NewPassage, "digest" | "vector">[];
}

/** When and by whom sources are loaded. */
export interface LoadContext {
  readonly at: string;
  readonly actor: string;
  readonly limits: Limits;
}

/** How many sources and records were loaded, and how many records were there before. */
export interface Loaded {
  readonly sources: number;
  readonly records: number;
  readonly skipped: number;
}
