/**
 * Checksums of passages and records: of every column that no index and no reference repeats. They
 * detect a flipped bit in the file, which SQLite's integrity check does not. They do not detect a
 * deliberate change of the file. A row that an older version saved has no checksum.
 */
import { sha256 } from "../../../hashing/digest.js";

/**
 * Hexadecimal digits: 48 bits, so that sums of checksums are integers that JavaScript represents
 * exactly.
 */
const digits = 12;
const modulus = 16 ** digits;

/** The columns of a passage that its checksum covers. */
export interface CheckedPassage {
  readonly text: string;
  readonly prompt: string | null;
  readonly speaker: string | null;
  readonly role: string;
  readonly heading: string | null;
  /** A JSON list, as it is stored; null if nobody is mentioned. */
  readonly mentions: string | null;
  readonly message: number;
  readonly page: number | null;
  readonly said_at: number;
  readonly digest: string;
}

/** Returns the checksum of a passage. */
export function passageChecksum(passage: CheckedPassage): number {
  const { text, prompt, speaker, role, heading, mentions, message, page, said_at, digest } = passage;
  return checksumOf([text, prompt, speaker, role, heading, mentions, message, page, said_at, digest]);
}

/** The columns of a record that change when it ends. */
export interface RecordEnd {
  readonly valid_to: number | null;
  readonly superseded_by: string | null;
}

/** The columns of a record that its checksum covers. */
export interface CheckedRecord extends RecordEnd {
  readonly uuid: string;
  readonly type: string;
  readonly text: string | null;
  readonly entity: string | null;
  readonly property: string | null;
  readonly value: string | null;
  readonly applies_when: string | null;
  readonly metadata: string | null;
  readonly occurred_at: number;
  readonly occurred_until: number | null;
  readonly valid_from: number | null;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly certainty: number | null;
}

/**
 * Returns the checksum of a record: the checksum of its lasting columns plus the checksum of its
 * end.
 */
export function recordChecksum(record: CheckedRecord): number {
  const { uuid, type, text, entity, property, value, applies_when, metadata, certainty } = record;
  const { occurred_at, occurred_until, valid_from, created_at, expires_at } = record;
  const said = [uuid, type, text, entity, property, value, applies_when, metadata, certainty];
  const times = [occurred_at, occurred_until, valid_from, created_at, expires_at];
  return (checksumOf([...said, ...times]) + endChecksum(record)) % modulus;
}

/**
 * Returns the checksum of a record whose end changes. The other columns are not read for it, so the
 * new checksum still shows if one of them was damaged before.
 */
export function checksumAfter(sum: number | null, before: RecordEnd, after: RecordEnd): number | null {
  return sum === null ? null : (sum - endChecksum(before) + endChecksum(after) + modulus) % modulus;
}

/** Most records have no end: they need no second hash. */
function endChecksum({ valid_to, superseded_by }: RecordEnd): number {
  return valid_to === null && superseded_by === null ? 0 : checksumOf([valid_to, superseded_by]);
}

function checksumOf(parts: readonly (string | number | null)[]): number {
  return Number.parseInt(sha256(JSON.stringify(parts)).slice(0, digits), 16);
}
