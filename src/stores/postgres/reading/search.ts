/** Answers the requests of a search, in one transaction. */
import { factKeys, nameKey } from "../../shared/names.js";
import type {
  Criteria,
  FactsRequest,
  NamesRequest,
  PageRequest,
  RulesRequest,
  SearchAnswer,
  SearchRequest,
  TimeRequest,
  VectorSpace,
} from "../../store.js";
import { Bound } from "../database/transaction.js";
import { byScopes, inScopes, lookedUp, matches, passageOf, withMatchingRecord } from "./criteria.js";
import { factTables } from "./known.js";
import { isPlain } from "./passages/passage-cache.js";
import type { Property } from "./property-cache.js";
import { nearest } from "./vectors/vectors.js";
import type { View } from "./view.js";
import { postings } from "./words/postings.js";

/** Answers a request. @param embedder the embedder of the vectors that callers pass */
export async function answerSearch(
  view: View,
  request: SearchRequest,
  embedder: VectorSpace,
): Promise<SearchAnswer> {
  switch (request.by) {
    case "words":
      return postings(view, request);
    case "vector":
      return nearest(view, request, embedder);
    case "names":
      return names(view, request);
    case "time":
      return newest(view, { ...request, ...timeIndex(request) }, (bound) => occurredIn(bound, request));
    case "facts":
      return facts(view, request);
    case "rules":
      return rules(view, request);
    case "page":
      return onPage(view, request);
  }
}

async function names(view: View, { beginning, limit, scope }: NamesRequest): Promise<string[]> {
  const bound = new Bound();
  const key = nameKey(beginning);
  const from = bound.add(key);
  const to = bound.add(`${key}\u{10FFFF}`);
  const [passage, number] = scope.asOf === undefined ? ["", "n.passage"] : [passageOf("n.passage"), "p.id"];
  // Skips from one name to the next in the index, and stops at the first match of each: a name may
  // have thousands of passages.
  const rows = await view.tx.rows<{ name: string }>(
    `with recursive walked (name) as (
       (select n.name from names n where n.store_id = $1 and n.name >= ${from}::text and n.name < ${to}::text
        order by n.name limit 1)
       union all
       select (select n.name from names n where n.store_id = $1 and n.name > walked.name and n.name < ${to}::text
         order by n.name limit 1) from walked where walked.name is not null)
     select walked.name from walked where walked.name is not null
     and (select true from names n ${passage}
       where n.store_id = $1 and n.name = walked.name and ${withMatchingRecord(bound, scope, view.scopes, number)} limit 1)
     order by walked.name limit ${bound.add(limit)}::integer`,
    bound.values,
  );
  return rows.map(({ name }) => name);
}

async function onPage(view: View, { page, limit, scope }: PageRequest): Promise<number[]> {
  const bound = new Bound();
  const rows = await view.tx.rows<{ id: number }>(
    `select p.id from passages p where p.store_id = $1 and p.page = ${bound.add(page)}::integer
     and ${inScopes(bound, view.scopes, "p")} and ${withMatchingRecord(bound, scope, view.scopes)}
     order by p.id limit ${bound.add(limit)}::integer`,
    bound.values,
  );
  return (await view.ordinals()).all(rows.map(({ id }) => id));
}

/** What records to look for, and how many passages. */
interface Wanted {
  readonly limit: number;
  readonly scope: Criteria;
  /**
   * Whether few records meet the condition. Then they are selected directly, not by a scan from the
   * newest record on.
   */
  readonly few?: boolean;
  /** Whether the records are selected by their time within their scope. */
  readonly byTime?: boolean;
  /** SQL of the records (alias `r`). @default all of the store */
  readonly records?: (bound: Bound) => string;
}

/**
 * Returns the passages of the records that match criteria and a condition, newest first, each once.
 */
async function newest(view: View, wanted: Wanted, condition: (bound: Bound) => string): Promise<number[]> {
  const { passages } = await newestOf(view, wanted, condition);
  return (await view.ordinals()).all(passages);
}

/**
 * Reads records from the newest on until they belong to enough passages.
 *
 * @returns also whether the answer stays the same as time passes
 */
async function newestOf(
  view: View,
  { scope, limit, few = false, byTime = false, records = () => "records r" }: Wanted,
  condition: (bound: Bound) => string,
): Promise<{ readonly passages: number[]; readonly lasts: boolean }> {
  for (let count = 2 * limit; ; count *= 4) {
    const bound = new Bound();
    const isMeant = condition(bound);
    const needsPassage = scope.asOf !== undefined || /\bp\./.test(isMeant);
    const tables = `${records(bound)} ${needsPassage ? passageOf("r.passage") : ""}`;
    const isMatch = matches(bound, scope, view.scopes, byTime ? byScopes : inScopes);
    const rows = await view.tx.rows<{ passage: number; lasts: boolean }>(
      `select passage, lasts from (
         select r.passage, r.expires_at is null and r.valid_to is null as lasts, r.occurred_at, r.id from ${tables}
         where r.store_id = $1 and ${isMeant} and ${isMatch} ${few ? "offset 0" : ""}) r
       order by occurred_at desc, id desc limit ${bound.add(count)}::integer`,
      bound.values,
    );
    const passages = new Set(rows.map(({ passage }) => passage));
    if (passages.size >= limit || rows.length < count)
      return { passages: [...passages].slice(0, limit), lasts: rows.every(({ lasts }) => lasts) };
  }
}

/** Returns the passages with rules, which are cached until there is a newer rule. */
async function rules(view: View, request: RulesRequest): Promise<number[]> {
  const { byUser, scope, limit } = request;
  const { passages: cache, row } = view;
  const condition = () => rulesBy(byUser);
  if (!isPlain(scope)) return newest(view, request, condition);
  const name = `${view.name} ${byUser ?? "all"} ${limit} ${scope.corpus ?? "both"}`;
  const known = cache.rules(name, row.last_rule);
  if (known !== undefined) return (await view.ordinals()).all(known);
  const { passages, lasts } = await newestOf(view, request, condition);
  if (lasts) cache.addRules(name, { lastRule: row.last_rule, passages });
  return (await view.ordinals()).all(passages);
}

/** The events of some entities are few; others are read in the order of time. */
function timeIndex({ entities }: TimeRequest): Pick<Wanted, "few" | "byTime" | "records"> {
  if (entities === undefined) return { byTime: true };
  return { few: true, records: (bound) => recordsAbout(bound, factKeys(entities)) };
}

/** Returns SQL of the records about some entities, as `r`. @param keys of the entities */
function recordsAbout(bound: Bound, keys: readonly string[]): string {
  const among = `${bound.add([...new Set(keys)])}::text[]`;
  return lookedUp({ table: "records", column: "entity_key", among });
}

function occurredIn(bound: Bound, { from, to, entities }: TimeRequest): string {
  const [begin, end] = [from, to].map((time) => `${bound.add(Date.parse(time))}::bigint`);
  if (entities === undefined)
    return `r.occurred_at < ${end} and (r.occurred_at >= ${begin} or r.occurred_until > ${begin})`;
  return `r.type = 'episodic' and r.occurred_at < ${end} and r.occurred_at >= ${begin}`;
}

function rulesBy(byUser: RulesRequest["byUser"]): string {
  const rule = "r.type = 'procedural'";
  if (byUser === "standing") return `${rule} and r.standing`;
  return byUser === undefined ? rule : `${rule} and r.applies_when is not null and p.role = 'user'`;
}

async function facts(view: View, request: FactsRequest): Promise<number[]> {
  const keys = factKeys(request.entities);
  const { isProperty } = request;
  if (isProperty === undefined)
    return newest(
      view,
      { ...request, few: true, records: (bound) => recordsAbout(bound, keys) },
      () => "r.type = 'semantic'",
    );
  const wanted = (await propertiesOf(view, keys)).filter(({ property }) => isProperty(property));
  if (wanted.length === 0) return [];
  const records = (bound: Bound) => factTables(bound, wanted);
  return newest(view, { ...request, few: true, records }, () => "r.type = 'semantic'");
}

/** Returns the properties of entities, by their keys: they are few, and their facts may be many. */
async function propertiesOf(view: View, entities: readonly string[]): Promise<Property[]> {
  const { row, scopes, properties: cache } = view;
  const missing = entities.filter((entity) => cache.get(row, scopes, entity) === undefined);
  const read = missing.length === 0 ? [] : await readProperties(view, missing);
  const found = new Map(missing.map((entity) => [entity, new Set<string>()]));
  for (const { entity, property } of read) found.get(entity)?.add(property);
  for (const [entity, properties] of found) cache.add(row, scopes, entity, properties);
  return entities.flatMap((entity) => {
    const properties = found.get(entity) ?? cache.get(row, scopes, entity) ?? [];
    return [...properties].map((property) => ({ entity, property }));
  });
}

function readProperties(view: View, entities: readonly string[]): Promise<Property[]> {
  return view.once(`properties ${JSON.stringify(entities)}`, () => {
    const bound = new Bound();
    return view.tx.rows<Property>(
      `select distinct r.entity_key as entity, r.property_key as property from ${recordsAbout(bound, entities)}
       where r.store_id = $1 and ${inScopes(bound, view.scopes, "r")} and r.property_key is not null`,
      bound.values,
    );
  });
}
