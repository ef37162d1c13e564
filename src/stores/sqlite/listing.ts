/** Records by condition, a page at a time, and the chain of supersession that one stands in. */
import type { MemoryRecord, Page, RecordsRequest } from "../../contract/record.js";
import type { Connection } from "./connection.js";
import { cursorFor, fromCursor } from "./cursor.js";
import type { PickedPassages } from "./picked-passages.js";
import { recordsWithStanding, type StandingTuple, standingColumns, standingRecord } from "./record-row.js";
import { factKey, lastRecord } from "./record-table.js";
import { isFew, scopeSql } from "./scope.js";
import { toMs } from "./times.js";

/** Records that are looked at at a time, some milliseconds where a filter reads the metadata of each. */
const stretch = 4096;

/** Unexpired records that meet every condition, in the order of keeping. Each step runs inside a read. */
export function* listRecords(
  { connection, picked }: { readonly connection: Connection; readonly picked: PickedPassages },
  request: RecordsRequest,
  now: string,
): Generator<undefined, Page<MemoryRecord>> {
  const { types, filter, limit } = request;
  const times = { after: toMs(request.after ?? null), before: toMs(request.before ?? null) };
  const { counts, parameters } = scopeSql({
    now,
    includeSuperseded: request.include_superseded,
    ...(types === undefined ? {} : { types }),
    ...(filter === undefined ? {} : { filter }),
  });
  const few = picked.few({ types, filter, from: times.after, until: times.before });
  const conditions = [...(few === undefined ? [] : [isFew]), counts, ...conditionsOf(request)];
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
export function historyOf(connection: Connection, id: string, now: string): MemoryRecord[] {
  return connection
    .tuples<[object], StandingTuple>(
      `with recursive chain (uuid, heir) as (
         select uuid, superseded_by from records where uuid = @id
         union select r.uuid, r.superseded_by from records r join chain c on r.superseded_by = c.uuid or r.uuid = c.heir
       )
       select ${standingColumns} from ${recordsWithStanding}
       where r.uuid in (select uuid from chain) and (r.expires_at is null or r.expires_at > @now)
       order by coalesce(r.valid_from, r.occurred_at), r.created_at, r.id`,
    )
    .all({ id, now: Date.parse(now) })
    .map(standingRecord);
}

function conditionsOf(request: RecordsRequest): string[] {
  const conditions: string[] = [];
  if (request.ids !== undefined) conditions.push("r.uuid in (select value from json_each(@ids))");
  if (request.entity !== undefined) conditions.push("r.entity_key = @entity");
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
