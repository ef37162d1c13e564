/**
 * What a row counts towards `storage_used`: the UTF-8 bytes of what it holds, plus a fixed share for its keys, times and index entries. The
 * same function is asked when a row is kept and when it is erased, so what was added less what was freed is always the total. The fixed shares are near
 * what a row costs in the file, measured at 10,000 records; the exact figure of the file also depends on how full its pages are.
 */
import type { Metadata } from "../../../contract/record.js";
import { canonicalScope, type Scope } from "../../../contract/scope.js";
import type { StoredFile } from "../../store.js";

/** Row, unique index and time of a source beside its id. */
const sourceBase = 32;
/** Row, digest index, entries by source. */
const passageBase = 64;
/** Row, its index entries, five times, and the audit row that tells of it. */
const recordBase = 256;

export function sourceBytes(id: string): number {
  // Twice: in the row and in its index.
  return sourceBase + 2 * utf8(id);
}

/** Row of an answer, the index of its keys, and the records that it tells of. */
const answerBase = 96;

/** An answer kept under an idempotency key, which counts twice: in its row and in the index. */
export function answerBytes({ key, payload }: { readonly key: string; readonly payload: string }): number {
  return answerBase + 2 * utf8(key) + utf8(payload);
}

/** Row of a scope, its number where it is looked up, and its counts. */
const scopeBase = 64;

/** A scope. Its labels count twice: together, and one by one in the index. */
export function scopeBytes(scope: Scope): number {
  return scopeBase + 2 * utf8(canonicalScope(scope));
}

/** Row of a file, its id and the places where it is looked up. */
const fileBase = 64;

export function fileBytes({ id, name, mediaType, digest }: StoredFile): number {
  return fileBase + 2 * sum([id, name, digest].map(utf8)) + utf8(mediaType);
}

export interface PassageParts {
  readonly text: string;
  readonly prompt: string | null;
  readonly speaker: string | null;
  readonly digest: string;
  readonly mentions: readonly string[];
  /** Of a passage in a file. */
  readonly heading?: string | null;
}

/** A passage without its vector. Its text counts twice: as it stands, and as words of the index. */
export function passageBytes(passage: PassageParts): number {
  const { text, prompt, speaker, digest, mentions, heading = null } = passage;
  const said = utf8(text) + utf8(prompt) + utf8(speaker) + utf8(heading);
  return passageBase + 2 * said + 2 * utf8(digest) + 2 * sum(mentions.map(utf8));
}

export interface RecordParts {
  readonly id: string;
  readonly text: string | null;
  readonly entity: string | null;
  readonly property: string | null;
  readonly value: string | null;
  readonly trigger: string | null;
  readonly metadata: Metadata;
}

/** A record. When it is superseded later its size stays as it was counted first. */
export function recordBytes(record: RecordParts): number {
  const { text, entity, property, value, trigger } = record;
  const held = sum([text, entity, property, value, trigger].map(utf8));
  return recordBase + 2 * utf8(record.id) + held + utf8(metadataJson(record.metadata));
}

/** Metadata as it is kept: null where there is none. */
export function metadataJson(metadata: Metadata): string | null {
  return Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata);
}

function utf8(text: string | null): number {
  return text === null ? 0 : Buffer.byteLength(text, "utf8");
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
