/**
 * Checksums of rows whose content never changes: a flipped bit in the file is found by them, which SQLite itself does not look for. No proof against somebody who
 * changes the file on purpose. A checksum goes with its row. Rows that a version before kept have none.
 */
import { sha256 } from "../../../hashing/digest.js";

/** Hex digits: 48 bits, so that it is a whole number that JavaScript knows exactly. */
const digits = 12;

/** What is checked of a passage. */
export interface CheckedPassage {
  readonly text: string;
  readonly prompt: string | null;
  readonly speaker: string | null;
  readonly role: string;
  readonly heading?: string | null;
  /** A JSON list, as it is kept; null where nobody is mentioned. */
  readonly mentions: string | null;
}

export function passageChecksum({ text, prompt, speaker, role, heading, mentions }: CheckedPassage): number {
  return checksumOf([text, prompt, speaker, role, heading ?? null, mentions]);
}

/** What is checked of a record. */
export interface CheckedRecord {
  readonly uuid: string;
  readonly type: string;
  readonly text: string | null;
  readonly entity: string | null;
  readonly property: string | null;
  readonly value: string | null;
  readonly applies_when: string | null;
  readonly metadata: string | null;
}

export function recordChecksum(record: CheckedRecord): number {
  const { uuid, type, text, entity, property, value, applies_when, metadata } = record;
  return checksumOf([uuid, type, text, entity, property, value, applies_when, metadata]);
}

function checksumOf(parts: readonly (string | null)[]): number {
  return Number.parseInt(sha256(JSON.stringify(parts)).slice(0, digits), 16);
}
