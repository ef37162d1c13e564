/** What a mapping is: one record of another system in, what keepsake keeps of it out. Pure, one file a system in `from/`. */
import type { ChatMessage } from "../contract/remember.js";
import type { MigrationFormat } from "./format-names.js";
import type { Statement } from "./statement.js";

/** A record as it stands in a file. */
export interface Found {
  /** The list that it stands in, `results`; empty where the file is a list itself, or a record a line. */
  readonly collection: string;
  /** Where, for a person: `results[4]`, `line 12`. */
  readonly at: string;
  readonly value: unknown;
}

/** A message of a conversation: what was said is read by `remember`, which decides what is worth keeping. */
export interface Turn {
  readonly kind: string;
  /** Id of the conversation in the system that it comes from. */
  readonly conversation: string;
  readonly message: ChatMessage;
  /** Labels of the conversation. */
  readonly labels: Readonly<Record<string, unknown>>;
}

/** Something that is not carried, and why. */
export interface Loss {
  readonly kind: string;
  readonly reason: string;
  readonly at: string;
}

/**
 * What a mapping makes of a record: claims kept as they are, messages to remember, and what it leaves behind. `part` says where inside the record
 * that stands: `messages[3]`.
 */
export type Carried =
  | { readonly statement: Statement }
  | { readonly turn: Turn }
  | { readonly loss: Omit<Loss, "at">; readonly part?: string };

/** What a mapping may know beside the record at hand. */
export interface MapContext {
  /** Names that `index` noted, by the id that other records use. */
  readonly names: ReadonlyMap<string, string>;
  /** Who the user is, by name, where the caller said it. */
  readonly speaker: string | undefined;
}

/** One system. */
export interface Mapping {
  readonly format: MigrationFormat;
  /** What a person calls its export: "a Letta agent file". */
  readonly title: string;
  /** The lists that records stand in, where the file is one object: `results`, `agents`. Any other list is told as not carried. */
  readonly collections: readonly string[];
  /** Whether a record looks like one of this system's. */
  recognises(found: Found): boolean;
  /** Notes names that other records refer to. The whole file is indexed before any of it is mapped. */
  index?(found: Found, names: Map<string, string>): void;
  map(found: Found, context: MapContext): Iterable<Carried>;
}
