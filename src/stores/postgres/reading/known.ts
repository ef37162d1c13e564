/** Looks up what the store already knows about an input, in one transaction. */
import { factKey } from "../../shared/names.js";
import type { FactKey, Known, KnownFile, KnownRequest, StoredFile, WantedFile } from "../../store.js";
import { Bound, type Transaction } from "../database/transaction.js";
import {
  andTheirRecords,
  inScopes,
  isCurrent,
  lookedUp,
  ofStore,
  passagesWithRecords,
  recordsByIds,
} from "./criteria.js";
import {
  andTheirSources,
  ofStoreWithSource,
  type RecordRow,
  recordColumns,
  sourceAndFile,
  toRecord,
} from "./records.js";
import type { View } from "./view.js";

/** How long an answer is stored: a caller repeats a call within minutes, a queue within hours. */
export const answerKeptMs = 86_400_000;

/** Returns what is known about an input. @param at ISO 8601: the time, if the request names none */
export async function lookUpKnown(view: View, request: KnownRequest, at: string): Promise<Known> {
  const { digests = [], recordIds = [], key, file, filePassages, now = at } = request;
  const found = await knownRecords(view, request, now);
  const foundFile = file && (await findFile(view.tx, file, await view.writesTo()));
  const facts = found.filter(({ of, current }) => of === "facts" && current).map(toRecord);
  const passages = [...new Set(digests)].flatMap((digest) => {
    const records = found.filter((row) => row.of === "passages" && row.digest === digest).map(toRecord);
    return records.length === 0 ? [] : [{ digest, records }];
  });
  view.known.add({ ...request, now }, { facts, passages }, { row: view.row, part: view.name });
  const byId = new Map(found.filter(({ of }) => of === "named").map((row) => [row.uuid, toRecord(row)]));
  return {
    facts,
    ended: found.filter(({ of, current }) => of === "facts" && !current).map(toRecord),
    named: [...new Set(recordIds)].flatMap((id) => byId.get(id) ?? []),
    passages,
    answer: key === undefined ? undefined : await findAnswer(view, key, now),
    file: foundFile && (await counted(view.tx, foundFile, now)),
    filePassages: filePassages === undefined ? new Map() : await currentPassages(view, filePassages, now),
  };
}

/** A record that an input is about, and why it was looked up. */
interface KnownRow extends RecordRow {
  readonly of: "facts" | "named" | "passages";
  readonly current: boolean;
  readonly digest: string;
}

/**
 * Reads three kinds of records in one statement: current and superseded records of the given facts,
 * current records with the given ids, and current records of passages with the given digests.
 */
async function knownRecords(
  view: View,
  { facts = [], digests = [], recordIds = [] }: KnownRequest,
  now: string,
): Promise<KnownRow[]> {
  const bound = new Bound();
  const from = (of: KnownRow["of"], tables: string, at: string, current: string, condition: string) =>
    `select ${recordColumns}, '${of}' as of, ${at} as at, ${current} as current, p.digest from ${tables}
     where ${ofStoreWithSource} and ${inScopes(bound, view.scopes, "p")} and ${condition}`;
  const isNow = () => isCurrent(bound, now);
  const queries: string[] = [];
  if (facts.length > 0) {
    const tables = `${factTables(bound, facts)} ${andTheirSources}`;
    const current = `(r.type = 'semantic' and ${isNow()})`;
    const either = `(r.superseded_by is not null or ${current})`;
    queries.push(from("facts", tables, "wanted.at", current, either));
  }
  if (recordIds.length > 0) {
    const tables = `${recordsByIds(bound, recordIds)} ${andTheirSources}`;
    queries.push(from("named", tables, "0", "true", isNow()));
  }
  if (digests.length > 0) {
    const tables = `${passagesByDigests(bound, digests)} ${andTheirRecords} ${sourceAndFile}`;
    queries.push(from("passages", tables, "0", "true", isNow()));
  }
  if (queries.length === 0) return [];
  return view.tx.rows<KnownRow>(`${queries.join(" union all ")} order by at, id`, bound.values);
}

/** Returns SQL of the passages with some digests, as `p`. */
export function passagesByDigests(bound: Bound, digests: readonly string[]): string {
  const among = `${bound.add([...new Set(digests)])}::text[]`;
  return lookedUp({ table: "passages", column: "digest", among });
}

/** Returns SQL of the wanted facts as a table `wanted`, with their records (alias `r`). */
export function factTables(bound: Bound, facts: readonly FactKey[]): string {
  const entities = bound.add(facts.map(({ entity }) => factKey(entity)));
  const properties = bound.add(facts.map(({ property }) => factKey(property)));
  return `unnest(${entities}::text[], ${properties}::text[]) with ordinality as wanted (entity, property, at)
    cross join lateral (select * from records r where r.store_id = $1 and r.entity_key = wanted.entity
      and r.property_key = wanted.property offset 0) r`;
}

/** Returns the answer stored under a key, unless it is too old. */
async function findAnswer(view: View, key: string, now: string): Promise<string | undefined> {
  const scope = await view.writesTo();
  if (scope === undefined) return undefined;
  const row = await view.tx.row<{ payload: string }>(
    "select payload from answers where store_id = $1 and scope = $2 and key = $3 and at > $4",
    [scope, key, Date.parse(now) - answerKeptMs],
  );
  return row?.payload;
}

/** A file as it is stored. */
export interface FileRow extends StoredFile {
  /** The number that passages refer to. */
  readonly row: number;
  readonly scope: number;
}

const fileColumns = `id as row, uuid as id, name, media_type as "mediaType", digest, scope`;

/** Returns the file with an id, of any scope. */
export function fileById(tx: Transaction, id: string): Promise<FileRow | undefined> {
  return tx.row<FileRow>(`select ${fileColumns} from files where store_id = $1 and uuid = $2`, [id]);
}

/** Finds a file of a scope. */
export async function findFile(
  tx: Transaction,
  { id, digest, name }: WantedFile,
  scope: number | undefined,
): Promise<FileRow | undefined> {
  if (scope === undefined) return undefined;
  if (id !== undefined) {
    const found = await fileById(tx, id);
    return found?.scope === scope ? found : undefined;
  }
  return tx.row<FileRow>(
    `select ${fileColumns} from files where store_id = $1 and scope = $2 and (name = $3 or digest = $4)
     order by (name = $3 and digest = $4) desc, (name = $3) desc, id desc limit 1`,
    [scope, name, digest],
  );
}

async function counted(
  tx: Transaction,
  { row, scope: _, ...file }: FileRow,
  now: string,
): Promise<KnownFile> {
  const bound = new Bound();
  const found = await tx.row<{ passages: number }>(
    `select count(distinct p.id) as passages from ${passagesWithRecords}
     where ${ofStore} and p.file = ${bound.add(row)}::integer and ${isCurrent(bound, now)}`,
    bound.values,
  );
  return { ...file, passages: found!.passages };
}

async function currentPassages(
  view: View,
  { fileId, digests }: NonNullable<KnownRequest["filePassages"]>,
  now: string,
): Promise<Map<string, number>> {
  const file = await fileById(view.tx, fileId);
  if (file === undefined || file.scope !== (await view.writesTo())) return new Map();
  return currentByDigest(view.tx, file.row, { digests, now });
}

/** Returns the current passages of a file with one of these digests, by digest. */
export async function currentByDigest(
  tx: Transaction,
  file: number,
  { digests, now }: { readonly digests: readonly string[]; readonly now: string },
): Promise<Map<string, number>> {
  const bound = new Bound();
  const rows = await tx.rows<{ digest: string; id: number }>(
    `select p.digest, p.id from ${passagesWithRecords} where ${ofStore} and p.file = ${bound.add(file)}::integer
     and p.digest = any(${bound.add(digests)}::text[]) and ${isCurrent(bound, now)} order by p.id`,
    bound.values,
  );
  return new Map(rows.map(({ digest, id }) => [digest, id]));
}
