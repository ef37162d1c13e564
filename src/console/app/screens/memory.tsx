/**
 * One record: what it says, where it came from, what it replaced, its trail, and how to forget it.
 */
import type { AuditRow } from "../../../contract/maintenance/audit.js";
import type { MemoryRecord, Page } from "../../../contract/record.js";
import { call, exported } from "../lib/api.js";
import { href } from "../lib/route.js";
import { inScope, mayWrite } from "../lib/state.js";
import { useLoad } from "../lib/use-load.js";
import { AuditTable } from "../ui/audit-table.js";
import { Empty, Facts, Loading, Problem, Time, Title, TypeMark } from "../ui/parts.js";
import { Source, sourceOf } from "../ui/source.js";
import { Forget } from "./forget.js";

/** The screen of one record. @param props.id The id of the record, which may be forgotten. */
export function Memory({ id }: { id: string }) {
  const { data, error, reload } = useLoad(id, async (signal) => {
    const trail = await call("audit", { record_id: id, limit: 1000 }, signal);
    if (trail.items.some(isErasure)) return { record: undefined, history: [], trail, source: [] };
    const { items: history } = await call("history", { id }, signal);
    const record = history.find((one) => one.id === id)!;
    const lines = await exported({ source_id: record.source_id, ...inScope() }, signal);
    return { record, history, trail, source: sourceOf(lines) };
  });
  if (error !== undefined) return <Problem error={error} />;
  if (data === undefined) return <Loading what="the record" />;
  const { record, trail } = data;
  if (record !== undefined) return <Kept {...data} record={record} onForgotten={reload} />;
  return (
    <>
      <Title note="The store has no such record. What is left is its audit trail, which has no content.">
        Nothing is kept
      </Title>
      <Trail rows={trail.items} />
    </>
  );
}

interface KeptRecord {
  readonly record: MemoryRecord;
  readonly history: readonly MemoryRecord[];
  readonly trail: Page<AuditRow>;
  readonly source: ReturnType<typeof sourceOf>;
  readonly onForgotten: () => void;
}

/** A record that the store has. */
function Kept({ record, history, trail, source, onForgotten }: KeptRecord) {
  const { id } = record;
  return (
    <>
      <Title
        note={
          <>
            <TypeMark type={record.type} /> <code>{record.id}</code>
          </>
        }
      >
        {record.text}
      </Title>
      <Facts rows={factsOf(record)} />
      <h2>In its source</h2>
      <Source passages={source} id={id} />
      <h2>History</h2>
      <History records={history} id={id} />
      <h2>Audit trail</h2>
      <Trail rows={trail.items} />
      {mayWrite() && (
        <>
          <h2>Forget</h2>
          <Forget id={id} onForgotten={onForgotten} />
        </>
      )}
    </>
  );
}

function isErasure({ operation }: AuditRow): boolean {
  return operation === "FORGET" || operation === "EXPIRE";
}

function factsOf(record: MemoryRecord) {
  const { entity, property, value, trigger, speaker, certainty, metadata } = record;
  const labels = Object.entries(metadata).map(([name, label]) => `${name}=${String(label)}`);
  return [
    ["About", entity && <a href={href("memories", "", { entity })}>{entity}</a>],
    ["Property", property],
    ["Value", value],
    ["Applies when", trigger],
    ["Said by", speaker],
    ["Certainty", certainty === undefined ? "" : `${Math.round(certainty * 100)} %`],
    ["Happened", <Period key="h" from={record.occurred_at} until={record.occurred_until} />],
    ["True", record.valid_from && <Period key="t" from={record.valid_from} until={record.valid_to} />],
    ["Recorded", <Time key="r" at={record.created_at} exact />],
    ["Expires", record.expires_at && <Time key="e" at={record.expires_at} exact />],
    [
      "File",
      record.file_id && [record.heading, record.page && `page ${record.page}`].filter(Boolean).join(", "),
    ],
    ["Labels", labels.join(", ")],
    ["Source", <code key="s">{record.source_id}</code>],
  ] as const;
}

function Period({ from, until }: { from: string; until: string | null }) {
  return (
    <>
      <Time at={from} exact />
      {until !== null && (
        <>
          {" until "}
          <Time at={until} exact />
        </>
      )}
    </>
  );
}

function History({ records, id }: { records: readonly MemoryRecord[]; id: string }) {
  if (records.length < 2) return <Empty>It replaced nothing, and nothing replaced it.</Empty>;
  return (
    <ol class="history">
      {records.map((one) => (
        <li key={one.id} aria-current={one.id === id ? "true" : undefined}>
          <Time at={one.valid_from ?? one.occurred_at} />
          {one.id === id ? <strong>{one.text}</strong> : <a href={href("memory", one.id)}>{one.text}</a>}
          <span class="note">
            {one.superseded_by === null
              ? one.valid_to === null
                ? "true now"
                : "ended"
              : "replaced by the next"}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Trail({ rows }: { rows: readonly AuditRow[] }) {
  return rows.length === 0 ? <Empty>No row of the trail is about it.</Empty> : <AuditTable rows={rows} />;
}
