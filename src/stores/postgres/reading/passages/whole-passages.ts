/** Reads full passages with their records: those that are not cached, in one statement. */
import type { Role } from "../../../../text/passage.js";
import { toIso } from "../../../formats/times.js";
import type { PassagesRequest, StoredPassage } from "../../../store.js";
import { Bound } from "../../database/transaction.js";
import { hasEnded, inScopes, matches, passageOf, recordsOfPassages } from "../criteria.js";
import { groupBy } from "../group-by.js";
import { andTheirSources, ofStoreWithSource, type RecordRow, recordColumns, toRecord } from "../records.js";
import type { View } from "../view.js";
import { isPlain, type ScopedPassage } from "./passage-cache.js";

/**
 * Returns the visible passages with their matching records, in the order of the numbers; passages
 * without such a record are left out.
 */
export async function wholePassages(
  view: View,
  { numbers, scope }: PassagesRequest,
): Promise<StoredPassage[]> {
  const ordinals = await view.ordinals();
  const ids = new Map(
    numbers.flatMap((number) => {
      const id = ordinals.at(number);
      return id === undefined || id > view.row.last_passage ? [] : [[id, number] as const];
    }),
  );
  const found = await cachedOrRead(view, [...ids.keys()], scope);
  return [...ids].flatMap(([id, number]) => {
    const passage = found.get(id);
    return passage === undefined ? [] : [renumbered(passage, number)];
  });
}

async function cachedOrRead(
  view: View,
  ids: readonly number[],
  scope: PassagesRequest["scope"],
): Promise<ReadonlyMap<number, StoredPassage>> {
  const [{ passages: cache, scopes }, plain] = [view, isPlain(scope)];
  const found = new Map<number, StoredPassage>();
  for (const id of plain ? ids : []) {
    const cached = cache.get(id, scope, scopes);
    if (cached !== undefined) found.set(id, cached);
  }
  const missing = ids.filter((id) => !found.has(id));
  for (const read of missing.length === 0 ? [] : await readPassages(view, missing, scope)) {
    found.set(read.passage.id, read.passage);
    if (plain) cache.add(read);
  }
  return found;
}

/**
 * Copies of passages under other numbers: a result that was computed for a passage is reused for
 * its copy.
 */
const copies = new WeakMap<StoredPassage, Map<number, StoredPassage>>();

function renumbered(passage: StoredPassage, number: number): StoredPassage {
  if (passage.id === number) return passage;
  const known = copies.get(passage) ?? new Map<number, StoredPassage>();
  copies.set(passage, known);
  const copy = known.get(number) ?? { ...passage, id: number };
  known.set(number, copy);
  return copy;
}

/** A record with columns of its passage. */
interface Row extends RecordRow {
  readonly matches: boolean;
  readonly ended: boolean;
  readonly scope: number;
  /** The text of the passage, if it is not that of the record. */
  readonly said: string | null;
  readonly prompt: string | null;
  readonly role: Role;
  readonly said_at: number;
  readonly word_count: number;
  readonly name: string;
  readonly media_type: string;
}

async function readPassages(
  view: View,
  ids: readonly number[],
  scope: PassagesRequest["scope"],
): Promise<ScopedPassage[]> {
  const bound = new Bound();
  const rows = await view.tx.rows<Row>(
    `select ${recordColumns}, (${matches(bound, scope, view.scopes)}) as matches,
       (${hasEnded(bound, scope, view.scopes)}) as ended, p.scope, case when r.text is not null then p.text end as said,
       p.prompt, p.role, p.said_at, p.word_count, f.name, f.media_type
     from ${recordsOfPassages(bound, ids)} ${andTheirSources} where ${ofStoreWithSource}
     and ${inScopes(bound, view.scopes, "p")} order by r.id`,
    bound.values,
  );
  return [...groupBy(rows, ({ passage }) => passage).values()]
    .filter((records) => records.some((record) => record.matches))
    .map((records) => ({ passage: toPassage(records), scope: records[0]!.scope }));
}

function toPassage(records: readonly Row[]): StoredPassage {
  const row = records[0]!;
  const { file_uuid, name, media_type: mediaType, page, heading } = row;
  return {
    id: row.passage,
    sourceId: row.source_uuid,
    text: row.said ?? row.text,
    prompt: row.prompt,
    speaker: row.speaker,
    role: row.role,
    saidAt: toIso(row.said_at),
    wordCount: row.word_count,
    file: file_uuid === null ? null : { id: file_uuid, name, mediaType, page, heading },
    records: records.filter((record) => record.matches).map(toRecord),
    superseded: records.filter((record) => record.ended).map(toRecord),
  };
}

/**
 * Returns those of some visible passages that have a matching record.
 *
 * @param ids passages of the corpus of the criteria
 */
export async function withMatch(
  view: View,
  ids: readonly number[],
  scope: PassagesRequest["scope"],
): Promise<ReadonlySet<number>> {
  const plain = isPlain(scope);
  const found = new Set(plain ? ids.filter((id) => view.passages.hasMatch(id)) : []);
  const [{ passages: cache }, now] = [view, Date.parse(scope.now)];
  const missing = ids.filter((id) => !found.has(id) && !(plain && cache.hasEnded(id, now)));
  if (missing.length === 0) return found;
  const bound = new Bound();
  const rows = await view.tx.rows<{ id: number; lasts: boolean }>(
    `select r.passage as id, bool_or(r.expires_at is null and r.valid_to is null) as lasts
     from ${recordsOfPassages(bound, missing)} ${scope.asOf === undefined ? "" : passageOf("r.passage")}
     where r.store_id = $1 and ${matches(bound, scope, view.scopes)} group by r.passage`,
    bound.values,
  );
  for (const { id, lasts } of rows) {
    found.add(id);
    if (plain && lasts) cache.addMatch(id);
  }
  for (const id of plain ? missing : []) if (!found.has(id)) cache.addEnded(id, now);
  return found;
}
