/** The part of a memory store that a call sees, and which of its records match criteria. */
import { matchesFilter } from "../shared/metadata-filter.js";
import type { Criteria, StoredPassage, Visibility } from "../store.js";
import { type Contents, type Passage, type StoredRecord, scopeNumber } from "./contents.js";

/** The part of a memory store that a call sees. */
export interface View {
  readonly contents: Contents;
  /** Number of the scope that the call writes to; `undefined` if nothing was saved under it yet. */
  readonly writesTo: number | undefined;
  readonly sees: (item: { readonly scope: number }) => boolean;
  /** In the order of their numbers. */
  readonly passages: readonly Passage[];
  readonly records: readonly StoredRecord[];
  /** The number by which a call names a passage: its ordinal in what the call sees. */
  readonly ordinalOf: (passage: Passage) => number;
  readonly at: (ordinal: number) => Passage | undefined;
}

/** Returns the part of the contents that a call sees. */
export function viewOf(contents: Contents, visibility: Visibility): View {
  const sees = seeing(contents, visibility);
  const passages = contents.passages.filter(sees);
  // Without scopes the ordinal is the number, also after an erasure.
  const isWhole = visibility === "everything" || contents.scopes.length === 0;
  const ordinals = new Map(passages.map((passage, at) => [passage, isWhole ? passage.number : at + 1]));
  const byOrdinal = new Map([...ordinals].map(([passage, ordinal]) => [ordinal, passage]));
  return {
    contents,
    writesTo: scopeNumber(contents, visibility === "everything" ? null : visibility.scope),
    sees,
    passages,
    records: contents.records.filter(sees),
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
export function matching({ contents }: View, criteria: Criteria): (stored: StoredRecord) => boolean {
  const { now, asOf, includeSuperseded = false, types, filter, corpus } = criteria;
  const passages = new Map(contents.passages.map((passage) => [passage.number, passage]));
  const isTrue = ({ passage, record }: StoredRecord) => {
    const moment = asOf ?? now;
    if (asOf !== undefined && (record.valid_from ?? passages.get(passage)!.saidAt) > asOf) return false;
    if (includeSuperseded) return true;
    if (asOf === undefined && record.superseded_by !== null) return false;
    return record.valid_to === null || record.valid_to > moment;
  };
  return (stored) => {
    const { type, metadata } = stored.record;
    return (
      isUnexpired(stored, now) &&
      isTrue(stored) &&
      (types === undefined || types.includes(type)) &&
      (filter === undefined || matchesFilter(metadata, filter)) &&
      (corpus === undefined || (corpus === "files") === (type === "file"))
    );
  };
}

/** Returns true unless the record has expired. */
export function isUnexpired({ record: { expires_at } }: StoredRecord, now: string): boolean {
  return expires_at === null || expires_at > now;
}

/** Returns true if a record is no longer true under criteria, whatever its type and metadata. */
function hasEnded({ record }: StoredRecord, { now, asOf }: Criteria): boolean {
  if (asOf !== undefined) return record.valid_to !== null && record.valid_to <= asOf;
  return record.superseded_by !== null || (record.valid_to !== null && record.valid_to <= now);
}

/** Returns passages as the port returns them; those without a matching record are left out. */
export function storedPassages(
  view: View,
  passages: readonly Passage[],
  criteria: Criteria,
): StoredPassage[] {
  const matches = matching(view, criteria);
  return passages.flatMap((passage) => {
    const all = view.records.filter((stored) => stored.passage === passage.number);
    const records = all.filter(matches).map(({ record }) => record);
    const ended = all.filter((stored) => isUnexpired(stored, criteria.now) && hasEnded(stored, criteria));
    const { sourceId, text, prompt, speaker, role, saidAt, words, fileId, place } = passage;
    const file = view.contents.files.find(({ id }) => id === fileId);
    const stored: StoredPassage = {
      ...{ id: view.ordinalOf(passage), sourceId, text, prompt, speaker, role, saidAt, records },
      wordCount: words.length,
      file: file === undefined ? null : { id: file.id, name: file.name, mediaType: file.mediaType, ...place },
      superseded: ended.map(({ record }) => record),
    };
    return records.length === 0 ? [] : [stored];
  });
}
