/**
 * How many bytes a row adds to `storage_used`: the UTF-8 bytes of its texts, plus a fixed part for
 * its keys, times and index entries. The same function is used when a row is saved and when it is
 * erased, so the total is always exact. The fixed parts are close to what a row takes in the file,
 * measured at 10,000 records. The size of the file also depends on how full its pages are.
 */
import type { Metadata } from "../../contract/record.js";
import { canonicalScope, type Scope } from "../../contract/scope.js";
import type { StoredFile } from "../store.js";

/** Bytes of the row, the unique index and the time of a source, without its id. */
const sourceBase = 32;
/** Bytes of the row, of its digest index, and of its entries by source. */
const passageBase = 64;
/** Bytes of the row, of its five index entries, and of its audit row. */
const recordBase = 256;

/** Returns the bytes of a source. */
export function sourceBytes(id: string): number {
  // Twice: in the row and in its index.
  return sourceBase + 2 * utf8(id);
}

/** Bytes of an answer's row, of the index of its keys, and of the records that it mentions. */
const answerBase = 96;

/**
 * Returns the bytes of an answer stored under an idempotency key. They count twice: in its row and
 * in the index.
 */
export function answerBytes({ key, payload }: { readonly key: string; readonly payload: string }): number {
  return answerBase + 2 * utf8(key) + utf8(payload);
}

/** Bytes of the row of a scope, of the index of its number, and of its counts. */
const scopeBase = 64;

/** Returns the bytes of a scope. Its labels count twice: together, and one by one in the index. */
export function scopeBytes(scope: Scope): number {
  return scopeBase + 2 * utf8(canonicalScope(scope));
}

/** Bytes of the row of a file, of its id and of its index entries. */
const fileBase = 64;

/** Returns the bytes of a file, without its passages. */
export function fileBytes({ id, name, mediaType, digest }: StoredFile): number {
  return fileBase + 2 * sum([id, name, digest].map(utf8)) + utf8(mediaType);
}

/** The parts of a passage that count. */
export interface PassageParts {
  readonly text: string;
  readonly prompt: string | null;
  readonly speaker: string | null;
  readonly digest: string;
  readonly mentions: readonly string[];
  /** The headings above a passage in a file. */
  readonly heading?: string | null;
}

/**
 * Returns the bytes of a passage without its vector. Its text counts twice: as text, and as words
 * of the index.
 */
export function passageBytes(passage: PassageParts): number {
  const { text, prompt, speaker, digest, mentions, heading = null } = passage;
  const said = utf8(text) + utf8(prompt) + utf8(speaker) + utf8(heading);
  return passageBase + 2 * said + 2 * utf8(digest) + 2 * sum(mentions.map(utf8));
}

/** The parts of a record that count. */
export interface RecordParts {
  readonly id: string;
  readonly text: string | null;
  readonly entity: string | null;
  readonly property: string | null;
  readonly value: string | null;
  readonly trigger: string | null;
  readonly metadata: Metadata;
}

/** Returns the bytes of a record. They do not change when the record is superseded. */
export function recordBytes(record: RecordParts): number {
  const { text, entity, property, value, trigger } = record;
  const texts = sum([text, entity, property, value, trigger].map(utf8));
  return recordBase + 2 * utf8(record.id) + texts + utf8(metadataJson(record.metadata));
}

/** Returns metadata as they are stored; null if there are none. */
export function metadataJson(metadata: Metadata): string | null {
  return Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata);
}

function utf8(text: string | null): number {
  return text === null ? 0 : Buffer.byteLength(text, "utf8");
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
