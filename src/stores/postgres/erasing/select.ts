/**
 * Selects what is forgotten with a selection: the selected records, the records that they
 * superseded, and every record that shares a passage with one of them, until no more are found.
 */
import type { ForgetPreview } from "../../../contract/forget.js";
import type { RecordType } from "../../../contract/record.js";
import { type NameStrictness, sayingName } from "../../../text/says-name.js";
import { fileWord, fold, indexWords } from "../../../text/words.js";
import { nameKey } from "../../shared/names.js";
import type { Selection } from "../../store.js";
import { Bound } from "../database/transaction.js";
import {
  byScopes,
  inScopes,
  lookedUp,
  ofStore,
  passageOf,
  passagesWithRecords,
  recordsByIds,
  recordsOfPassages,
  recordsWithPassages,
} from "../reading/criteria.js";
import { groupBy } from "../reading/group-by.js";
import { metadataSql } from "../reading/metadata-sql.js";
import type { View } from "../reading/view.js";
import { wordHash } from "../reading/words/word-index.js";

/** A record that was found. */
export interface Found {
  readonly id: number;
  readonly uuid: string;
  readonly passage: number;
  readonly scope: number;
  readonly type: RecordType;
  readonly text: string;
  readonly superseded_by: string | null;
  /** Why it was found; absent if it meets a condition of the selection directly. */
  readonly why?: string;
}

/** A record that would be erased. */
export type Going = Found & { readonly because: ForgetPreview["because"] };

const columns = "r.id, r.uuid, r.passage, r.scope, r.type, coalesce(r.text, p.text) as text, r.superseded_by";

/**
 * Returns the visible records that meet every condition of a selection, in insertion order,
 * including superseded and expired ones. Without a condition it returns none. A condition on an
 * entity finds the records that have its name, and those whose text contains the name.
 */
export async function selected(view: View, selection: Selection): Promise<Found[]> {
  const { entity, strictness, ...others } = selection;
  const hasCondition = Object.values(selection).some((condition) => condition !== undefined);
  if (!hasCondition) return [];
  if (entity === undefined) return meeting(view, others, () => "true");
  const named = await meeting(view, others, (bound) => isNamed(bound, entity));
  const said = await saidIn(view, entity, strictness);
  const saying = await meeting(view, others, (bound) => isAmong(bound, said));
  const known = new Set(named.map(({ id }) => id));
  const why = `says "${entity}"`;
  const more = saying.filter(({ id }) => !known.has(id)).map((found) => ({ ...found, why }));
  return [...named, ...more].sort((one, other) => one.id - other.id);
}

function meeting(
  view: View,
  selection: Omit<Selection, "entity">,
  condition: (bound: Bound) => string,
): Promise<Found[]> {
  const { matched, file_id, type, before, after, filter } = selection;
  const bound = new Bound();
  const conditions = [
    ofStore,
    inScopes(bound, view.scopes, "r"),
    condition(bound),
    ...(matched === undefined ? [] : [`r.uuid = any(${bound.add(matched)}::text[])`]),
    ...(file_id === undefined
      ? []
      : [`p.file = (select id from files where store_id = $1 and uuid = ${bound.add(file_id)}::text)`]),
    ...(type === undefined ? [] : [`r.type = ${bound.add(type)}::text`]),
    ...(before === undefined ? [] : [`r.occurred_at < ${bound.add(Date.parse(before))}::bigint`]),
    ...(after === undefined ? [] : [`r.occurred_at >= ${bound.add(Date.parse(after))}::bigint`]),
    ...(filter === undefined ? [] : metadataSql(bound, filter)),
  ];
  return view.tx.rows<Found>(
    `select ${columns} from ${tablesOf(bound, selection)}
     where ${conditions.join(" and ")} order by r.id`,
    bound.values,
  );
}

/** Returns SQL of the records that may meet a selection, with their passages. */
function tablesOf(bound: Bound, { ids, file_id }: Pick<Selection, "ids" | "file_id">): string {
  if (ids !== undefined) return `${recordsByIds(bound, ids)} ${passageOf("r.passage")}`;
  return file_id === undefined ? recordsWithPassages : passagesWithRecords;
}

/** "Ana" finds "Ana Silva" and "Ana's sister", and does not find "Anabel". */
function isNamed(bound: Bound, name: string): string {
  const key = nameKey(name);
  const [exact, longer, possessive] = [key, `${key} `, `${key}'`].map((one) => `${bound.add(one)}::text`);
  return `r.passage = any(array(select distinct n.passage from names n where n.store_id = $1
    and n.name >= ${exact} and n.name < ${bound.add(`${key}\u{10FFFF}`)}::text
    and (n.name = ${exact} or starts_with(n.name, ${longer}) or starts_with(n.name, ${possessive}))))`;
}

interface Said {
  readonly passages: readonly number[];
  readonly records: readonly number[];
}

function isAmong(bound: Bound, { passages, records }: Said): string {
  return `(r.passage = any(${bound.add(passages)}::integer[]) or r.id = any(${bound.add(records)}::integer[]))`;
}

type Texts = { readonly id: number; readonly texts: readonly (string | null)[] };

/** Finds where a text contains a name, whatever records the extractor made. */
async function saidIn(view: View, name: string, reading?: NameStrictness): Promise<Said> {
  const says = sayingName(name, reading);
  const saying = (rows: readonly Texts[]) =>
    rows.filter(({ texts }) => texts.some((text) => text !== null && says(text))).map(({ id }) => id);
  return {
    passages: saying(await passagesWithWords(view, name)),
    records: saying(await recordsLike(view, name)),
  };
}

/** Passages that contain all words of the name. Files have index words of their own. */
async function passagesWithWords(view: View, name: string): Promise<Texts[]> {
  const bound = new Bound();
  const words = [...new Set(indexWords(name))];
  const has = (some: readonly string[]) => {
    const hashes = some.map((word) => wordHash(view.row.salt, word));
    return `p.id in (select one.id from words x cross join unnest(x.passages) as one (id)
      where x.store_id = $1 and x.hash = any(${bound.add(hashes)}::bigint[])
      group by one.id having count(*) = ${bound.add(hashes.length)}::bigint)`;
  };
  const mayBe = words.length === 0 ? "true" : `(${has(words)} or ${has(words.map(fileWord))})`;
  const rows = await view.tx.rows<
    Record<"text" | "prompt" | "speaker" | "heading" | "name", string | null> & { readonly id: number }
  >(
    `select p.id, p.text, p.prompt, p.speaker, p.heading, f.name from passages p
     left join files f on f.store_id = p.store_id and f.id = p.file
     where p.store_id = $1 and ${mayBe} and ${byScopes(bound, view.scopes, "p")}`,
    bound.values,
  );
  return rows.map(({ id, ...texts }) => ({ id, texts: Object.values(texts) }));
}

/** Records whose own texts may contain the name. */
async function recordsLike(view: View, name: string): Promise<Texts[]> {
  const bound = new Bound();
  const part = plainPart(name);
  const fields = ["r.text", "r.entity", "r.value", "r.applies_when", "r.metadata::text"];
  const pattern = part === undefined ? "" : `${bound.add(part)}::text`;
  const mayBe =
    part === undefined ? "true" : `(${fields.map((field) => `${field} ilike ${pattern}`).join(" or ")})`;
  const rows = await view.tx.rows<
    Record<"text" | "entity" | "value" | "applies_when" | "metadata", string | null> & { readonly id: number }
  >(
    `select r.id, r.text, r.entity, r.value, r.applies_when, r.metadata::text as metadata from records r
     where r.store_id = $1 and ${byScopes(bound, view.scopes, "r")} and ${mayBe}`,
    bound.values,
  );
  return rows.map(({ id, ...texts }) => ({ id, texts: Object.values(texts) }));
}

/**
 * Returns an SQL pattern that every text with the name matches: an ASCII part of the name, because
 * the database may fold other letters in another way. Returns `undefined` if the name has no ASCII
 * part.
 */
function plainPart(name: string): string | undefined {
  const parts = fold(name).match(/[a-z0-9]+/g) ?? [];
  const longest = parts.reduce((one, other) => (other.length > one.length ? other : one), "");
  return longest === "" ? undefined : `%${longest}%`;
}

/** Returns the visible records with the given ids. */
export function identified(view: View, ids: readonly string[]): Promise<Found[]> {
  return meeting(view, { ids: [...ids] }, () => "true");
}

/**
 * Adds the records that the found ones superseded, and those that share a passage with them, until
 * no more are found.
 */
export async function closure(view: View, start: readonly Found[]): Promise<Going[]> {
  const related = await relatedTo(view, start);
  const byPassage = groupBy(related, ({ passage }) => passage);
  const bySuccessor = groupBy(related, ({ superseded_by }) => superseded_by);
  const going = new Map<number, Going>();
  const join = (rows: readonly Found[], because: Going["because"]) => {
    for (const row of rows) if (!going.has(row.id)) going.set(row.id, { ...row, because });
  };
  join(start, "selected");
  // Iterating over a Map includes the entries that are added meanwhile.
  for (const { uuid, passage } of going.values()) {
    join(bySuccessor.get(uuid) ?? [], "ancestor");
    join(byPassage.get(passage) ?? [], "shares_passage");
  }
  return [...going.values()];
}

/** Reads everything that `closure` may add, round by round, in insertion order. */
async function relatedTo(view: View, start: readonly Found[]): Promise<Found[]> {
  const known = new Map(start.map((found) => [found.id, found]));
  for (let added: readonly Found[] = start; added.length > 0; ) {
    const bound = new Bound();
    const among = `${bound.add(added.map(({ uuid }) => uuid))}::text[]`;
    const superseded = lookedUp({ table: "records", column: "superseded_by", among });
    const beside = recordsOfPassages(bound, [...new Set(added.map(({ passage }) => passage))]);
    const isVisible = `${ofStore} and ${inScopes(bound, view.scopes, "r")}`;
    const from = (records: string) =>
      `select ${columns} from ${records} ${passageOf("r.passage")} where ${isVisible}`;
    const rows = await view.tx.rows<Found>(`${from(superseded)} union ${from(beside)}`, bound.values);
    added = rows.filter(({ id }) => !known.has(id));
    for (const row of added) known.set(row.id, row);
  }
  return [...known.values()].sort((one, other) => one.id - other.id);
}

/** Returns a record to erase as the contract defines it. */
export function toPreview({ uuid, type, text, because, why }: Going): ForgetPreview {
  return { record_id: uuid, type, text, because, ...(why === undefined ? {} : { why }) };
}
