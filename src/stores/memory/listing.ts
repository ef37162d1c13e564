/** Listings: records and audit rows page by page, and whole sources. */
import type { AuditRequest, AuditRow, AuditVerdict } from "../../contract/maintenance/audit.js";
import type { MemoryRecord, Page, RecordsRequest } from "../../contract/record.js";
import { auditHash, beforeTheFirst } from "../../hashing/audit-hash.js";
import { cursorFor, fromCursor } from "../shared/cursor.js";
import { factKey } from "../shared/names.js";
import type { SourceDump } from "../store.js";
import type { Source } from "./contents.js";
import { isUnexpired, matching, type View } from "./view.js";

/** Returns a page of the unexpired records that meet every condition, in insertion order. */
export function listRecords(view: View, request: RecordsRequest, now: string): Page<MemoryRecord> {
  const { ids, entity, property, source_id, after, before, types, filter, limit } = request;
  const first = fromCursor("records", request.cursor);
  const matches = matching(view, {
    now,
    includeSuperseded: request.include_superseded,
    ...(types === undefined ? {} : { types }),
    ...(filter === undefined ? {} : { filter }),
  });
  const found = view.records.filter((stored) => {
    const { record, number } = stored;
    return (
      number > first &&
      matches(stored) &&
      (ids === undefined || ids.includes(record.id)) &&
      (entity === undefined || factKey(entity) === factKey(record.entity)) &&
      (property === undefined || factKey(property) === factKey(record.property)) &&
      (source_id === undefined || record.source_id === source_id) &&
      (after === undefined || record.occurred_at >= after) &&
      (before === undefined || record.occurred_at < before)
    );
  });
  const items = found.slice(0, limit);
  const next_cursor = found.length > limit ? cursorFor("records", items.at(-1)!.number) : null;
  return { items: items.map(({ record }) => record), next_cursor };
}

/** Returns a page of the audit rows that meet every condition, in order. */
export function auditPage(view: View, request: AuditRequest): Page<AuditRow> {
  const { operation, record_id, after, before, limit } = request;
  const first = fromCursor("audit", request.cursor);
  const found = view.contents.audit.filter(
    (row) =>
      row.seq > first &&
      view.sees({ scope: row.scope ?? 0 }) &&
      (operation === undefined || row.operation === operation) &&
      (record_id === undefined || row.record_id === record_id) &&
      (after === undefined || row.at >= after) &&
      (before === undefined || row.at < before),
  );
  const items = found.slice(0, limit);
  return { items, next_cursor: found.length > limit ? cursorFor("audit", items.at(-1)!.seq) : null };
}

/** Verifies the hash chain of an audit trail. */
export function verdictOn(audit: readonly AuditRow[]): AuditVerdict {
  let last = beforeTheFirst;
  for (const row of audit) {
    const follows =
      row.seq === last.seq + 1 && row.previous_hash === last.hash && row.hash === auditHash(row);
    if (!follows) return { valid: false, rows: audit.length, broken_at: row.seq };
    last = row;
  }
  return { valid: true, rows: audit.length };
}

/** Maximum number of a file's passages in one part of a dump. What was said is dumped whole. */
const partSize = 500;

/** Yields the parts of a source that have an unexpired record. */
export function* dumpsOf({ contents }: View, source: Source, now: string): Generator<SourceDump> {
  const own = contents.passages.filter(({ sourceId }) => sourceId === source.id);
  const file = contents.files.find(({ id }) => id === own[0]?.fileId);
  const size = file === undefined ? own.length : partSize;
  const scope = contents.scopes.find(({ number }) => number === source.scope)?.labels ?? null;
  for (let from = 0; from < own.length; from += size) {
    const passages = own.slice(from, from + size).flatMap((passage) => {
      const { number, text, prompt, message, speaker, role, saidAt, place, mentions, fileId } = passage;
      const kept = contents.records.filter((one) => one.passage === number && isUnexpired(one, now));
      const records = kept.map(({ record }) => record);
      const digest = fileId === null ? null : passage.digest;
      const dump = { text, prompt, message, speaker, role, saidAt, place, digest, mentions, records };
      return records.length === 0 ? [] : [dump];
    });
    if (passages.length > 0)
      yield {
        id: source.id,
        createdAt: source.createdAt,
        scope,
        file: file === undefined ? null : storedFile(file),
        passages,
      };
  }
}

function storedFile({ id, name, mediaType, digest }: NonNullable<SourceDump["file"]>): SourceDump["file"] {
  return { id, name, mediaType, digest };
}
