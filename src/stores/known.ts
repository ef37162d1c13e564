/** What a store already knows about an input, which a verb looks up before it decides. */
import type { MemoryRecord } from "../contract/record.js";
import type { KnownFile } from "./stored.js";

/** What to look up. A field that is absent is not looked up. */
export interface KnownRequest {
  readonly facts?: readonly FactKey[];
  readonly digests?: readonly string[];
  readonly recordIds?: readonly string[];
  /** The key of an answer. */
  readonly key?: string;
  readonly file?: WantedFile;
  readonly filePassages?: { readonly fileId: string; readonly digests: readonly string[] };
  /**
   * The time of the change (ISO 8601), so that what expires meanwhile is the same for the decision
   * and for the write. @default the clock's
   */
  readonly now?: string;
}

/**
 * The file with an id. Without an id: the file with the name (of several, the one with the digest),
 * else the file whose newest version has the digest.
 */
export interface WantedFile {
  readonly id?: string | undefined;
  readonly digest: string;
  readonly name: string;
}

/** What reconciling needs to know before it decides. */
export interface KnownRecords {
  /**
   * Current semantic records of each entity and property asked for. Names are compared without
   * case.
   */
  readonly facts: readonly MemoryRecord[];
  /** Superseded records of the same facts: a late report must be placed among them. */
  readonly ended: readonly MemoryRecord[];
  /** Current records with the ids asked for. */
  readonly named: readonly MemoryRecord[];
  /** Stored passages with the digests asked for, and their current records. */
  readonly passages: readonly { readonly digest: string; readonly records: readonly MemoryRecord[] }[];
}

/** What is known about everything in a {@link KnownRequest}. */
export interface Known extends KnownRecords {
  /** The answer stored under the key, unless it is older than a day. */
  readonly answer: string | undefined;
  readonly file: KnownFile | undefined;
  /** Numbers of the file's current passages with one of the digests, by digest. */
  readonly filePassages: ReadonlyMap<string, number>;
}

/** A property of an entity. Names are compared without case. */
export interface FactKey {
  readonly entity: string;
  readonly property: string;
}
