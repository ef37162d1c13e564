/**
 * A statement of another system, and its conversion into a source of keepsake's exchange format.
 */
import { createHash, randomUUID } from "node:crypto";
import type { ExchangedSource } from "../contract/maintenance/exchange.js";
import type { RecordType } from "../contract/record.js";
import { sentenceSpans } from "../text/sentences.js";
import type { MigrationFormat } from "./options.js";
import { labelsOf } from "./shapes.js";

/**
 * What identifies a statement: an id of the other system, or its words. A digest of an id becomes
 * the record's id. A statement without an id gets a random record id. Record ids stay in the audit
 * trail, which is never deleted, and if an id were a digest of a short text, anybody who guesses
 * the text could prove that it was stored. Such a record carries the digest as a label, which is
 * erased with it.
 */
export type Identity = { readonly id: string } | { readonly words: readonly unknown[] };

/** A claim that is stored as it is. Times are ISO 8601 in UTC with milliseconds. */
export interface Statement {
  /** The other system's word: "memory", "relation". */
  readonly kind: string;
  /**
   * Unique among the statements of its kind and system, so that importing it twice changes nothing.
   */
  readonly identity: Identity;
  /** Its id in the other system, which becomes a label. */
  readonly originalId?: string | undefined;
  readonly text: string;
  /** @default "semantic" */
  readonly type?: RecordType;
  /**
   * When it was said or last changed.
   *
   * @default the time of the migration
   */
  readonly at?: string | undefined;
  /**
   * The exclusive end of the period that began at `at`.
   *
   * @default an instant
   */
  readonly until?: string | undefined;
  /** When the system recorded it. @default `at` */
  readonly createdAt?: string | undefined;
  readonly entity?: string | undefined;
  readonly property?: string | undefined;
  readonly value?: string | undefined;
  readonly trigger?: string | undefined;
  readonly validFrom?: string | undefined;
  readonly validTo?: string | undefined;
  readonly expiresAt?: string | undefined;
  /** Record id of the statement that replaced it. */
  readonly supersededBy?: string | undefined;
  /** The record id, if the statement comes from a keepsake store. */
  readonly recordId?: string | undefined;
  readonly speaker?: string | undefined;
  readonly role?: "user" | "assistant" | "system" | "tool";
  /** More names by which `forget({ entity })` finds it. */
  readonly mentions?: readonly string[];
  readonly labels?: Readonly<Record<string, unknown>>;
}

/** The parts that all statements of a migration share. */
export interface StatementContext {
  readonly format: MigrationFormat;
  /** ISO 8601 UTC: used if the system stored no time. */
  readonly now: string;
}

/** The label of records with a random id: a digest of the statement's words. */
export const digestLabel = "original_digest";

/**
 * The id of an imported record with an id: a digest of its system, kind and id, 132 bits of
 * SHA-256.
 */
export function recordIdOf(format: MigrationFormat, kind: string, identity: string): string {
  return `${format}-${digestOf([format, kind, identity])}`;
}

/** A digest of the words of a statement without an id; `undefined` for one with an id. */
export function wordsDigestOf(
  { identity, kind, recordId }: Statement,
  { format }: StatementContext,
): string | undefined {
  if (recordId !== undefined || "id" in identity) return undefined;
  return digestOf([format, kind, JSON.stringify(identity.words)]);
}

function digestOf(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 22);
}

/**
 * Converts a statement into a source with its passages, one record each.
 *
 * @param known The id of a statement with the same words that was imported before.
 * @returns the source, and the names of labels that exceed the limits
 */
export function sourceOf(
  statement: Statement,
  context: StatementContext,
  known?: string,
): { readonly source: ExchangedSource; readonly tooBig: readonly string[] } {
  const { format, now } = context;
  const { kind, identity, originalId, at = now } = statement;
  const { labels, tooBig } = labelsOf({
    ...statement.labels,
    imported_from: format,
    original_id: originalId,
    original_kind: kind,
    [digestLabel]: wordsDigestOf(statement, context),
  });
  const given = "id" in identity ? recordIdOf(format, kind, identity.id) : `${format}-${randomUUID()}`;
  const own = known ?? statement.recordId ?? given;
  const record = {
    type: statement.type ?? "semantic",
    entity: statement.entity ?? null,
    property: statement.property ?? null,
    value: statement.value ?? null,
    trigger: statement.trigger ?? null,
    occurred_at: at,
    occurred_until: statement.until ?? null,
    valid_from: statement.validFrom ?? null,
    valid_to: statement.validTo ?? null,
    created_at: statement.createdAt ?? at,
    superseded_by: statement.supersededBy ?? null,
    expires_at: statement.expiresAt ?? null,
    metadata: labels,
  };
  const passages = piecesOf(statement.text).map((text, index) => ({
    text,
    prompt: null,
    message: 0,
    speaker: statement.speaker ?? null,
    role: statement.role ?? ("user" as const),
    said_at: at,
    mentions: [statement.entity, ...(statement.mentions ?? [])].filter((name) => name !== undefined),
    records: [{ ...record, id: index === 0 ? own : `${own}.${index}`, text }],
  }));
  return { source: { id: `${own}.source`, created_at: record.created_at, passages }, tooBig };
}

/**
 * Maximum number of characters of a passage: twice the size of `remember`, because a text that was
 * one memory should stay whole if one vector still represents it.
 */
const pieceChars = 800;

/** Splits a text into pieces of whole sentences. A longer sentence is split at a space. */
export function piecesOf(text: string): string[] {
  const whole = text.trim();
  if (whole.length <= pieceChars) return [whole];
  const pieces: string[] = [];
  let start = 0;
  let end = 0;
  for (const span of sentenceSpans(whole)) {
    if (end > start && span.end - start > pieceChars) {
      pieces.push(whole.slice(start, end));
      start = span.start;
    }
    end = span.end;
  }
  pieces.push(whole.slice(start, end));
  return pieces.flatMap(cutAtSpaces);
}

function cutAtSpaces(piece: string): string[] {
  const pieces: string[] = [];
  let rest = piece;
  while (rest.length > pieceChars) {
    const space = rest.lastIndexOf(" ", pieceChars);
    const at = space > 0 ? space : beforePair(rest, pieceChars);
    pieces.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  return [...pieces, rest].filter((text) => text.length > 0);
}

/** Avoids a cut inside a surrogate pair, which would leave invalid Unicode. */
function beforePair(text: string, at: number): number {
  const unit = text.charCodeAt(at - 1);
  return unit >= 0xd800 && unit <= 0xdbff ? at - 1 : at;
}
