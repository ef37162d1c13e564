/** Random operations on a store and on the reference store, which must answer the same. */
import fc from "fast-check";
import { expect } from "vitest";
import { memoryStore } from "../../src/stores/memory/memory-store.js";
import type { Criteria, Store, StoreOptions } from "../../src/stores/store.js";
import {
  ask,
  change,
  countingIds,
  erasure,
  fact,
  fileChange,
  filePassage,
  friday,
  monday,
  now,
  passage,
  provable,
  record,
  testEmbedder,
  tuesday,
  unlimited,
  vectorOf,
} from "./store-fixture.js";

const words = ["boat", "harbour", "Mira", "Graz", "tea", "always"];
const oneOf = <Value>(...values: readonly Value[]) => fc.constantFrom(...values);
const text = fc.array(oneOf(...words), { minLength: 1, maxLength: 4 }).map((some) => some.join(" "));
const scopeOf = oneOf(null, { user: "a" }, { user: "b" }, { session: "s", user: "a" });
const time = oneOf(monday, tuesday, friday);

const kinds = { text, about: oneOf("Mira", "Tom"), property: oneOf("home", "likes"), at: time };
const operation = fc.oneof(
  fc.record({
    does: fc.constant("say" as const),
    scope: scopeOf,
    ...kinds,
    closes: fc.nat(9),
    rule: fc.boolean(),
  }),
  fc.record({
    does: fc.constant("file" as const),
    scope: scopeOf,
    text,
    other: text,
    page: fc.nat(2),
    name: oneOf("a", "b"),
  }),
  fc.record({ does: fc.constant("erase" as const), scope: scopeOf, which: fc.nat(9) }),
  fc.record({ does: fc.constant("forget" as const), scope: scopeOf, entity: oneOf("Mira", "Tom", "Graz") }),
  fc.record({ does: fc.constant("copy" as const), scope: scopeOf }),
);
type Operation = typeof operation extends fc.Arbitrary<infer One> ? One : never;

const page = { limit: 1000, include_superseded: true };

/** Runs one operation. @returns the answer, without bytes, which each store counts differently */
async function apply(store: Store, one: Operation, step: number): Promise<unknown> {
  const part = store.within({ scope: one.scope });
  if (one.does === "say") return say(part, one, step);
  if (one.does === "file") return file(part, one, step);
  if (one.does === "copy") return copy(part);
  const { items } = await part.list(page, now);
  const ids =
    one.does === "erase"
      ? items.slice(one.which, one.which + 1).map(({ id }) => id)
      : (await part.select({ entity: one.entity })).map(({ record_id }) => record_id);
  const names = one.does === "forget" ? { names: [one.entity] } : {};
  const erased = await part.erase(ids, erasure(names));
  const left = one.does === "forget" ? await part.select({ entity: one.entity, strictness: "perhaps" }) : [];
  return { ids: erased.ids, residue: provable(erased.residue), left };
}

async function say(part: Store, one: Extract<Operation, { does: "say" }>, step: number): Promise<string> {
  const current = (await part.list({ limit: 1000, include_superseded: false }, now)).items;
  const closed = current.filter(({ type }) => type !== "file")[one.closes];
  const id = `r${step}`;
  const claim = { ...fact(id, [one.about, one.property, one.text]), occurredAt: one.at };
  const rule = record(id, { type: "procedural", trigger: one.about === "Tom" ? "it rains" : null });
  const said = passage(one.text, {
    saidAt: one.at,
    speaker: one.about === "Tom" ? "Tom" : null,
    mentions: ["Graz"],
    records: [one.rule ? rule : claim, record(`${id}-event`, { entity: one.about, metadata: { step } })],
  });
  const closings = closed === undefined ? [] : [{ recordId: closed.id, validTo: friday, supersededBy: id }];
  const source = { id: `s${step}`, createdAt: one.at };
  return (await part.save(change([said], { source, closings, at: one.at }))).outcome;
}

async function file(part: Store, one: Extract<Operation, { does: "file" }>, step: number): Promise<unknown> {
  const wanted = { digest: `d${step}`, name: `${one.name}.pdf` };
  const { file: known } = await part.known({ file: wanted });
  const passages = [one.text, one.other].map((line, at) =>
    filePassage(`f${step}-${at}`, line, { page: one.page }),
  );
  const digests = passages.map(({ digest }) => digest);
  const { filePassages } =
    known === undefined
      ? { filePassages: new Map<string, number>() }
      : await part.known({ filePassages: { fileId: known.id, digests } });
  const writer = part.newFile();
  await writer.add(passages.slice(0, 1));
  const saved = await writer.save(
    fileChange(passages.slice(1), {
      source: { id: `s${step}`, createdAt: monday },
      file: { ...wanted, id: known?.id ?? `file-${step}`, mediaType: "application/pdf" },
      expects: known?.digest ?? null,
      kept: new Set(filePassages.values()),
    }),
  );
  return saved.outcome === "saved"
    ? [saved.saved.created, saved.saved.ended, known?.passages]
    : saved.outcome;
}

async function copy(part: Store): Promise<unknown> {
  const sources = [];
  for await (const dump of part.sources()) {
    const passages = dump.passages.map((one) => ({ digest: one.digest ?? "", vector: vectorOf(one.text) }));
    sources.push({ dump, passages });
  }
  return part.load(sources, { at: now, actor: "tester", limits: unlimited });
}

/** Returns all answers of a part of a store. */
async function answers(store: Store): Promise<unknown> {
  const all: Criteria[] = [
    { now },
    { now, asOf: tuesday },
    { now, includeSuperseded: true },
    { now, corpus: "files" },
    { now, types: ["semantic"], filter: { step: { gte: 2 } } },
    { now, filter: { step: { gte: 2 } } },
  ];
  const each = [];
  for (const scope of all) each.push(await found(store, scope));
  const { items } = await store.list(page, now);
  const listings = [
    { ...page, order: "newest" as const },
    { ...page, limit: 3, order: "newest" as const, text: "a" },
    { ...page, text: "GRAZ" },
    { ...page, speaker: "MIRA" },
    { ...page, include_superseded: false, as_of: tuesday },
  ];
  const lists = await Promise.all(listings.map(async (one) => (await store.list(one, now)).items));
  const facts = [{ entity: "mira", property: "HOME" }];
  const known = await store.known({ facts, digests: [passage("boat").digest], recordIds: ["r1", "r2"] });
  const chains = await Promise.all(items.slice(0, 3).map(({ id }) => ask(store).history(id)));
  const selected = await store.select({ entity: "Graz" });
  const { storageUsed: _, ...usage } = await store.usage();
  const trail = (await store.audit({ limit: 1000 })).items.map(
    ({ hash: _, previous_hash: __, ...row }) => row,
  );
  return [each, items, lists, known, chains, selected, usage, trail, await ask(store).statistics()];
}

async function found(store: Store, scope: Criteria): Promise<unknown> {
  const within = { limit: 50, scope };
  return store.snapshot(async (snapshot) => {
    const asked = ask(snapshot);
    const numbers = Array.from({ length: 30 }, (_, at) => at + 1);
    const passages = await asked.passages(numbers, scope);
    const shown = new Set(passages.map(({ id }) => id));
    const postings = await asked.matching(["boat", "harbour", "none"], within);
    const near = await asked.nearest(vectorOf("boat harbour"), within);
    const layout = await asked.layout();
    return [
      passages,
      await asked.speakers(numbers),
      // The limit of words applies before records are matched, unless few passages are left.
      postings.map((posting) => ({ ...posting, passages: posting.passages.filter((id) => shown.has(id)) })),
      near.map(({ passage: id }) => id).sort(),
      await asked.during(monday, now, within),
      await asked.during(monday, friday, { ...within, entities: ["mira"] }),
      await asked.about(["MIRA", "tom"], within),
      await asked.about(["mira"], { ...within, isProperty: (name) => name === "home" }),
      await asked.rules(within),
      await asked.rules({ ...within, byUser: "standing" }),
      await asked.rules({ ...within, byUser: "conditional" }),
      await asked.onPage(1, within),
      await asked.names("m", within),
      numbers.map((id) => [layout.conversationOf[id] ?? 0, layout.passageWords[id] ?? 0]),
    ];
  });
}

/**
 * Does the same random operations to both stores, and compares what they answer, for three views.
 *
 * @param open opens a new, empty store, which is closed afterwards
 */
export async function assertSameAnswers(
  open: (options: Omit<StoreOptions, "ids">) => Store | Promise<Store>,
  runs: number,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 10 }), async (operations) => {
      const options = { embedder: testEmbedder, clock: () => new Date(now) };
      const tested = await open(options);
      const reference = memoryStore()({ ...options, ids: countingIds("id") });
      for (const [step, one] of operations.entries())
        expect(await apply(tested, one, step)).toEqual(await apply(reference, one, step));
      for (const visibility of ["everything", { scope: null }, { scope: { user: "a" } }] as const)
        expect(await answers(tested.within(visibility))).toEqual(await answers(reference.within(visibility)));
      await tested.close();
    }),
    { numRuns: runs },
  );
}
