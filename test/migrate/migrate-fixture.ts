/** Memories, files and exports for the tests of migration. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Memory, type MemoryRecord, type MemoryService } from "keepsake";
import { type MigrateOptions, type MigrationFormat, type MigrationReport, migrate } from "keepsake/migrate";
import { testClock, testIds } from "keepsake/testing";
import { afterEach } from "vitest";

export const now = "2026-05-04T09:00:00.000Z";

/** One file of each system. */
export const fixtures: Readonly<Record<MigrationFormat, string>> = {
  mem0: "mem0.json",
  "mcp-memory": "mcp-memory.jsonl",
  letta: "letta.af",
  zep: "zep.json",
  langgraph: "langgraph.json",
  chatgpt: "chatgpt.json",
  cogx: "cogx",
};

export function fixture(from: MigrationFormat): string {
  return fileURLToPath(new URL(`./fixtures/${fixtures[from]}`, import.meta.url));
}

export function newMemory(): Memory {
  return new Memory({ clock: testClock(now), ids: testIds() });
}

/** Brings in one system's file, or `data`, as the user Sam. */
export function bringIn(
  memory: MemoryService,
  options: Pick<MigrateOptions, "from"> & Partial<MigrateOptions>,
): Promise<MigrationReport> {
  const origin =
    options.data === undefined && options.file === undefined ? { file: fixture(options.from) } : {};
  return migrate(memory, { speaker: "Sam", clock: testClock(now), ...origin, ...options });
}

export async function allRecords(memory: MemoryService): Promise<readonly MemoryRecord[]> {
  const records: MemoryRecord[] = [];
  let cursor: string | undefined;
  do {
    const page = await memory.records({
      include_superseded: true,
      limit: 1000,
      ...(cursor === undefined ? {} : { cursor }),
    });
    records.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return records;
}

/** The record of a text, and nothing where there is none. */
export async function recordOf(memory: MemoryService, text: string): Promise<MemoryRecord | undefined> {
  return (await allRecords(memory)).find((record) => record.text === text);
}

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder that is gone after the test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "keepsake-migrate-"));
  folders.push(folder);
  return folder;
}

/** A file that is gone after the test. */
export function newFile(name: string, text: string | Uint8Array): string {
  const path = join(newFolder(), name);
  writeFileSync(path, text);
  return path;
}
