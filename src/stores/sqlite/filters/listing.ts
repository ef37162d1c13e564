/** Lists records by condition, page by page, and the supersession chain of a record. */
import type { MemoryRecord, Page, RecordsRequest } from "../../../contract/record.js";
import { toMs } from "../../formats/times.js";
import { cursorFor, fromCursor } from "../../shared/cursor.js";
import { factKey, nameKey } from "../../shared/names.js";
import type { Connection } from "../database/connection.js";
import {
  type RecordWithPassageTuple,
  recordOfTuple,
  recordsWithPassages,
  recordWithPassageColumns,
} from "../tables/record-row.js";
import { lastRecord } from "../tables/record-table.js";
import { byScopes, criteriaSql, inScopes, isFew, scopeParameters } from "./criteria.js";
import type { Prefilter } from "./prefilter.js";
import type { ScopeView } from "./scope-view.js";

/**
 * Number of records scanned in one step: some milliseconds if a filter reads the metadata of each.
 */
const batchSize = 4096;

/**
 * Returns a page of the unexpired records that meet every condition, in insertion order or its
 * reverse. Run each step inside a read transaction.
 */
export function* listRecords(
  {
    connection,
    prefilter,
    visible,
  }: {
    readonly connection: Connection;
    readonly prefilter: Prefilter;
    readonly visible: ScopeView;
  },
  request: RecordsRequest,
  now: string,
): Generator<undefined, Page<MemoryRecord>> {
  const { types, filter, limit } = request;
  const [scopes, subset] = [visible.scopes(), visible.passages()];
  const times = { after: toMs(request.after ?? null), before: toMs(request.before ?? null) };
  const { matches, parameters } = criteriaSql(criteriaOf(request, scopes, now));
  const few =
    request.ids !== undefined || request.source_id !== undefined
      ? undefined
      : prefilter.shortList({ types, filter, scopes, subset, from: times.after, until: times.before });
  const conditions = [...(few === undefined ? [] : [isFew]), matches, ...conditionsOf(request, scopes)];
  const isNewestFirst = request.order === "newest";
  const next = connection.tuples<[object], [id: number, ...record: RecordWithPassageTuple]>(
    `select r.id, ${recordWithPassageColumns} from ${recordsWithPassages}
     where ${conditions.join(" and ")} and r.id > @from and r.id <= @upTo
     order by r.id ${isNewestFirst ? "desc" : "asc"} limit cast(@limit as integer)`,
  );
  const bound = { ...parameters, ...parametersOf(request), ...times, few: JSON.stringify(few ?? []) };
  const isShort = few !== undefined || hasIndexedCondition(request);
  const rows: [id: number, ...record: RecordWithPassageTuple][] = [];
  const last = lastRecord(connection);
  const after = fromCursor("records", request.cursor);
  const spans = isNewestFirst ? spansDown(after === 0 ? last : after - 1) : spansUp(after, last);
  for (const span of isShort ? wholeOf(request, after, last) : spans) {
    rows.push(...next.all({ ...bound, ...span, limit: limit + 1 - rows.length }));
    if (rows.length > limit || isShort) break;
    yield;
  }
  const page = rows.slice(0, limit);
  const cursor = rows.length > limit ? cursorFor("records", page.at(-1)![0]) : null;
  return { items: page.map(([, ...record]) => recordOfTuple(record)), next_cursor: cursor };
}

function criteriaOf(
  { include_superseded: includeSuperseded, as_of: asOf, types, filter }: RecordsRequest,
  scopes: readonly number[] | undefined,
  now: string,
) {
  return {
    now,
    scopes,
    includeSuperseded,
    ...(asOf === undefined ? {} : { asOf }),
    ...(types === undefined ? {} : { types }),
    ...(filter === undefined ? {} : { filter }),
  };
}

/** Numbers of records that are scanned in one step: `from < number <= upTo`. */
interface Span {
  readonly from: number;
  readonly upTo: number;
}

function* spansUp(after: number, last: number): Generator<Span> {
  for (let from = after; from < last; from += batchSize) yield { from, upTo: from + batchSize };
}

function* spansDown(last: number): Generator<Span> {
  for (let upTo = last; upTo > 0; upTo -= batchSize) yield { from: upTo - batchSize, upTo };
}

function wholeOf({ order }: RecordsRequest, after: number, last: number): Span[] {
  return [order === "newest" && after > 0 ? { from: 0, upTo: after - 1 } : { from: after, upTo: last }];
}

/** True if a condition selects the records by an index. */
function hasIndexedCondition({ ids, entity, source_id }: RecordsRequest): boolean {
  return ids !== undefined || entity !== undefined || source_id !== undefined;
}

/** Returns the supersession chain of a record, oldest first, without expired records. */
export function historyOf(
  connection: Connection,
  id: string,
  { now, scopes }: { readonly now: string; readonly scopes: readonly number[] | undefined },
): MemoryRecord[] {
  return connection
    .tuples<[object], RecordWithPassageTuple>(
      `with recursive chain (uuid, successor) as (
         select uuid, superseded_by from records r where uuid = @id and ${inScopes(scopes)}
         union select r.uuid, r.superseded_by from records r join chain c on r.superseded_by = c.uuid or r.uuid = c.successor
           where ${inScopes(scopes)}
       )
       select ${recordWithPassageColumns} from ${recordsWithPassages}
       where r.uuid in (select uuid from chain) and (r.expires_at is null or r.expires_at > @now)
       order by coalesce(r.valid_from, r.occurred_at), r.created_at, r.id`,
    )
    .all({ ...scopeParameters(scopes), id, now: Date.parse(now) })
    .map(recordOfTuple);
}

function conditionsOf(request: RecordsRequest, scopes: readonly number[] | undefined): string[] {
  const conditions: string[] = [];
  if (request.ids !== undefined) conditions.push("r.uuid in (select value from json_each(@ids))");
  if (request.entity !== undefined) conditions.push(`${byScopes(scopes)} and r.entity_key = @entity`);
  if (request.property !== undefined) conditions.push("r.property_key = @property");
  if (request.source_id !== undefined) conditions.push("s.uuid = @source_id");
  if (request.speaker !== undefined) conditions.push("name_key(p.speaker) = @speaker");
  if (request.text !== undefined) conditions.push("contains_text(coalesce(r.text, p.text), @text)");
  if (request.after !== undefined) conditions.push("r.occurred_at >= @after");
  if (request.before !== undefined) conditions.push("r.occurred_at < @before");
  return conditions;
}

function parametersOf(request: RecordsRequest): object {
  return {
    ids: JSON.stringify(request.ids ?? []),
    entity: factKey(request.entity ?? null),
    property: factKey(request.property ?? null),
    source_id: request.source_id ?? null,
    speaker: nameKey(request.speaker ?? ""),
    text: nameKey(request.text ?? ""),
  };
}
