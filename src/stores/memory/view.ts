/** The part of a memory store that a call sees, and which of its records match criteria. */
import { matchesFilter } from "../shared/metadata-filter.js";
import { nameKey } from "../shared/names.js";
import type { Criteria, Visibility } from "../store.js";
import { type Claim, type Contents, claimsOf, type Passage, type Scoped, scopeNumber } from "./contents.js";

/** The part of a memory store that a call sees. */
export interface View {
  readonly contents: Contents;
  /** Number of the scope that the call writes to; `undefined` if nothing was saved under it yet. */
  readonly writesTo: number | undefined;
  readonly sees: (item: Scoped) => boolean;
  readonly passages: readonly Passage[];
  readonly claims: readonly Claim[];
  /** The number by which a call names a passage: its ordinal in what the call sees. */
  readonly ordinalOf: (passage: Passage) => number;
  readonly at: (ordinal: number) => Passage | undefined;
}

/** Returns the part of the contents that a call sees. */
export function viewOf(contents: Contents, visibility: Visibility): View {
  const sees = seeing(contents, visibility);
  const passages = contents.passages.filter(sees);
  // Without scopes the ordinal is the number, even after an erasure.
  const isWhole = visibility === "everything" || contents.scopes.length === 0;
  const ordinals = new Map(passages.map((passage, at) => [passage, isWhole ? passage.number : at + 1]));
  const byOrdinal = new Map([...ordinals].map(([passage, ordinal]) => [ordinal, passage]));
  return {
    contents,
    writesTo: scopeNumber(contents, visibility === "everything" ? null : visibility.scope),
    sees,
    passages,
    claims: claimsOf(passages),
    ordinalOf: (passage) => ordinals.get(passage)!,
    at: (ordinal) => byOrdinal.get(ordinal),
  };
}

/** A scope sees what was saved under scopes that include all of its labels. */
function seeing(contents: Contents, visibility: Visibility): View["sees"] {
  if (visibility === "everything") return () => true;
  const { scope, includeUnscoped = false } = visibility;
  if (scope === null) return (item) => item.scope === 0;
  const wanted = Object.entries(scope);
  const including = contents.scopes.filter(({ labels }) =>
    wanted.every(([label, value]) => new Map(Object.entries(labels)).get(label) === value),
  );
  const numbers = new Set(including.map(({ number }) => number));
  if (includeUnscoped) numbers.add(0);
  return (item) => numbers.has(item.scope);
}

/**
 * Returns a test of whether a record matches criteria. Times are ISO 8601 in UTC, so they compare
 * as texts.
 */
export function matching(criteria: Criteria): (claim: Claim) => boolean {
  const { now, asOf, includeSuperseded = false, types, filter, corpus } = criteria;
  const isTrue = ({ passage, record }: Claim) => {
    if (asOf !== undefined && (record.valid_from ?? passage.saidAt) > asOf) return false;
    return includeSuperseded || !hasEnded({ record }, criteria);
  };
  return (claim) => {
    const { type, metadata } = claim.record;
    return (
      isUnexpired(claim, now) &&
      isTrue(claim) &&
      (types === undefined || types.includes(type)) &&
      (filter === undefined || matchesFilter(metadata, filter)) &&
      (corpus === undefined || (corpus === "files") === (type === "file"))
    );
  };
}

/** Returns true unless the record has expired. */
export function isUnexpired({ record: { expires_at } }: Pick<Claim, "record">, now: string): boolean {
  return expires_at === null || expires_at > now;
}

/** Returns true if a record is no longer true under criteria, whatever its type and metadata. */
export function hasEnded({ record }: Pick<Claim, "record">, { now, asOf }: Criteria): boolean {
  const { superseded_by, valid_to } = record;
  return (asOf === undefined && superseded_by !== null) || (valid_to !== null && valid_to <= (asOf ?? now));
}

/** Returns the names by which a passage is found, as `nameKey` returns them. */
export function namesOf({ speaker, mentions, records }: Passage): string[] {
  const all = [speaker, ...mentions, ...records.map(({ record }) => record.entity)];
  return all.map((name) => nameKey(name ?? "")).filter((key) => key !== "");
}
