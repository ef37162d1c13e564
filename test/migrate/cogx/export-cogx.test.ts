import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Memory, MemoryError, type MemoryService } from "keepsake";
import { exportCogx } from "keepsake/migrate";
import { testClock, testIds } from "keepsake/testing";
import { describe, expect, it } from "vitest";
import { allRecords, bringIn, fileExport, newFolder, newMemory } from "../migrate-fixture.js";

async function workshop(): Promise<Memory> {
  const memory = new Memory({ clock: testClock("2026-05-04T09:00:00Z"), ids: testIds() });
  await memory.remember({
    content: [
      { role: "assistant", content: "Where do you live?", at: "2026-01-02T10:00:00Z" },
      { role: "user", name: "Ruth", content: "I live in Oporto.", at: "2026-01-02T10:01:00Z" },
    ],
    metadata: { team: "atlas" },
  });
  await memory.remember({ content: "I moved to Braga.", speaker: "Ruth", occurred_at: "2026-03-04" });
  await memory.remember("Always water the ferns first.");
  return memory;
}

function linesOf(folder: string, file: string): Record<string, unknown>[] {
  const lines = readFileSync(join(folder, file), "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("exportCogx()", () => {
  it("writes an archive as COGX 0.1 specifies: a manifest, and one file per kind", async () => {
    await using memory = await workshop();
    const folder = join(newFolder(), "archive");
    const { counts } = await exportCogx(memory, { folder });
    expect(readdirSync(folder).sort()).toEqual([
      "entities.jsonl",
      "episodes.jsonl",
      "facts.jsonl",
      "manifest.json",
      "memories.jsonl",
    ]);
    expect(statSync(join(folder, "facts.jsonl")).mode & 0o777).toBe(0o600);
    const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
    expect(manifest).toMatchObject({
      cogx_version: "0.1",
      source_system: "keepsake",
      counts,
      embedding_model: null,
    });
    for (const [kind, file] of [
      ["episode", "episodes.jsonl"],
      ["entity", "entities.jsonl"],
      ["fact", "facts.jsonl"],
      ["memory", "memories.jsonl"],
    ] as const) {
      const lines = linesOf(folder, file);
      expect(lines).toHaveLength(counts[kind] ?? 0);
      for (const line of lines)
        expect(line).toMatchObject({ kind, external_system: "keepsake", external_id: expect.any(String) });
    }
  });

  it("writes facts with their validity between an entity and a value, and sources as episodes", async () => {
    await using memory = await workshop();
    const folder = newFolder();
    await exportCogx(memory, { folder });
    const facts = linesOf(folder, "facts.jsonl");
    const past = facts.find(({ object_ref }) => object_ref === "Oporto");
    expect(past).toMatchObject({
      subject_ref: "entity:Ruth",
      predicate: "home",
      fact_text: "Ruth lives in Oporto.",
      invalid_at: "2026-03-04T00:00:00.000Z",
      metadata: { team: "atlas" },
    });
    expect(linesOf(folder, "entities.jsonl")).toMatchObject([{ external_id: "entity:Ruth", name: "Ruth" }]);
    expect(linesOf(folder, "episodes.jsonl")[0]?.turns).toEqual([
      { role: "assistant", content: "Where do you live?", occurred_at: "2026-01-02T10:01:00.000Z" },
      { role: "Ruth", content: "I live in Oporto.", occurred_at: "2026-01-02T10:01:00.000Z" },
    ]);
  });

  it("writes a file as a document", async () => {
    await using memory = newMemory();
    await memory.import(fileExport);
    const folder = newFolder();
    expect((await exportCogx(memory, { folder })).counts).toEqual({ document: 1 });
    expect(linesOf(folder, "documents.jsonl")).toMatchObject([
      {
        external_id: "source-of-manual",
        content: "Grease the jib each month.\n\nThe hook carries forty tonnes.",
        title: "crane manual.txt",
        mime_type: "text/plain",
      },
    ]);
  });

  it("writes a long file as several documents, all of which can be imported", async () => {
    await using memory = newMemory();
    const rows = Array.from({ length: 1_100 }, (_, row) => `Berth ${row},Boat ${row % 7}`);
    const data = new TextEncoder().encode(["Place,Vessel", ...rows].join("\n"));
    const { file_id } = await memory.rememberFile({ name: "berths.csv", data });
    const folder = newFolder();
    expect((await exportCogx(memory, { folder })).counts).toEqual({ document: 3 });
    const documents = linesOf(folder, "documents.jsonl");
    expect(new Set(documents.map(({ external_id }) => external_id)).size).toBe(3);
    expect(documents.map(({ metadata }) => metadata)).toEqual([
      { file_id },
      { file_id, part: 2 },
      { file_id, part: 3 },
    ]);
    await using other = newMemory();
    expect((await bringIn(other, { from: "cogx", file: folder })).not_carried).toEqual([]);
    const text = (await allRecords(other)).map((record) => record.text).join("\n");
    for (const row of rows.keys()) expect(text).toContain(`Place: Berth ${row}; Vessel`);
  });

  it("keeps ids, times and supersession of every fact and rule when imported again", async () => {
    await using memory = await workshop();
    const folder = newFolder();
    await exportCogx(memory, { folder });
    await using other = newMemory();
    const report = await bringIn(other, { from: "cogx", file: folder });
    expect(report.not_carried).toMatchObject([{ kind: "entity" }]);
    const before = (await allRecords(memory)).filter(({ type }) => type !== "episodic");
    const after = new Map((await allRecords(other)).map((record) => [record.id, record]));
    expect(before.length).toBeGreaterThan(2);
    for (const { source_id: _, metadata, ...record } of before) {
      expect(after.get(record.id)).toMatchObject(record);
      expect(after.get(record.id)?.metadata).toMatchObject(metadata);
    }
    const episodic = (await allRecords(other))
      .filter(({ type }) => type === "episodic")
      .map(({ text }) => text);
    expect(episodic).toContain("I moved to Braga.");
    await bringIn(other, { from: "cogx", file: folder });
    expect(await allRecords(other)).toHaveLength(after.size);
  });

  it("never mixes with existing files", async () => {
    await using memory = await workshop();
    const folder = newFolder();
    writeFileSync(join(folder, "notes.txt"), "mine");
    await expect(exportCogx(memory, { folder })).rejects.toMatchObject({ code: "unreadable_file" });
    expect(readdirSync(folder)).toEqual(["notes.txt"]);
    await expect(exportCogx(memory, { folder: join(folder, "notes.txt") })).rejects.toMatchObject({
      code: "unreadable_file",
    });
  });

  it("leaves nothing behind if it fails", async () => {
    await using memory = await workshop();
    const folder = newFolder();
    const broken = {
      async *export() {
        let count = 0;
        for await (const line of memory.export()) {
          if (count === 2) throw new MemoryError("corrupt", "Cannot export: the file is damaged", {});
          count += 1;
          yield line;
        }
      },
    } as unknown as MemoryService;
    await expect(exportCogx(broken, { folder })).rejects.toMatchObject({ code: "corrupt" });
    expect(readdirSync(folder)).toEqual([]);
  });
});
