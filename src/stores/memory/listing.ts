/** Listings: records and audit rows page by page, and whole sources. */
import type { AuditRequest, AuditRow, AuditVerdict } from "../../contract/maintenance/audit.js";
import type { MemoryRecord, Page, RecordsRequest } from "../../contract/record.js";
import { follows } from "../shared/audit-chain.js";
import { fromCheckpoint, startOf } from "../shared/audit-pruning.js";
import { cursorFor, fromCursor } from "../shared/cursor.js";
import { partSize } from "../shared/imported.js";
import { containsKey, factKey, nameKey } from "../shared/names.js";
import type { SourceDump } from "../store.js";
import type { Contents, Passage } from "./contents.js";
import { isUnexpired, matching, type View } from "./view.js";

/** Returns a page of the unexpired records that meet every condition, in insertion order. */
export function listRecords(view: View, request: RecordsRequest, now: string): Page<MemoryRecord> {
  const { ids, entity, property, source_id, after, before, types, filter, limit } = request;
  const first = fromCursor("records", request.cursor);
  const matches = matching({
    now,
    includeSuperseded: request.include_superseded,
    ...(request.as_of === undefined ? {} : { asOf: request.as_of }),
    ...(types === undefined ? {} : { types }),
    ...(filter === undefined ? {} : { filter }),
  });
  const isNewestFirst = request.order === "newest";
  const [speaker, text] = [request.speaker, request.text].map((one) => one && nameKey(one));
  const inOrder = isNewestFirst ? view.claims.toReversed() : view.claims;
  const found = inOrder.filter((claim) => {
    const { record, number } = claim;
    return (
      (isNewestFirst && first > 0 ? number < first : number > first) &&
      (speaker === undefined || nameKey(record.speaker ?? "") === speaker) &&
      (text === undefined || containsKey(record.text, text)) &&
      matches(claim) &&
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
export function verdictOn({ audit, checkpoint }: Contents): AuditVerdict {
  const start = startOf(checkpoint);
  const broken = audit.find((row, at) => !follows(row, audit[at - 1] ?? start));
  const verdict = { valid: broken === undefined, rows: audit.length };
  const place = broken === undefined ? {} : { broken_at: broken.seq };
  return fromCheckpoint({ ...verdict, ...place }, checkpoint);
}

/**
 * Yields the parts of sources that have an unexpired record.
 *
 * @param id absent: every source, in insertion order
 */
export function* dumps({ contents, passages }: View, id: string | undefined, now: string) {
  const ids = new Set(passages.map(({ source }) => source.id));
  for (const one of id === undefined ? ids : [id]) {
    const own = passages.filter(({ source }) => source.id === one);
    const size = own[0]?.fileId == null ? own.length : partSize;
    for (let from = 0; from < own.length; from += size) {
      const { source, scope, fileId } = own[0]!;
      const dumped = own.slice(from, from + size).flatMap((passage) => dumpOf(passage, now));
      const labels = contents.scopes.find(({ number }) => number === scope)?.labels ?? null;
      const file = fileOf(contents.files.find((stored) => stored.id === fileId));
      if (dumped.length > 0) yield { ...source, scope: labels, file, passages: dumped };
    }
  }
}

function dumpOf(passage: Passage, now: string): SourceDump["passages"][number][] {
  const { text, prompt, message, speaker, role, saidAt, place, mentions, fileId } = passage;
  const records = passage.records.filter((one) => isUnexpired(one, now)).map(({ record }) => record);
  const digest = fileId === null ? null : passage.digest;
  const dump = { text, prompt, message, speaker, role, saidAt, place, digest, mentions, records };
  return records.length === 0 ? [] : [dump];
}

function fileOf(file: SourceDump["file"] | undefined): SourceDump["file"] {
  if (file === undefined || file === null) return null;
  const { id, name, mediaType, digest } = file;
  return { id, name, mediaType, digest };
}
