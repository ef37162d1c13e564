/** Answers requests by number or id, in one transaction. */
import type { MemoryRecord } from "../../../contract/record.js";
import type { Role } from "../../../text/passage.js";
import { toIso } from "../../formats/times.js";
import type {
  PassagesRequest,
  ReadAnswer,
  ReadRequest,
  Speaker,
  StoredPassage,
  UnembeddedPassage,
  VectorSpace,
} from "../../store.js";
import { Bound, type Transaction } from "../database/transaction.js";
import { hasEnded, inScopes, matches, unexpired } from "./criteria.js";
import { groupBy } from "./group-by.js";
import { ofStoreWithSource, type RecordRow, recordColumns, recordTables, toRecord } from "./records.js";
import { statisticsOf } from "./scopes.js";
import { similarities } from "./vectors.js";
import type { View } from "./view.js";

/** What a request is answered with. */
export interface Asking {
  /** ISO 8601: the time for requests without criteria. */
  readonly now: string;
  /** The embedder of the vectors that callers pass. */
  readonly embedder: VectorSpace;
}

/** Answers a request. */
export async function answerRead(
  view: View,
  request: ReadRequest,
  { now, embedder }: Asking,
): Promise<ReadAnswer> {
  switch (request.of) {
    case "passages":
      return wholePassages(view, request);
    case "similarities":
      return similarities(view, request, embedder);
    case "speakers":
      return speakers(view, request.numbers);
    case "texts":
      return textsOf(view.tx, "p.id = any($2::integer[])", [request.numbers]);
    case "history":
      return historyOf(view, request.id, now);
    case "layout":
      return view.layout();
    case "statistics":
      return statisticsOf(view.tx, view.scopes);
  }
}

/** Returns the texts of the passages (alias `p`) that meet an SQL condition, in order. */
export function textsOf(
  tx: Transaction,
  condition: string,
  values: readonly unknown[],
): Promise<UnembeddedPassage[]> {
  return tx.rows<UnembeddedPassage>(
    `select p.id, p.text, p.prompt, p.speaker, p.heading, f.name as "fileName" from passages p
     left join files f on f.store_id = p.store_id and f.id = p.file
     where p.store_id = $1 and ${condition} order by p.id`,
    values,
  );
}

interface PassageRow {
  readonly id: number;
  readonly source_uuid: string;
  readonly text: string;
  readonly prompt: string | null;
  readonly speaker: string | null;
  readonly role: Role;
  readonly said_at: number;
  readonly word_count: number;
  readonly file_uuid: string | null;
  readonly name: string;
  readonly media_type: string;
  readonly page: number | null;
  readonly heading: string | null;
}

type JudgedRow = RecordRow & { readonly matches: boolean; readonly ended: boolean };

async function wholePassages(view: View, { numbers, scope }: PassagesRequest): Promise<StoredPassage[]> {
  const ordinals = await view.ordinals();
  const places = new Map(
    numbers.flatMap((number) => {
      const id = ordinals.at(number);
      return id === undefined ? [] : [[id, number] as const];
    }),
  );
  if (places.size === 0) return [];
  const ids = [...places.keys()];
  const [rows, records] = [await passageRows(view, ids), await judged(view, ids, scope)];
  const stored = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const [row, own] = [stored.get(id), records.get(id) ?? []];
    if (row === undefined || !own.some((record) => record.matches)) return [];
    return [toPassage(row, places.get(id)!, own)];
  });
}

function passageRows(view: View, ids: readonly number[]): Promise<PassageRow[]> {
  const bound = new Bound();
  return view.tx.rows<PassageRow>(
    `select p.id, s.uuid as source_uuid, p.text, p.prompt, p.speaker, p.role, p.said_at, p.word_count,
       f.uuid as file_uuid, f.name, f.media_type, p.page, p.heading
     from passages p join sources s on s.store_id = p.store_id and s.id = p.source
     left join files f on f.store_id = p.store_id and f.id = p.file
     where p.store_id = $1 and s.store_id = $1 and p.id = any(${bound.add(ids)}::integer[])
     and ${inScopes(bound, view.scopes, "p")}`,
    bound.values,
  );
}

/** Returns the records of passages, with whether each matches, and whether it is no longer true. */
async function judged(
  view: View,
  ids: readonly number[],
  scope: PassagesRequest["scope"],
): Promise<Map<number, JudgedRow[]>> {
  const bound = new Bound();
  const rows = await view.tx.rows<JudgedRow>(
    `select ${recordColumns}, (${matches(bound, scope, view.scopes)}) as matches,
       (${hasEnded(bound, scope, view.scopes)}) as ended
     from ${recordTables} where ${ofStoreWithSource} and r.passage = any(${bound.add(ids)}::integer[]) order by r.id`,
    bound.values,
  );
  return groupBy(rows, ({ passage }) => passage);
}

function toPassage(row: PassageRow, id: number, records: readonly JudgedRow[]): StoredPassage {
  const { file_uuid, name, media_type: mediaType, page, heading } = row;
  return {
    id,
    sourceId: row.source_uuid,
    text: row.text,
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

async function speakers(view: View, numbers: readonly number[]): Promise<(Speaker | undefined)[]> {
  const ordinals = await view.ordinals();
  const ids = numbers.map((number) => ordinals.at(number) ?? 0);
  const bound = new Bound();
  const rows = await view.tx.rows<Speaker & { readonly id: number }>(
    `select p.id, p.speaker, p.role from passages p where p.store_id = $1
     and p.id = any(${bound.add(ids)}::integer[]) and ${inScopes(bound, view.scopes, "p")}`,
    bound.values,
  );
  const known = new Map(rows.map(({ id, speaker, role }) => [id, { speaker, role }]));
  return ids.map((id) => known.get(id));
}

async function historyOf(view: View, id: string, now: string): Promise<MemoryRecord[]> {
  const bound = new Bound();
  const visible = inScopes(bound, view.scopes, "r");
  const rows = await view.tx.rows<RecordRow>(
    `with recursive chain (uuid, successor) as (
       select r.uuid, r.superseded_by from records r where r.store_id = $1 and r.uuid = ${bound.add(id)}::text and ${visible}
       union select r.uuid, r.superseded_by from records r join chain c on r.superseded_by = c.uuid or r.uuid = c.successor
         where r.store_id = $1 and ${visible})
     select ${recordColumns} from ${recordTables} where ${ofStoreWithSource}
     and r.uuid in (select uuid from chain) and ${unexpired(bound, now)}
     order by coalesce(r.valid_from, r.occurred_at), r.created_at, r.id`,
    bound.values,
  );
  return rows.map(toRecord);
}
