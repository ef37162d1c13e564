import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Memory, MemoryError, type MemoryService } from "keepsake";
import { MemoryClient } from "keepsake/client";
import {
  detectFormat,
  exportCogx,
  exportMarkdown,
  type MigrationFormat,
  migrationFormats,
} from "keepsake/migrate";
import { createHandler, singleKey } from "keepsake/server";
import { describe, expect, it } from "vitest";
import { allRecords, bringIn, fixture, newFile, newFolder, newMemory, recordOf } from "./migrate-fixture.js";

/** The error of a call that must fail. */
async function failureOf(work: Promise<unknown>): Promise<MemoryError> {
  const error = await work.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (!MemoryError.is(error)) throw new Error("it must fail with a MemoryError", { cause: error });
  return error;
}

const jsonLists = (memories: readonly unknown[]) => JSON.stringify({ results: memories });

describe("migrate()", () => {
  it.each(migrationFormats)("changes nothing when %s is imported again", async (from) => {
    await using memory = newMemory();
    const first = await bringIn(memory, { from });
    const records = await allRecords(memory);
    const { storage_used } = (await memory.details()).memory;
    const second = await bringIn(memory, { from });
    expect(await allRecords(memory)).toEqual(records);
    expect((await memory.details()).memory.storage_used).toBe(storage_used);
    expect(second.carried).toEqual(first.carried);
    expect(second.imported).toEqual({ sources: 0, records: 0, known: first.imported.records });
  });

  it.each(migrationFormats)(
    "imports or reports every record of %s, and exports what it stored",
    async (from) => {
      await using memory = newMemory();
      const { read, carried, not_carried } = await bringIn(memory, { from });
      const observed = Object.values(carried).reduce((sum, count) => sum + count, 0);
      const left = not_carried.reduce((sum, { count }) => sum + count, 0);
      expect(observed + left).toBeGreaterThanOrEqual(read);
      await using other = newMemory();
      await other.import(memory.export());
      expect(await allRecords(other)).toEqual(await allRecords(memory));
    },
  );

  it.each(migrationFormats)("stores nothing of %s in a dry run, and reports the same", async (from) => {
    await using memory = newMemory();
    const dry = await bringIn(memory, { from, dryRun: true });
    expect(await allRecords(memory)).toEqual([]);
    expect(dry).toMatchObject({ dry_run: true, imported: { records: 0 }, remembered: { records: 0 } });
    expect((await bringIn(memory, { from })).carried).toEqual(dry.carried);
  });

  it.each(migrationFormats)("leaves no digest of a text of %s in the audit trail", async (from) => {
    const digestsOf = async () => {
      await using memory = newMemory();
      await bringIn(memory, { from });
      const ids = new Map(
        (await allRecords(memory)).map(({ id, text, metadata }) => [id, { text, metadata }]),
      );
      await memory.forget({ all: true, confirm: true });
      const { items } = await memory.audit({ limit: 1000 });
      return { ids, trail: items.map(({ record_id }) => record_id) };
    };
    const [one, other] = [await digestsOf(), await digestsOf()];
    // What two stores with the same input have in common can be computed from it, so it must not
    // depend on words.
    const common = [...one.ids].filter(([id]) => other.trail.includes(id));
    for (const [, { metadata }] of common) {
      expect(metadata.original_digest).toBeUndefined();
      expect(metadata.original_id).toBeDefined();
    }
    const byWords = [...one.ids.values()].filter(({ metadata }) => metadata.original_digest !== undefined);
    expect(byWords.length > 0).toBe(["letta", "mcp-memory", "langgraph", "mem0"].includes(from));
  });

  it("recognises a statement that occurs twice in a file, and one that was cut into pieces", async () => {
    const long = Array.from({ length: 40 }, (_, index) => `Sentence number ${index} of the note.`).join(" ");
    const row = (text: string) => ({
      type: "entity",
      name: "Note",
      entityType: "note",
      observations: [text, text],
    });
    const file = newFile(
      "memory.jsonl",
      [row("short"), row(long)].map((one) => JSON.stringify(one)).join("\n"),
    );
    await using memory = newMemory();
    const { imported } = await bringIn(memory, { from: "mcp-memory", file });
    const records = await allRecords(memory);
    expect(imported.records).toBe(records.length);
    expect(new Set(records.map(({ text }) => text)).size).toBe(records.length);
    const again = await bringIn(memory, { from: "mcp-memory", file });
    expect(again.imported).toMatchObject({ records: 0 });
    expect(await allRecords(memory)).toEqual(records);
  });

  it("completes an interrupted import when it is run again", async () => {
    const rows = Array.from({ length: 700 }, (_, index) => ({
      id: `m${index}`,
      memory: `Fact number ${index}`,
    }));
    const file = newFile("mem0.json", jsonLists(rows));
    await using memory = newMemory();
    const stop = new AbortController();
    const done: number[] = [];
    const stopped = bringIn(memory, {
      from: "mem0",
      file,
      signal: stop.signal,
      onProgress: (progress) => {
        done.push(progress.done);
        expect(progress.total).toBe(700);
        if (progress.done === 400) stop.abort(new Error("enough"));
      },
    });
    await expect(stopped).rejects.toThrow("enough");
    const kept = (await allRecords(memory)).length;
    expect(done.at(-1)).toBe(400);
    expect(kept).toBe(256);
    const { imported } = await bringIn(memory, { from: "mem0", file });
    expect(imported).toEqual({ sources: 444, records: 444, known: 256 });
  });

  it("stores nothing of a truncated file", async () => {
    await using memory = newMemory();
    const whole = readFileSync(fixture("mem0"), "utf8");
    const file = newFile("half.json", whole.slice(0, -60));
    const error = await failureOf(bringIn(memory, { from: "mem0", file }));
    expect(error.code).toBe("invalid_input");
    expect(error.message).toBe(
      "Cannot import half.json: it must be complete, and it ends in the middle of its JSON",
    );
    expect(await allRecords(memory)).toEqual([]);
  });

  it("names the line that is not JSON, and the place where a document is not JSON", async () => {
    await using memory = newMemory();
    const lines = newFile(
      "memory.jsonl",
      '{"type":"entity","name":"A","observations":["b"]}\n{"type":"rel\n{"type":"entity"}\n',
    );
    expect((await failureOf(bringIn(memory, { from: "mcp-memory", file: lines }))).message).toBe(
      "Cannot import memory.jsonl: line 2 must be JSON",
    );
    const document = newFile("mem0.json", '[{"memory": "a", oops}]');
    expect((await failureOf(bringIn(memory, { from: "mem0", file: document }))).message).toMatch(
      /^Cannot import mem0\.json: it must be JSON: .*position/u,
    );
    expect(await allRecords(memory)).toEqual([]);
  });

  it("says which system a file looks like", async () => {
    await using memory = newMemory();
    const error = await failureOf(bringIn(memory, { from: "mem0", file: fixture("letta") }));
    expect(error.message).toBe(
      "Cannot import letta.af: it must be a mem0 export, and it looks like a Letta agent file; use letta instead of mem0",
    );
    const pairs: [MigrationFormat, MigrationFormat][] = [
      ["chatgpt", "mem0"],
      ["zep", "chatgpt"],
      ["mcp-memory", "langgraph"],
      ["langgraph", "zep"],
    ];
    for (const [given, is] of pairs) {
      const { message } = await failureOf(bringIn(memory, { from: given, file: fixture(is) }));
      expect(message).toContain(`use ${is} instead of ${given}`);
    }
  });

  it.each([
    ["an empty file", ""],
    ["a document without lists", '{"hello": "world"}'],
    ["a number", "42"],
    ["an empty list", "[]"],
    ["a list of nothing that it knows", "[1, null, [2]]"],
  ])("refuses %s", async (_, text) => {
    await using memory = newMemory();
    const error = await failureOf(bringIn(memory, { from: "zep", file: newFile("x.json", text) }));
    expect(error.code).toBe("invalid_input");
    expect(error.message).toMatch(/^Cannot import x\.json: it must /u);
  });

  it("refuses a wrong call before any work", async () => {
    await using memory = newMemory();
    const wrong = [
      { from: "mem0", file: "a", data: [] },
      { from: "elsewhere", file: "a" },
      { from: "mem0", file: "a", onProgress: 3 },
      { from: "mem0", file: "a", unknown: true },
    ];
    for (const options of wrong) {
      const error = await failureOf(bringIn(memory, options as never));
      expect(error.code).toBe("invalid_input");
    }
    const missing = await failureOf(bringIn(memory, { from: "mem0", file: "/no/such/mem0.json" }));
    expect(missing).toMatchObject({
      code: "unreadable_file",
      message: "Cannot import mem0.json: it does not exist (ENOENT)",
    });
  });

  it("reports what a store cannot take, and imports the rest of the batch", async () => {
    await using memory = newMemory();
    const rows = [
      { id: "1", memory: "A lone half: \ud800" },
      { id: "2", memory: "Whole", metadata: { deep: { er: [1] }, big: "x".repeat(20_000), none: null } },
      { id: "3", memory: "Nul\0" },
      { id: "4", memory: "When?", created_at: "the day before yesterday" },
    ];
    const report = await bringIn(memory, { from: "mem0", data: rows });
    expect(report.carried).toEqual({ memory: 2 });
    expect(report.not_carried.map(({ kind, places }) => [kind, ...places])).toEqual([
      ["memory", "[0]"],
      ["label", "[1].big"],
      ["memory", "[2]"],
    ]);
    expect((await recordOf(memory, "Whole"))?.metadata).toMatchObject({ deep: '{"er":[1]}' });
    expect(await recordOf(memory, "When?")).toMatchObject({ occurred_at: "2026-05-04T09:00:00.000Z" });
  });

  it("reports lists that it does not read", async () => {
    await using memory = newMemory();
    const text = JSON.stringify({
      users: [{ id: "u1" }, { id: "u2" }],
      results: [{ id: "1", memory: "Owns a kayak" }],
      settings: { deep: [1, 2] },
    });
    const observed = [{ kind: "users", count: 2, places: ["users[0]", "users[1]"] }];
    const ofFile = await bringIn(memory, { from: "mem0", file: newFile("mem0.json", text) });
    expect(ofFile.not_carried).toMatchObject(observed);
    const ofData = await bringIn(memory, { from: "mem0", data: JSON.parse(text) });
    expect(ofData.not_carried).toMatchObject(observed);
    expect(ofData).toMatchObject({ read: 3, imported: { records: 0, known: 1 } });
  });

  it("cuts a long text into passages that contain all of its words", async () => {
    await using memory = newMemory();
    const text = Array.from({ length: 300 }, (_, index) => `Sentence ${index} tells of a lighthouse.`).join(
      " ",
    );
    await bringIn(memory, {
      from: "mem0",
      data: [
        { id: "long", memory: text },
        { id: "word", memory: "é".repeat(3000) },
      ],
    });
    const records = (await allRecords(memory)).filter(({ metadata }) => metadata.original_id === "long");
    expect(records.length).toBeGreaterThan(5);
    expect(records.every(({ text: piece }) => piece.length <= 800)).toBe(true);
    expect(records.map(({ text: piece }) => piece).join(" ")).toBe(text);
    expect(new Set(records.map(({ source_id }) => source_id)).size).toBe(1);
  });

  it("reads files with a byte order mark, with CRLF and in one line", async () => {
    const memoryOf = async (from: MigrationFormat, text: string) => {
      await using memory = newMemory();
      await bringIn(memory, { from, file: newFile("file.json", text) });
      return (await allRecords(memory)).length;
    };
    expect(await memoryOf("mem0", '\u{feff}{"results":[{"id":"1","memory":"One"}]}')).toBe(1);
    expect(await memoryOf("mem0", '\u{feff}[\r\n{"id":"1","memory":"One"}\r\n]\r\n')).toBe(1);
    const entity = '{"type":"entity","name":"A","observations":["b"]}';
    expect(await memoryOf("mcp-memory", `\u{feff}${entity}\r\n\r\n${entity.replace('"b"', '"c"')}\r\n`)).toBe(
      2,
    );
    expect(await memoryOf("mcp-memory", entity)).toBe(1);
  });

  it("uses only the verbs of a memory service", async () => {
    await using memory = newMemory();
    const asked: string[] = [];
    const watched = new Proxy(memory as MemoryService, {
      get(target, verb) {
        asked.push(String(verb));
        const value: unknown = Reflect.get(target, verb);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    await bringIn(watched, { from: "letta" });
    expect(new Set(asked)).toEqual(new Set(["import", "records", "remember"]));
  });

  it("works with a store behind a URL, and so do the exports", async () => {
    await using memory = newMemory();
    const handler = createHandler({ resolve: singleKey(memory, "right") });
    await using client = new MemoryClient({
      url: "http://memory.test",
      key: "right",
      fetch: async (address, init) => handler(new Request(address, init)),
    });
    const report = await bringIn(client, { from: "letta" });
    expect(report.imported.records).toBe(3);
    expect((await allRecords(memory)).length).toBe(3 + report.remembered.records);
    const lines: string[] = [];
    for await (const line of exportMarkdown(client)) lines.push(line);
    expect(lines).toContain("## Sam");
    const folder = newFolder();
    expect((await exportCogx(client, { folder })).counts.episode).toBe(4);
  });

  it("respects a plan's storage limit", async () => {
    await using memory = new Memory({ plan: { name: "tiny", storage_gb: 0.000001, token_rate: 0 } });
    expect((await failureOf(bringIn(memory, { from: "mem0" }))).code).toBe("storage_limit_reached");
  });
});

describe("migrate() from a COGX archive", () => {
  function archive(version: unknown): string {
    const folder = join(newFolder(), "archive");
    mkdirSync(folder);
    writeFileSync(join(folder, "manifest.json"), JSON.stringify({ cogx_version: version }));
    copyFileSync(join(fixture("cogx"), "memories.jsonl"), join(folder, "memories.jsonl"));
    return folder;
  }

  it("reads a newer minor version and refuses a newer major one", async () => {
    await using memory = newMemory();
    expect((await bringIn(memory, { from: "cogx", file: archive("0.9") })).carried).toEqual({ memory: 1 });
    const error = await failureOf(bringIn(memory, { from: "cogx", file: archive("1.0") }));
    expect(error.message).toContain("its COGX version must be 0.1 or compatible, got 1.0");
  });

  it("reports files that COGX does not name", async () => {
    await using memory = newMemory();
    const folder = archive("0.1");
    writeFileSync(join(folder, "permissions.json"), "{}");
    const { not_carried } = await bringIn(memory, { from: "cogx", file: folder });
    expect(not_carried).toMatchObject([{ kind: "file", places: ["permissions.json"] }]);
  });

  it("names the file that the system does not let it read", async () => {
    await using memory = newMemory();
    const folder = archive("0.1");
    mkdirSync(join(folder, "facts.jsonl"));
    const error = await failureOf(bringIn(memory, { from: "cogx", file: folder }));
    expect(error).toMatchObject({
      code: "unreadable_file",
      message: "Cannot import facts.jsonl: it is a folder (EISDIR)",
    });
  });

  it("refuses a folder that is not an archive, and a packed archive", async () => {
    await using memory = newMemory();
    const none = await failureOf(bringIn(memory, { from: "cogx", file: newFolder() }));
    expect(none.message).toContain("a folder with a manifest.json");
    const packed = newFile("backup.cogx.tar.gz", new Uint8Array([0x1f, 0x8b, 8, 0]));
    const error = await failureOf(bringIn(memory, { from: "cogx", file: packed }));
    expect(error.message).toContain("unpack");
  });
});

describe("detectFormat()", () => {
  it.each(migrationFormats)("recognises %s", async (from) => {
    expect(await detectFormat(fixture(from))).toBe(from);
  });

  it("recognises no other file", async () => {
    expect(await detectFormat(newFile("x.json", '[{"a": 1}]'))).toBeUndefined();
    expect(
      await detectFormat(newFile("x.jsonl", '{"format":"keepsake","version":1}\n{"source":{}}\n')),
    ).toBeUndefined();
  });
});
