/** Records by condition, a page at a time, and the chain of supersession that one stands in. */
import type { MemoryRecord, Page, RecordsRequest } from "../../contract/record.js";
import type { Connection } from "./connection.js";
import { cursorFor, fromCursor } from "./cursor.js";
import {
  factKey,
  recordsWithStanding,
  type StandingRow,
  standingColumns,
  standingRecord,
} from "./record-table.js";
import { scopeSql } from "./scope.js";
import { toMs } from "./times.js";

/** Unexpired records that meet every condition, in the order of keeping. */
export function listRecords(
  connection: Connection,
  request: RecordsRequest,
  now: string,
): Page<MemoryRecord> {
  const { counts, parameters } = scopeSql({
    now,
    includeSuperseded: request.include_superseded,
    ...(request.types === undefined ? {} : { types: request.types }),
    ...(request.filter === undefined ? {} : { filter: request.filter }),
  });
  const rows = connection
    .statement<[object], StandingRow>(
      `select ${standingColumns} from ${recordsWithStanding}
       where ${[counts, ...conditionsOf(request)].join(" and ")} and r.id > @after_id order by r.id limit @limit`,
    )
    .all({ ...parameters, ...parametersOf(request), limit: request.limit + 1 });
  const page = rows.slice(0, request.limit);
  const next = rows.length > request.limit ? cursorFor("records", page.at(-1)!.id) : null;
  return { items: page.map(standingRecord), next_cursor: next };
}

/** What a record replaced, itself, and what replaced it, oldest first. Expired ones are left out. */
export function historyOf(connection: Connection, id: string, now: string): MemoryRecord[] {
  return connection
    .statement<[object], StandingRow>(
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
    after: toMs(request.after ?? null),
    before: toMs(request.before ?? null),
    after_id: fromCursor("records", request.cursor),
  };
}
