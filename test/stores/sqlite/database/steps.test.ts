/** Writes in steps: other tasks of the process run meanwhile, and none sees a part of a write. */
import { describe, expect, it } from "vitest";
import { openConnection } from "../../../../src/stores/sqlite/database/open.js";
import type { Snapshot } from "../../../../src/stores/store.js";
import { change, passage, record, scope, unlimited } from "../../store-fixture.js";
import { openStore, temporaryPath } from "../sqlite-fixture.js";

async function openNumbers(path = temporaryPath()) {
  const connection = openConnection({ path, clock: () => new Date() });
  await connection.write("make", () => connection.database.exec("create table if not exists numbers (n)"));
  const add = (n: number) => connection.statement("insert into numbers values (?)").run(n);
  const count = () => connection.column<[], number>("select count(*) from numbers").get();
  return { connection, add, count };
}

function* twoSteps(add: (n: number) => unknown): Generator<undefined, string> {
  add(1);
  yield;
  add(2);
  return "both";
}

describe("Connection.commitInSteps()", () => {
  it("lets timers run, while readers and writers wait until it is committed", async () => {
    const { connection, add, count } = await openNumbers();
    const order: string[] = [];
    const note = (name: string) => (found?: unknown) => void order.push(`${name} ${found ?? ""}`.trim());
    setImmediate(note("a turn"));
    await Promise.all([
      connection.commitInSteps("add", () => twoSteps(add)).then(note("wrote")),
      connection.read("count", count).then(note("read")),
      connection.write("add", () => add(3).changes).then(note("added")),
    ]);
    expect(order[0]).toBe("a turn");
    expect(order.slice(1).toSorted()).toEqual(["added 1", "read 2", "wrote both"]);
    expect(connection.isUnderWay).toBe(false);
    await connection.close();
  });

  it("saves nothing if a step fails, and lets the next write continue", async () => {
    const { connection, add, count } = await openNumbers();
    const failing = connection.commitInSteps("add", function* () {
      add(1);
      yield;
      throw new Error("a step failed");
    });
    const next = connection.read("count", count);
    await expect(failing).rejects.toThrow("a step failed");
    expect(await next).toBe(0);
    await connection.close();
  });

  it("is finished before the connection is closed", async () => {
    const path = temporaryPath();
    const { connection, add } = await openNumbers(path);
    const writing = connection.commitInSteps("add", () => twoSteps(add));
    await connection.close();
    expect(await writing).toBe("both");
    const { connection: opened, count } = await openNumbers(path);
    expect(await opened.read("count", count)).toBe(2);
    await opened.close();
  });
});

describe("SqliteStore.save()", () => {
  it("lets other tasks run while it saves hundreds of records", async () => {
    const store = openStore(":memory:");
    const records = Array.from({ length: 400 }, (_, at) => record(`r${at}`));
    const passages = records.map((one, at) => passage(`boat number ${at}`, { records: [one] }));
    let turns = 0;
    let isSaved = false;
    const turn = () => {
      turns += 1;
      if (!isSaved) setImmediate(turn);
    };
    setImmediate(turn);
    const outcome = await store.save({ ...change(passages), limits: unlimited });
    isSaved = true;
    expect(outcome.outcome).toBe("saved");
    expect(turns).toBeGreaterThan(8);
    await store.close();
  });
});

describe("SqliteStore.snapshot()", () => {
  const harbour = { by: "words", words: ["harbour"], limit: 9, scope } as const;
  const found = async (snapshot: Snapshot) => (await snapshot.search([harbour]))[0][0]?.passages;
  const said = (id: string) => change([passage(`the harbour of ${id}`, { records: [record(id)] })]);

  it("shows nothing of what another process commits meanwhile", async () => {
    const path = temporaryPath();
    const [store, other] = [openStore(path), openStore(path)];
    await store.save(said("one"));
    await store.snapshot(async (snapshot) => {
      await found(snapshot);
      await other.save(said("two"));
      expect(await found(other)).toEqual([1, 2]);
      expect(await found(snapshot)).toEqual([1]);
      expect(await snapshot.read([{ of: "passages", numbers: [1, 2], scope }])).toMatchObject([[{ id: 1 }]]);
      expect((await snapshot.read([{ of: "statistics" }]))[0].said.passages).toBe(1);
    });
    expect(await found(store)).toEqual([1, 2]);
  });
});
