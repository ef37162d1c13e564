/** Looks up what the store already knows about an input, in one transaction. */
import type { MemoryRecord } from "../../../contract/record.js";
import { factKey } from "../../shared/names.js";
import type { FactKey, Known, KnownFile, KnownRequest, StoredFile, WantedFile } from "../../store.js";
import { Bound, type Transaction } from "../database/transaction.js";
import { inScopes, isCurrent, ofStore, recordsWithPassages } from "./criteria.js";
import { ofStoreWithSource, type RecordRow, recordColumns, recordTables, toRecord } from "./records.js";
import type { View } from "./view.js";

/** How long an answer is stored: a caller repeats a call within minutes, a queue within hours. */
export const answerKeptMs = 86_400_000;

/** Returns what is known about an input. @param at ISO 8601: the time, if the request names none */
export async function lookUpKnown(view: View, request: KnownRequest, at: string): Promise<Known> {
  const { facts = [], digests = [], recordIds = [], key, file, filePassages, now = at } = request;
  const foundFile = file && (await findFile(view.tx, file, await view.writesTo()));
  return {
    facts: await factsOf(view, facts, (bound) => `r.type = 'semantic' and ${isCurrent(bound, now)}`),
    ended: await factsOf(view, facts, () => "r.superseded_by is not null"),
    named: await named(view, recordIds, now),
    passages: await withDigests(view, digests, now),
    answer: key === undefined ? undefined : await findAnswer(view, key, now),
    file: foundFile && (await counted(view.tx, foundFile, now)),
    filePassages: filePassages === undefined ? new Map() : await currentPassages(view, filePassages, now),
  };
}

/** Returns the records of each fact that meet a condition, in the order of the facts. */
async function factsOf(
  view: View,
  facts: readonly FactKey[],
  condition: (bound: Bound) => string,
): Promise<MemoryRecord[]> {
  if (facts.length === 0) return [];
  const bound = new Bound();
  const { tables, joined } = factTables(bound, facts);
  const rows = await view.tx.rows<RecordRow>(
    `select ${recordColumns} from ${recordTables} join ${tables} on ${joined}
     where ${ofStoreWithSource} and ${inScopes(bound, view.scopes, "r")} and ${condition(bound)}
     order by wanted.at, r.id`,
    bound.values,
  );
  return rows.map(toRecord);
}

/** Returns the wanted facts as a table `wanted`, and how records (alias `r`) join it. */
function factTables(bound: Bound, facts: readonly FactKey[]) {
  const entities = bound.add(facts.map(({ entity }) => factKey(entity)));
  const properties = bound.add(facts.map(({ property }) => factKey(property)));
  return {
    tables: `unnest(${entities}::text[], ${properties}::text[]) with ordinality as wanted (entity, property, at)`,
    joined: "r.entity_key = wanted.entity and r.property_key = wanted.property",
  };
}

/** Returns the ids of the current semantic records of each fact, by its place. */
export async function factIds(
  view: View,
  facts: readonly FactKey[],
  now: string,
): Promise<ReadonlyMap<number, string[]>> {
  const found = new Map<number, string[]>(facts.map((_, at) => [at, []]));
  if (facts.length === 0) return found;
  const bound = new Bound();
  const { tables, joined } = factTables(bound, facts);
  const rows = await view.tx.rows<{ at: number; uuid: string }>(
    `select wanted.at, r.uuid from records r join ${tables} on ${joined}
     where r.store_id = $1 and ${inScopes(bound, view.scopes, "r")} and r.type = 'semantic' and ${isCurrent(bound, now)}`,
    bound.values,
  );
  for (const { at, uuid } of rows) found.get(at - 1)!.push(uuid);
  return found;
}

async function named(view: View, recordIds: readonly string[], now: string): Promise<MemoryRecord[]> {
  if (recordIds.length === 0) return [];
  const bound = new Bound();
  const ids = [...new Set(recordIds)];
  const rows = await view.tx.rows<RecordRow>(
    `select ${recordColumns} from ${recordTables} where ${ofStoreWithSource}
     and r.uuid = any(${bound.add(ids)}::text[]) and ${inScopes(bound, view.scopes, "r")} and ${isCurrent(bound, now)}`,
    bound.values,
  );
  const byId = new Map(rows.map((row) => [row.uuid, toRecord(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

async function withDigests(view: View, digests: readonly string[], now: string): Promise<Known["passages"]> {
  if (digests.length === 0) return [];
  const bound = new Bound();
  const wanted = [...new Set(digests)];
  const rows = await view.tx.rows<RecordRow & { readonly digest: string }>(
    `select ${recordColumns}, p.digest from ${recordTables} where ${ofStoreWithSource}
     and p.digest = any(${bound.add(wanted)}::text[]) and ${inScopes(bound, view.scopes, "p")}
     and ${isCurrent(bound, now)} order by r.id`,
    bound.values,
  );
  return wanted.flatMap((digest) => {
    const records = rows.filter((row) => row.digest === digest).map(toRecord);
    return records.length === 0 ? [] : [{ digest, records }];
  });
}

/** Returns true if a passage with one of some digests has a current record. */
export async function anyWithDigest(view: View, digests: readonly string[], now: string): Promise<boolean> {
  if (digests.length === 0) return false;
  const bound = new Bound();
  const found = await view.tx.row(
    `select 1 from ${recordsWithPassages} where ${ofStore} and p.digest = any(${bound.add(digests)}::text[])
     and ${inScopes(bound, view.scopes, "p")} and ${isCurrent(bound, now)} limit 1`,
    bound.values,
  );
  return found !== undefined;
}

/** Returns the answer stored under a key, unless it is too old. */
export async function findAnswer(view: View, key: string, now: string): Promise<string | undefined> {
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
    `select count(distinct p.id) as passages from ${recordsWithPassages}
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
    `select p.digest, p.id from ${recordsWithPassages} where ${ofStore} and p.file = ${bound.add(file)}::integer
     and p.digest = any(${bound.add(digests)}::text[]) and ${isCurrent(bound, now)} order by p.id`,
    bound.values,
  );
  return new Map(rows.map(({ digest, id }) => [digest, id]));
}
