/**
 * Checksums of rows whose content never changes. They detect a flipped bit in the file, which
 * SQLite's integrity check does not. They do not detect a deliberate change of the file. A row that
 * an older version saved has no checksum.
 */
import { sha256 } from "../../../hashing/digest.js";

/**
 * Hexadecimal digits: 48 bits, so that the checksum is an integer that JavaScript represents
 * exactly.
 */
const digits = 12;

/** The fields of a passage that its checksum covers. */
export interface CheckedPassage {
  readonly text: string;
  readonly prompt: string | null;
  readonly speaker: string | null;
  readonly role: string;
  readonly heading?: string | null;
  /** A JSON list, as it is stored; null if nobody is mentioned. */
  readonly mentions: string | null;
}

/** Returns the checksum of a passage. */
export function passageChecksum({ text, prompt, speaker, role, heading, mentions }: CheckedPassage): number {
  return checksumOf([text, prompt, speaker, role, heading ?? null, mentions]);
}

/** The fields of a record that its checksum covers. */
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

/** Returns the checksum of a record. */
export function recordChecksum(record: CheckedRecord): number {
  const { uuid, type, text, entity, property, value, applies_when, metadata } = record;
  return checksumOf([uuid, type, text, entity, property, value, applies_when, metadata]);
}

function checksumOf(parts: readonly (string | null)[]): number {
  return Number.parseInt(sha256(JSON.stringify(parts)).slice(0, digits), 16);
}
