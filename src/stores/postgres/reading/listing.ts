/** Lists records by condition, page by page, and dumps whole sources. */
import type { MemoryRecord, Page, RecordsRequest } from "../../../contract/record.js";
import type { Scope } from "../../../contract/scope.js";
import type { Role } from "../../../text/passage.js";
import { toIso } from "../../formats/times.js";
import { cursorFor, fromCursor } from "../../shared/cursor.js";
import { partSize } from "../../shared/imported.js";
import { containsKey, factKey, nameKey } from "../../shared/names.js";
import type { SourceDump } from "../../store.js";
import { Bound } from "../database/transaction.js";
import { byScopes, matches, recordsOfPassages, unexpired } from "./criteria.js";
import { groupBy } from "./group-by.js";
import {
  andTheirSources,
  ofStoreWithSource,
  type RecordRow,
  recordColumns,
  recordTables,
  toRecord,
} from "./records.js";
import type { View } from "./view.js";

/** Number of records that are read at once while a text or a speaker is searched for. */
const scannedPerQuery = 1000;

/**
 * Returns a page of the unexpired records that meet every condition, in insertion order or its
 * reverse. Texts and speakers are compared here, because PostgreSQL compares case and accents
 * differently.
 */
export async function listRecords(
  view: View,
  request: RecordsRequest,
  now: string,
): Promise<Page<MemoryRecord>> {
  const { limit } = request;
  const isScan = request.text !== undefined || request.speaker !== undefined;
  const perQuery = isScan ? scannedPerQuery : limit + 1;
  const isWanted = containing(request);
  const found: NumberedRecord[] = [];
  for (let after = fromCursor("records", request.cursor); found.length <= limit; ) {
    const next = await nextRecords(view, request, { now, after, limit: perQuery });
    found.push(...next.filter(({ record }) => isWanted(record)));
    if (next.length < perQuery) break;
    after = next.at(-1)!.number;
  }
  const items = found.slice(0, limit);
  const next_cursor = found.length > limit ? cursorFor("records", items.at(-1)!.number) : null;
  return { items: items.map(({ record }) => record), next_cursor };
}

interface NumberedRecord {
  readonly number: number;
  readonly record: MemoryRecord;
}

/** Returns the next records that meet all conditions but those for texts and speakers. */
async function nextRecords(
  view: View,
  request: RecordsRequest,
  { now, after, limit }: { readonly now: string; readonly after: number; readonly limit: number },
): Promise<NumberedRecord[]> {
  const { types, filter, as_of } = request;
  const isNewestFirst = request.order === "newest";
  const bound = new Bound();
  const criteria = {
    now,
    includeSuperseded: request.include_superseded,
    ...(as_of === undefined ? {} : { asOf: as_of }),
    ...(types === undefined ? {} : { types }),
    ...(filter === undefined ? {} : { filter }),
  };
  const conditions = [
    ofStoreWithSource,
    // Newest first, a page without a cursor begins at the end.
    ...(isNewestFirst && after === 0
      ? []
      : [`r.id ${isNewestFirst ? "<" : ">"} ${bound.add(after)}::integer`]),
    matches(bound, criteria, view.scopes),
    ...conditionsOf(bound, request),
  ];
  const rows = await view.tx.rows<RecordRow>(
    `select ${recordColumns} from ${recordTables} where ${conditions.join(" and ")}
     order by r.id ${isNewestFirst ? "desc" : "asc"} limit ${bound.add(limit)}::integer`,
    bound.values,
  );
  return rows.map((row) => ({ number: row.id, record: toRecord(row) }));
}

/** Returns a function that tests what a record's text contains, and who said it. */
function containing(request: RecordsRequest): (record: MemoryRecord) => boolean {
  const [speaker, text] = [request.speaker, request.text].map((one) => one && nameKey(one));
  return (record) =>
    (speaker === undefined || nameKey(record.speaker ?? "") === speaker) &&
    (text === undefined || containsKey(record.text, text));
}

function conditionsOf(bound: Bound, request: RecordsRequest): string[] {
  const { ids, entity, property, source_id, after, before } = request;
  return [
    ...(ids === undefined ? [] : [`r.uuid = any(${bound.add(ids)}::text[])`]),
    ...(entity === undefined ? [] : [`r.entity_key = ${bound.add(factKey(entity))}::text`]),
    ...(property === undefined ? [] : [`r.property_key = ${bound.add(factKey(property))}::text`]),
    ...(source_id === undefined ? [] : [isOfSource(bound.add(source_id))]),
    ...(after === undefined ? [] : [`r.occurred_at >= ${bound.add(Date.parse(after))}::bigint`]),
    ...(before === undefined ? [] : [`r.occurred_at < ${bound.add(Date.parse(before))}::bigint`]),
  ];
}

function isOfSource(id: string): string {
  return `r.passage = any(array(select o.id from passages o where o.store_id = $1
    and o.source = (select s.id from sources s where s.store_id = $1 and s.uuid = ${id}::text)))`;
}

/** A source as it is stored. */
export interface SourceRow {
  readonly id: number;
  readonly uuid: string;
  readonly created_at: number;
  /** The labels of its scope, as JSON; empty for no scope. */
  readonly labels: string;
}

/** Returns the first visible source after a number, in insertion order; or the one with an id. */
export function nextSource(
  view: View,
  { after, id }: { readonly after: number; readonly id?: string | undefined },
): Promise<SourceRow | undefined> {
  const bound = new Bound();
  const wanted = id === undefined ? "true" : `s.uuid = ${bound.add(id)}::text`;
  return view.tx.row<SourceRow>(
    `select s.id, s.uuid, s.created_at, c.labels from sources s
     join scopes c on c.store_id = s.store_id and c.id = s.scope
     where s.store_id = $1 and c.store_id = $1 and s.id > ${bound.add(after)}::integer and ${wanted}
     and ${byScopes(bound, view.scopes, "s")} order by s.id limit 1`,
    bound.values,
  );
}

interface PassageRow {
  readonly id: number;
  readonly text: string;
  readonly prompt: string | null;
  readonly message: number;
  readonly speaker: string | null;
  readonly role: Role;
  readonly said_at: number;
  readonly page: number | null;
  readonly heading: string | null;
  readonly digest: string;
  readonly mentions: readonly string[];
  readonly file: number | null;
}

/**
 * Returns one part of a source, which begins at a passage, and the passage after which the next
 * part begins; null after the last. The dump is absent if no passage of the part has an unexpired
 * record.
 */
export async function dumpPart(
  view: View,
  source: SourceRow,
  { now, after }: { readonly now: string; readonly after: number },
): Promise<{ readonly dump: SourceDump | undefined; readonly next: number | null }> {
  const rows = await view.tx.rows<PassageRow>(
    `select id, text, prompt, message, speaker, role, said_at, page, heading, digest, mentions, file from passages
     where store_id = $1 and source = $2 and id > $3 order by id
     limit (select case when file is null then null else ${partSize} end from passages
            where store_id = $1 and source = $2 limit 1)`,
    [source.id, after],
  );
  const last = rows.at(-1);
  const isFull = last !== undefined && last.file !== null && rows.length === partSize;
  return { dump: await dumpRows(view, source, { rows, now }), next: isFull ? last.id : null };
}

async function dumpRows(
  view: View,
  source: SourceRow,
  { rows, now }: { readonly rows: readonly PassageRow[]; readonly now: string },
): Promise<SourceDump | undefined> {
  const records = await recordsOf(
    view,
    rows.map(({ id }) => id),
    now,
  );
  const passages = rows.flatMap((row) => {
    const own = records.get(row.id);
    const { text, prompt, message, speaker, role, said_at, page, heading, mentions } = row;
    const spoken = { text, prompt, message, speaker, role, saidAt: toIso(said_at) };
    const digest = row.file === null ? null : row.digest;
    return own === undefined ? [] : [{ ...spoken, place: { page, heading }, digest, mentions, records: own }];
  });
  if (passages.length === 0) return undefined;
  const scope = source.labels === "" ? null : (JSON.parse(source.labels) as Scope);
  const file = await fileOf(view, rows[0]!.file);
  return { id: source.uuid, createdAt: toIso(source.created_at), scope, file, passages };
}

async function recordsOf(
  view: View,
  ids: readonly number[],
  now: string,
): Promise<Map<number, MemoryRecord[]>> {
  const bound = new Bound();
  const rows = await view.tx.rows<RecordRow>(
    `select ${recordColumns} from ${recordsOfPassages(bound, ids)} ${andTheirSources} where ${ofStoreWithSource}
     and ${unexpired(bound, now)} order by r.id`,
    bound.values,
  );
  const groups = groupBy(rows, ({ passage }) => passage);
  return new Map([...groups].map(([passage, own]) => [passage, own.map(toRecord)]));
}

async function fileOf(view: View, file: number | null): Promise<SourceDump["file"]> {
  if (file === null) return null;
  const row = await view.tx.row<NonNullable<SourceDump["file"]>>(
    `select uuid as id, name, media_type as "mediaType", digest from files where store_id = $1 and id = $2`,
    [file],
  );
  return row ?? null;
}
