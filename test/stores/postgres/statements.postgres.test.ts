/**
 * Every statement that a store sends names its store for every table that it reads or writes. So a
 * query reads one partition; and with Citus, whose distributed tables have the store as their key,
 * one shard.
 */
import type pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { functions, rowFunctions, saveFunctions } from "../../../src/stores/postgres/database/functions.js";
import { tableNames } from "../../../src/stores/postgres/database/schema.js";
import type { PostgresPool, PostgresQuery } from "../../../src/stores/postgres/index.js";
import type { Store } from "../../../src/stores/store.js";
import {
  ask,
  change,
  collect,
  erasure,
  fact,
  fileChange,
  filePassage,
  monday,
  nextEmbedder,
  now,
  passage,
  record,
  scope,
  unlimited,
  vectorOf,
} from "../store-fixture.js";
import { type PlanNode, planOf } from "./explaining.js";
import { adminPool, openStore, testPool } from "./postgres-fixture.js";

/** Returns a pool that collects the statements that are sent over it. */
function watched(pool: pg.Pool): { readonly pool: PostgresPool; readonly sent: Set<string> } {
  const sent = new Set<string>();
  const connect = async () => {
    const client = await pool.connect();
    return {
      query: (query: PostgresQuery) => {
        for (const statement of query.text.split("; ")) sent.add(statement.replace(/\s+/g, " ").trim());
        return client.query(query);
      },
      release: (error?: Error) => client.release(error),
    };
  };
  return { pool: { connect }, sent };
}

/** Returns a pool that collects the prepared statements that are sent over it, with values. */
function preparing(pool: pg.Pool): { readonly pool: PostgresPool; readonly sent: PostgresQuery[] } {
  const sent: PostgresQuery[] = [];
  const connect = async () => {
    const client = await pool.connect();
    return {
      query: (query: PostgresQuery) => {
        if (query.name !== undefined) sent.push(query);
        return client.query(query);
      },
      release: (error?: Error) => client.release(error),
    };
  };
  return { pool: { connect }, sent };
}

/**
 * Returns the partitions that the server would read or write for a statement without row-level
 * security, whose policies would select the partition too.
 */
async function partitionsOf(client: pg.PoolClient, { name, text, values }: PostgresQuery): Promise<string[]> {
  await client.query(`prepare "${name}" as ${text}`);
  const plan = await planOf(client, { name: name!, text, values: values ?? [] }, false);
  return relationsOf(plan).map((relation) => /_p\d+$/.exec(relation)?.[0] ?? relation);
}

function relationsOf(node: PlanNode): string[] {
  const inner = (node.Plans ?? []).flatMap(relationsOf);
  // What a statement writes to is named as its table; the rows that it changes are read below.
  const relation = node["Node Type"] === "ModifyTable" ? undefined : node["Relation Name"];
  return relation === undefined ? inner : [relation, ...inner];
}

/** Calls every method of the port, with every kind of request. */
async function callEverything(store: Store): Promise<void> {
  const labels = store.within({ scope: { user: "ana" } });
  const idempotency = { key: "k", answer: () => "answer", recordIds: ["r1"] };
  const rule = record("rule", { type: "procedural", trigger: "it rains" });
  const first = passage("Mira lives in Graz", {
    speaker: "Mira",
    records: [fact("r1", ["Mira", "home", "Graz"])],
  });
  for (const part of [store, labels]) {
    const id = (name: string) => (part === store ? name : `${name} of ana`);
    const records = first.records.map((one) => ({ ...one, id: id(one.id) }));
    await part.save(
      change([{ ...first, records }], { idempotency: { ...idempotency, recordIds: [id("r1")] } }),
    );
    const next = passage("Mira lives in Linz", { records: [fact(id("r2"), ["Mira", "home", "Linz"])] });
    const closings = [{ recordId: id("r1"), validTo: null, supersededBy: id("r2") }];
    const facts = [{ entity: "Mira", property: "home", recordIds: [id("r1")] }];
    const expects = { facts, absentDigests: ["none"] };
    await part.save(change([next], { closings, expects }));
    await part.save(change([passage("wear a coat", { records: [{ ...rule, id: id("rule") }] })]));
    await writeFile(part, id);
    await askEverything(part);
  }
  await maintain(store);
  await labels.erase(["r1 of ana", "f1 of ana"], erasure({ names: ["Mira"] }));
  await labels.erase([], erasure({ all: true }));
}

async function writeFile(part: Store, id: (name: string) => string): Promise<void> {
  const file = { id: id("file"), name: "tides.pdf", mediaType: "application/pdf", digest: "one" };
  const writer = part.newFile();
  await writer.add([filePassage(id("f1"), "high water", { page: 1 })]);
  await writer.save(fileChange([filePassage(id("f2"), "low water", { page: 2 })], { file }));
  const renamed = { ...file, digest: "two", name: "moon.pdf" };
  await part
    .newFile()
    .save(fileChange([filePassage(id("f3"), "spring", { page: 2 })], { file: renamed, expects: "one" }));
  const discarded = part.newFile();
  await discarded.add([filePassage("x", "never")]);
  await discarded.discard();
}

async function askEverything(part: Store): Promise<void> {
  const narrow = { now, asOf: now, types: ["semantic" as const], filter: { a: 1, b: { gt: "x", ne: null } } };
  for (const criteria of [scope, narrow, { now, corpus: "files" as const, includeSuperseded: true }]) {
    const within = { limit: 5, scope: criteria };
    await part.snapshot(async (snapshot) => {
      const asked = ask(snapshot);
      await asked.matching(["mira"], within);
      await asked.nearest(vectorOf("Mira"), within);
      await asked.nearestRecent(vectorOf("Mira"), within);
      await asked.during(monday, now, within);
      await asked.during(monday, now, { ...within, entities: ["Mira"] });
      await asked.about(["Mira"], within);
      await asked.about(["Mira"], { ...within, isProperty: () => true });
      for (const byUser of [undefined, "standing", "conditional"] as const)
        await asked.rules({ ...within, ...(byUser && { byUser }) });
      await asked.onPage(1, within);
      await asked.names("m", within);
      await asked.passages([1, 2, 3], criteria);
      await asked.similarities([vectorOf("Mira")], [1, 2]);
      await asked.speakers([1]);
      await asked.spoken([1]);
      await asked.layout();
      await asked.statistics();
      await asked.history("r1");
    });
  }
  const facts = [{ entity: "Mira", property: "home" }];
  const file = { digest: "two", name: "moon.pdf" };
  const filePassages = { fileId: "file", digests: ["x"] };
  await part.known({ facts, digests: ["x"], recordIds: ["r1"], key: "k", file, filePassages });
  await part.list({ limit: 5, include_superseded: true, entity: "Mira", ids: ["r1"], source_id: "s" }, now);
  await part.audit({ limit: 5, operation: "CREATE", record_id: "r1", after: monday, before: now });
  await part.select({
    entity: "Mira",
    file_id: "file",
    type: "file",
    before: now,
    after: monday,
    filter: { a: 1 },
  });
  await part.select({ ids: ["r1"], matched: ["r1"] });
}

async function maintain(store: Store): Promise<void> {
  await collect(store.sources());
  const [dump] = await collect(store.sources());
  const load = {
    dump: {
      ...dump!,
      id: "loaded",
      passages: dump!.passages.map((one) => ({
        ...one,
        records: one.records.map((own) => ({ ...own, id: `${own.id} again` })),
      })),
    },
    passages: dump!.passages.map(({ text }) => ({ digest: text, vector: vectorOf(text) })),
  };
  await store.load([load], { at: now, actor: "tester", limits: unlimited });
  await store.status(now, "test");
  await store.verifyAudit();
  await store.usage();
  await store.count({ requests: 1, tokens: 0, spendMicros: 0 }, unlimited);
  await store.count({ requests: 1, tokens: 0, spendMicros: 1 }, unlimited);
  await store.assertEmbedder("test");
  await store.check({ repair: true });
  const move = (await store.reembed(nextEmbedder, unlimited))!;
  const waiting = await move.next(100);
  await move.keep(waiting.map(({ id, text }) => ({ passage: id, vector: vectorOf(text, nextEmbedder) })));
  await move.progress();
  await move.finish({ at: now, actor: "tester", limits: unlimited });
}

const keywords = new Set(
  "as where set on join left order group using values select union cross and or limit returning for given".split(
    " ",
  ),
);

/** Returns the tables that a statement names without naming the store for them. */
function unbound(statement: string): string[] {
  const tables = tableNames.join("|");
  const inserted = [...statement.matchAll(new RegExp(`\\binto (${tables}) \\(([a-z_]+)`, "g"))]
    .filter(([, , column]) => column !== "store_id")
    .map(([mention]) => mention);
  const read = [
    ...statement.matchAll(new RegExp(`\\b(?:from|join|update) (${tables})\\b(?: (?:as )?([a-z]+))?`, "g")),
  ]
    .filter(([, , alias]) => {
      const own =
        alias === undefined || keywords.has(alias) ? "(?<![a-z]\\.)" : `(?:\\b${alias}\\.|(?<![a-z]\\.))`;
      return !new RegExp(`${own}store_id = (?:\\$1|'store-[0-9-]+'|[a-z]\\.store_id)`).test(statement);
    })
    .map(([mention]) => mention);
  return [...inserted, ...read];
}

it("every statement names its store for every table", async () => {
  const { pool, sent } = watched(testPool());
  const store = await openStore({ pool });
  sent.clear();
  await callEverything(store);
  const inFunctions = [...functions, ...rowFunctions, ...saveFunctions]
    .flatMap((text) => text.split(/;|\bbegin\b/))
    .map((text) => text.trim());
  // Begins, ends and locks a transaction, or vacuums a partition: these name no table of rows.
  const statements = [...sent, ...inFunctions].filter(
    (text) => !/^(?:begin|commit|rollback|vacuum|select (?:set_config|pg_advisory_xact_lock))\b/.test(text),
  );
  expect(statements.length).toBeGreaterThan(80);
  expect(statements.flatMap((text) => (unbound(text).length > 0 ? [text] : []))).toEqual([]);
  const named = tableNames.filter((table) =>
    statements.some((text) => new RegExp(`\\b${table}\\b`).test(text)),
  );
  expect(named).toEqual(tableNames);
});

it("the server plans every statement on one partition, the same for all tables", async () => {
  const { pool, sent } = preparing(testPool());
  const store = await openStore({ pool });
  sent.length = 0;
  await callEverything(store);
  const client = await adminPool().connect();
  onTestFinished(() => client.release());
  await client.query("set search_path = keepsake; set plan_cache_mode = force_generic_plan");
  const found = new Map<string, string[]>();
  const statements = new Map(sent.map((query) => [query.name, query]));
  for (const query of statements.values()) found.set(query.text, await partitionsOf(client, query));
  const partitions = [...found.values()].filter((one) => one.length > 0);
  expect(partitions.length).toBeGreaterThan(50);
  expect(new Set(partitions.flat())).toEqual(new Set([partitions[0]![0]]));
  const ofAll = { name: "all", text: "select 1 from passages where id = $1", values: [3] };
  expect(new Set(await partitionsOf(client, ofAll)).size).toBeGreaterThan(1);
});

it("would find a table without its store", () => {
  expect(unbound("select 1 from passages p where p.store_id = $1")).toEqual([]);
  expect(unbound("select 1 from passages p where p.id = 3")).toEqual(["from passages p"]);
  expect(
    unbound("select 1 from records r join passages p on p.id = r.passage where r.store_id = $1"),
  ).toEqual(["join passages p"]);
  expect(unbound("insert into names (name) values ($1)")).toEqual(["into names (name"]);
});
