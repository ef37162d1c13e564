/**
 * Selects what is forgotten with a selection: the selected records, the records that they
 * superseded, and every record that shares a passage with one of them, until no more are found.
 */
import type { ForgetPreview } from "../../../contract/forget.js";
import type { RecordType } from "../../../contract/record.js";
import { toMs } from "../../formats/times.js";
import type { Selection } from "../../store.js";
import type { Connection } from "../database/connection.js";
import { filterJson, inScopes, isFew, scopeParameters } from "../filters/criteria.js";
import type { Prefilter } from "../filters/prefilter.js";
import type { ScopeView } from "../filters/scope-view.js";
import type { KeywordIndex } from "../keywords/keyword-index.js";
import type { VisiblePassages } from "../passages/visible-passages.js";
import { isNamed, isNamedAmong, namedParameters } from "../tables/name-table.js";
import { lastRecord } from "../tables/record-table.js";
import { type Said, saidIn } from "./said-names.js";

type Because = ForgetPreview["because"];

/** A record that would be erased. */
export interface RecordToErase {
  readonly id: number;
  readonly uuid: string;
  readonly passage: number;
  readonly scope: number;
  readonly type: RecordType;
  readonly text: string;
  readonly because: Because;
  /** Why it was found; absent if it meets a condition of the selection directly. */
  readonly why?: string;
}

/** A record that was found. */
export type Found = Omit<RecordToErase, "because">;

const found = "select r.id, r.uuid, r.passage, r.scope, r.type, coalesce(r.text, p.text) as text";
const from = "from records r join passages p on p.id = r.passage";

/**
 * Records to read in one step, and records whose ancestors and passages are followed in one step:
 * some milliseconds.
 */
const perStep = { selected: 4096, related: 512 };

/** The parts that a selection uses. */
export interface SelectParts {
  readonly connection: Connection;
  readonly prefilter: Prefilter;
  readonly keywords: KeywordIndex;
  readonly visible: ScopeView;
}

/** A selection. `said` are the passages and records whose text contains the name of `entity`. */
type Conditions = Selection & { readonly said?: Said };

/**
 * Yields the visible records that meet every condition of a selection, in insertion order,
 * including superseded and expired ones. Without a condition it yields none. A condition on an
 * entity finds the records that have its name, and those whose text contains the name. Run each
 * step inside a read transaction.
 */
export function* selected(parts: SelectParts, selection: Selection): Generator<undefined, Found[]> {
  const found = yield* meeting(parts, selection);
  const { entity, strictness, ...others } = selection;
  if (entity === undefined) return found;
  const scopes = parts.visible.scopes();
  const said = yield* saidIn({ ...parts, scopes }, entity, strictness);
  const known = new Set(found.map(({ id }) => id));
  const why = `says "${entity}"`;
  const saying = (yield* meeting(parts, { ...others, said })).filter(({ id }) => !known.has(id));
  return [...found, ...saying.map((row) => ({ ...row, why }))].sort((one, other) => one.id - other.id);
}

function* meeting(
  { connection, prefilter, visible }: SelectParts,
  selection: Conditions,
): Generator<undefined, Found[]> {
  const among = visible.passages();
  const conditions = conditionsOf(selection, among?.shortList !== undefined);
  if (conditions.length === 0 && selection.all !== true) return [];
  const scopes = visible.scopes();
  const parameters = { ...parametersOf(selection), ...scopeParameters(scopes) };
  const { type, filter } = selection;
  const types = type === undefined ? undefined : [type];
  const few = hasIndex(selection, among)
    ? undefined
    : prefilter.shortList({
        subset: among,
        scopes,
        types,
        filter,
        from: parameters.after,
        until: parameters.before,
      });
  const where = [
    ...(few === undefined ? [] : [isFew]),
    inScopes(scopes),
    ...conditions,
    "r.id > @from and r.id <= @upTo",
  ];
  const next = connection.statement<[object], Found>(
    `${found} ${from} where ${where.join(" and ")} order by r.id`,
  );
  const rows: Found[] = [];
  for (let last = lastRecord(connection), after = 0; after < last; ) {
    if (after > 0) yield;
    const upTo = few !== undefined || hasIndex(selection, among) ? last : after + perStep.selected;
    for (const row of next.all({ ...parameters, few: JSON.stringify(few ?? []), from: after, upTo }))
      rows.push(row);
    after = upTo;
  }
  return rows;
}

/** Returns true if an index finds what is selected. */
function hasIndex(
  { ids, matched, file_id, entity, said }: Conditions,
  among: VisiblePassages | undefined,
): boolean {
  const isNamed = entity !== undefined && among?.shortList === undefined;
  return isNamed || [ids, matched, file_id, said].some((condition) => condition !== undefined);
}

/** Returns records by their ids, without those that do not exist or are not visible. */
export function identified(
  connection: Connection,
  ids: readonly string[],
  scopes: readonly number[] | undefined,
): Found[] {
  return connection
    .statement<[object], Found>(
      `${found} ${from} where r.uuid in (select value from json_each(@ids)) and ${inScopes(scopes)} order by r.id`,
    )
    .all({ ...scopeParameters(scopes), ids: JSON.stringify(ids) });
}

/**
 * Adds ancestors, and records that share a passage, until no more are found. Each step must run
 * inside a transaction.
 */
export function* closure(
  connection: Connection,
  start: readonly Found[],
  scopes: readonly number[] | undefined,
): Generator<undefined, RecordToErase[]> {
  // An import may have stored records that refer to other scopes. These are not erased with it.
  const ancestors = connection.statement<[object], Found>(
    `${found} ${from} where r.superseded_by = @uuid and ${inScopes(scopes)}`,
  );
  const seen = scopeParameters(scopes);
  const sharing = connection.statement<[number], Found>(`${found} ${from} where r.passage = ? order by r.id`);
  const going = new Map<number, RecordToErase>();
  const passages = new Set<number>();
  const join = (rows: readonly Found[], because: Because) => {
    for (const row of rows) if (!going.has(row.id)) going.set(row.id, { ...row, because });
  };
  join(start, "selected");
  // Iterating over a Map includes the entries that are added meanwhile, so the Map is the queue
  // too.
  let walked = 0;
  for (const { uuid, passage } of going.values()) {
    walked += 1;
    if (walked % perStep.related === 0) yield;
    join(ancestors.all({ ...seen, uuid }), "ancestor");
    if (passages.has(passage)) continue;
    passages.add(passage);
    join(sharing.all(passage), "shares_passage");
  }
  return [...going.values()];
}

/** Returns a record to erase as the contract defines it. */
export function toPreview({ uuid, type, text, because, why }: RecordToErase): ForgetPreview {
  return { record_id: uuid, type, text, because, ...(why === undefined ? {} : { why }) };
}

/**
 * @param areFew true if few passages are searched: then the names of each passage are read, not the
 * passages of each name
 */
function conditionsOf(selection: Conditions, areFew: boolean): string[] {
  const conditions: string[] = [];
  if (selection.ids !== undefined) conditions.push("r.uuid in (select value from json_each(@ids))");
  if (selection.matched !== undefined) conditions.push("r.uuid in (select value from json_each(@matched))");
  if (selection.file_id !== undefined)
    conditions.push("p.file = (select id from files where uuid = @file_id)");
  if (selection.entity !== undefined) conditions.push(areFew ? isNamedAmong : isNamed);
  if (selection.said !== undefined)
    conditions.push(
      `(r.passage in (select value from json_each(@said_passages)) or r.id in (select value from json_each(@said_records)))`,
    );
  if (selection.type !== undefined) conditions.push("+r.type = @type");
  if (selection.before !== undefined) conditions.push("r.occurred_at < @before");
  if (selection.after !== undefined) conditions.push("r.occurred_at >= @after");
  if (filterJson(selection.filter) !== null) conditions.push("metadata_matches(r.metadata, @filter)");
  return conditions;
}

function parametersOf(selection: Conditions) {
  return {
    ids: JSON.stringify(selection.ids ?? []),
    matched: JSON.stringify(selection.matched ?? []),
    file_id: selection.file_id ?? null,
    type: selection.type ?? null,
    before: toMs(selection.before ?? null),
    after: toMs(selection.after ?? null),
    filter: filterJson(selection.filter),
    said_passages: JSON.stringify(selection.said?.passages ?? []),
    said_records: JSON.stringify(selection.said?.records ?? []),
    ...namedParameters(selection.entity ?? ""),
  };
}
