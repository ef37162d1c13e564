/** A statement: what a record of another system says, as a source of keepsake's own exchange format. */
import { createHash, randomUUID } from "node:crypto";
import type { ExchangedSource } from "../contract/exchange.js";
import type { RecordType } from "../contract/record.js";
import { sentenceSpans } from "../text/sentences.js";
import type { MigrationFormat } from "./format-names.js";
import { labelsOf } from "./shapes.js";

/**
 * An id that the system gave, or words. The record's id is a digest of the first. Of words it is random, for it goes to the audit trail, which is never cut: who guesses a short text could prove
 * by a digest that it was there. Such a record has the digest as a label, which goes with it.
 */
export type Identity = { readonly id: string } | { readonly words: readonly unknown[] };

/** A claim that is kept as it is, without being judged. Times are ISO 8601 in UTC with milliseconds. */
export interface Statement {
  /** What the system calls it: "memory", "relation". */
  readonly kind: string;
  /** What tells it from every other of its kind, in any file of that system, so that bringing it in twice changes nothing. */
  readonly identity: Identity;
  /** Its id in that system, where it has one: kept as a label. */
  readonly originalId?: string | undefined;
  readonly text: string;
  /** @default "semantic" */
  readonly type?: RecordType;
  /** When it was said or last changed. @default when the migration runs */
  readonly at?: string | undefined;
  /** Of what happened in a period that began at `at`: when it ended, exclusive. @default an instant */
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
  /** Statement that replaced it, as a record id. */
  readonly supersededBy?: string | undefined;
  /** The record's own id, where the statement comes from a keepsake store. */
  readonly recordId?: string | undefined;
  readonly speaker?: string | undefined;
  readonly role?: "user" | "assistant" | "system" | "tool";
  /** Names beside the entity that `forget({ entity })` finds it by. */
  readonly mentions?: readonly string[];
  readonly labels?: Readonly<Record<string, unknown>>;
}

/** What every statement of a migration shares. */
export interface StatementContext {
  readonly format: MigrationFormat;
  /** ISO 8601 UTC: stands in where the system kept no time. */
  readonly now: string;
}

/** The label of records that have a random id: a digest of what tells the statement from others. */
export const digestLabel = "original_digest";

/** The id that a record of another system gets here: its system, kind and id there as 132 bits of SHA-256. */
export function recordIdOf(format: MigrationFormat, kind: string, identity: string): string {
  return `${format}-${digestOf([format, kind, identity])}`;
}

/** What a statement is known by that has no id in its system: a digest of its words. `undefined` where it has one. */
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
 * The statement as a source with its passages, a record each.
 *
 * @param known The id of a statement of the same words that was brought in before.
 * @returns The source, and the names of labels that a record cannot hold.
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

/** Characters of a passage: twice what `remember` cuts at, because a text that was kept whole should stay so where one vector still tells it apart. */
const pieceChars = 800;

/** A text in pieces of whole sentences; a sentence that is longer by itself is cut at a space. */
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

/** A cut between the two halves of a surrogate pair would leave two texts that are not Unicode. */
function beforePair(text: string, at: number): number {
  const unit = text.charCodeAt(at - 1);
  return unit >= 0xd800 && unit <= 0xdbff ? at - 1 : at;
}
