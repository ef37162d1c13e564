/** Records by condition, a page at a time, and the chain of supersession that one stands in. */
import type { MemoryRecord, Page, RecordsRequest } from "../../../contract/record.js";
import type { Connection } from "../database/connection.js";
import { cursorFor, fromCursor } from "../database/cursor.js";
import { toMs } from "../database/times.js";
import {
  recordsWithStanding,
  type StandingTuple,
  standingColumns,
  standingRecord,
} from "../tables/record-row.js";
import { factKey, lastRecord } from "../tables/record-table.js";
import { byScopes, criteriaSql, inScopes, isFew, scopeParameters } from "./criteria.js";
import type { PickedPassages } from "./picked-passages.js";
import type { Visible } from "./visible.js";

/** Records that are looked at at a time, some milliseconds where a filter reads the metadata of each. */
const stretch = 4096;

/** Unexpired records that meet every condition, in the order of keeping. Each step runs inside a read. */
export function* listRecords(
  {
    connection,
    picked,
    visible,
  }: {
    readonly connection: Connection;
    readonly picked: PickedPassages;
    readonly visible: Visible;
  },
  request: RecordsRequest,
  now: string,
): Generator<undefined, Page<MemoryRecord>> {
  const { types, filter, limit } = request;
  const [scopes, among] = [visible.scopes(), visible.passages()];
  const times = { after: toMs(request.after ?? null), before: toMs(request.before ?? null) };
  const { counts, parameters } = criteriaSql({
    now,
    scopes,
    includeSuperseded: request.include_superseded,
    ...(types === undefined ? {} : { types }),
    ...(filter === undefined ? {} : { filter }),
  });
  const few =
    request.ids !== undefined || request.source_id !== undefined
      ? undefined
      : picked.few({ types, filter, scopes, among, from: times.after, until: times.before });
  const conditions = [...(few === undefined ? [] : [isFew]), counts, ...conditionsOf(request, scopes)];
  const next = connection.tuples<[object], [id: number, ...record: StandingTuple]>(
    `select r.id, ${standingColumns} from ${recordsWithStanding}
     where ${conditions.join(" and ")} and r.id > @from and r.id <= @upTo order by r.id limit @limit`,
  );
  const asked = { ...parameters, ...parametersOf(request), ...times, few: JSON.stringify(few ?? []) };
  const last = lastRecord(connection);
  const rows: [id: number, ...record: StandingTuple][] = [];
  for (let from = fromCursor("records", request.cursor); from < last && rows.length <= limit; ) {
    const upTo = few !== undefined || isNarrowed(request) ? last : from + stretch;
    rows.push(...next.all({ ...asked, from, upTo, limit: limit + 1 - rows.length }));
    from = upTo;
    if (from < last && rows.length <= limit) yield;
  }
  const page = rows.slice(0, limit);
  const cursor = rows.length > limit ? cursorFor("records", page.at(-1)![0]) : null;
  return { items: page.map(([, ...record]) => standingRecord(record)), next_cursor: cursor };
}

/** Whether an index leads to the few records that are asked for. */
function isNarrowed({ ids, entity, source_id }: RecordsRequest): boolean {
  return ids !== undefined || entity !== undefined || source_id !== undefined;
}

/** What a record replaced, itself, and what replaced it, oldest first. Expired ones are left out. */
export function historyOf(
  connection: Connection,
  id: string,
  { now, scopes }: { readonly now: string; readonly scopes: readonly number[] | undefined },
): MemoryRecord[] {
  return connection
    .tuples<[object], StandingTuple>(
      `with recursive chain (uuid, heir) as (
         select uuid, superseded_by from records r where uuid = @id and ${inScopes(scopes)}
         union select r.uuid, r.superseded_by from records r join chain c on r.superseded_by = c.uuid or r.uuid = c.heir
           where ${inScopes(scopes)}
       )
       select ${standingColumns} from ${recordsWithStanding}
       where r.uuid in (select uuid from chain) and (r.expires_at is null or r.expires_at > @now)
       order by coalesce(r.valid_from, r.occurred_at), r.created_at, r.id`,
    )
    .all({ ...scopeParameters(scopes), id, now: Date.parse(now) })
    .map(standingRecord);
}

function conditionsOf(request: RecordsRequest, scopes: readonly number[] | undefined): string[] {
  const conditions: string[] = [];
  if (request.ids !== undefined) conditions.push("r.uuid in (select value from json_each(@ids))");
  if (request.entity !== undefined) conditions.push(`${byScopes(scopes)} and r.entity_key = @entity`);
  if (request.property !== undefined) conditions.push("r.property_key = @property");
  if (request.source_id !== undefined) conditions.push("s.uuid = @source_id");
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
  };
}
