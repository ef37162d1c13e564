/** A memory whose store is in PostgreSQL, from remembering to forgetting. */
import { Memory } from "keepsake";
import { postgresStore } from "keepsake/stores/postgres";
import { expect, it, onTestFinished } from "vitest";
import { newStoreId, testPool } from "./postgres-fixture.js";

const clock = () => new Date("2026-04-01T12:00:00Z");

function memoryOn(pool: ReturnType<typeof testPool>, storeId: string): Memory {
  const memory = new Memory({ store: postgresStore({ pool, storeId, partitions: 4 }), clock });
  onTestFinished(() => memory.close());
  return memory;
}

it("a memory remembers, recalls and forgets as it does in SQLite, and says what it cannot prove", async () => {
  const inPostgres = memoryOn(testPool(), newStoreId());
  const inSqlite = new Memory({ clock });
  onTestFinished(() => inSqlite.close());
  const answers = [];
  for (const memory of [inPostgres, inSqlite]) {
    await memory.remember({ content: "Mira lives in Graz.", speaker: "Mira" });
    await memory.remember({ content: "Mira moved to Linz last week.", speaker: "Mira" });
    const recalled = await memory.recall("Where does Mira live?");
    const forgotten = await memory.forget({ entity: "Mira" });
    const after = await memory.recall("Where does Mira live?");
    answers.push({
      prose: [
        recalled.semantic_memory,
        recalled.episodic_memory,
        after.semantic_memory,
        after.episodic_memory,
      ],
      forgotten: forgotten.forgotten,
    });
    const isPostgres = memory === inPostgres;
    expect(forgotten.verified).toBe(!isPostgres);
    if (isPostgres) expect(forgotten.unproven).toContain("write-ahead log");
    else expect(forgotten).not.toHaveProperty("unproven");
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]!.forgotten).toBeGreaterThan(1);
});

it("two memories of one database see nothing of each other", async () => {
  const pool = testPool();
  const [one, two] = [memoryOn(pool, newStoreId()), memoryOn(pool, newStoreId())];
  await one.remember("Mira lives in Graz.");
  expect((await two.records({})).items).toEqual([]);
  expect((await one.records({})).items).not.toEqual([]);
  expect((await two.forget({ all: true, confirm: true })).forgotten).toBe(0);
  expect((await one.check()).ok).toBe(true);
});

it("an export of a store in PostgreSQL becomes the same store in SQLite, and back", async () => {
  const pool = testPool();
  const first = memoryOn(pool, newStoreId());
  await first.remember({ content: "Mira lives in Graz.", speaker: "Mira", scope: { user: "mira" } });
  await first.remember("The boat leaves at nine. Always check the tide before leaving.");
  const inSqlite = new Memory({ clock });
  onTestFinished(() => inSqlite.close());
  await inSqlite.import(first.export());
  const back = memoryOn(pool, newStoreId());
  await back.import(inSqlite.export());
  const dumped = async (memory: Memory) => {
    const lines = [];
    for await (const line of memory.export()) lines.push(line);
    return lines;
  };
  expect((await dumped(back)).slice(1)).toEqual((await dumped(first)).slice(1));
});
