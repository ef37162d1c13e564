/**
 * A mapping converts a record of another system into what keepsake stores. Pure; `from/` has one
 * file per system.
 */
import type { ChatMessage } from "../contract/remember.js";
import type { MigrationFormat } from "./options.js";
import type { Statement } from "./statement.js";

/** A record as it is in a file. */
export interface Found {
  /**
   * The list that contains it, such as `results`; empty if the file itself is a list or JSON
   * Lines.
   */
  readonly collection: string;
  /** Its place, for people: `results[4]`, `line 12`. */
  readonly at: string;
  /** The record, as parsed from JSON. */
  readonly value: unknown;
}

/** A message of a conversation, for `remember`, which decides what to store. */
export interface Turn {
  /** The other system's word: "message". */
  readonly kind: string;
  /** Id of the conversation in its own system. */
  readonly conversation: string;
  /** The message, as `remember` accepts it. */
  readonly message: ChatMessage;
  /** Labels of the conversation. */
  readonly labels: Readonly<Record<string, unknown>>;
}

/** An item that is not imported, and why. */
export interface Loss {
  /** The other system's word: "memory", "message". */
  readonly kind: string;
  /** Why, as a sentence about the item. */
  readonly reason: string;
  /** Its place in the file: `results[4]`. */
  readonly at: string;
}

/**
 * What a mapping makes of a record: statements to store as they are, messages to remember, and
 * items that are not imported. `part` is the place inside the record: `messages[3]`.
 */
export type Carried =
  | { readonly statement: Statement }
  | { readonly turn: Turn }
  | { readonly loss: Omit<Loss, "at">; readonly part?: string };

/** What a mapping knows in addition to the record. */
export interface MapContext {
  /** Names collected by `index`, by the id that other records use. */
  readonly names: ReadonlyMap<string, string>;
  /** The user's name, if the caller gave it. */
  readonly speaker: string | undefined;
}

/** The mapping of one system. */
export interface Mapping {
  readonly format: MigrationFormat;
  /** The common name of its export: "a Letta agent file". */
  readonly title: string;
  /**
   * The lists that contain records, if the file is one object: `results`, `agents`. Other lists
   * are reported as not imported.
   */
  readonly collections: readonly string[];
  /** Whether a record looks like one of this system. */
  recognises(found: Found): boolean;
  /**
   * Collects names that other records refer to. The whole file is indexed before any of it is
   * mapped.
   */
  index?(found: Found, names: Map<string, string>): void;
  /** Converts a record. */
  map(found: Found, context: MapContext): Iterable<Carried>;
}
