/** Large files in bounded memory, and a process that is killed while it reads one. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { Memory } from "../../src/memory.js";
import { pdfOf } from "../readers/made-documents.js";

const program = fileURLToPath(new URL("./chat-export.ts", import.meta.url));
const runner = ["--import", "tsx"];

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "keepsake-large-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const speakers = ["Ana", "Ben", "Cleo"];
const said = (index: number) => `Crate ${(index * 7919) % 100_003} went aboard at berth ${index % 17}.`;

/** A message as WhatsApp exports it: one a minute. */
function line(index: number): string {
  const at = new Date(Date.UTC(2024, 0, 1) + index * 60_000).toISOString();
  const [year, month, day] = at.slice(0, 10).split("-");
  return `${day}/${month}/${year}, ${at.slice(11, 16)} - ${speakers[index % 3]}: ${said(index)}`;
}

async function writeChat(path: string, lines: number): Promise<void> {
  const out = createWriteStream(path);
  for (let index = 0; index < lines; index += 1) if (!out.write(`${line(index)}\n`)) await once(out, "drain");
  out.end();
  await once(out, "finish");
}

describe("a chat export of 100,000 lines", () => {
  it("is remembered in a heap of bounded size", { timeout: 300_000 }, async () => {
    const at = folder();
    const [store, file] = [join(at, "store.db"), join(at, "WhatsApp Chat.txt")];
    await writeChat(file, 100_000);
    const ran = spawnSync(process.execPath, ["--max-old-space-size=64", ...runner, program, store, file], {
      encoding: "utf8",
    });
    expect(ran.stderr).toBe("");
    const { payload, mostHeap } = JSON.parse(ran.stdout);
    expect(payload.file.passages).toEqual({ created: 100_000, known: 0, ended: 0 });
    expect(mostHeap).toBeLessThan(96 * 1024 * 1024);
    const memory = new Memory({ path: store });
    onTestFinished(() => memory.close());
    const { file_memory } = await memory.recall(
      `Which berth did crate ${(54_321 * 7919) % 100_003} go aboard at?`,
    );
    expect(file_memory[0]?.text).toBe(said(54_321));
    const [first] = (await memory.records({ limit: 1 })).items;
    expect(first).toMatchObject({ speaker: "Ana", occurred_at: "2024-01-01T00:00:00.000Z", type: "file" });
    expect((await memory.details()).memory.storage_used).toBe(payload.total_storage_bytes);
  });
});

describe("a process killed while it reads a file", () => {
  it("leaves nothing of the file, in no table and in no byte", { timeout: 60_000 }, async () => {
    const at = folder();
    const [store, file] = [join(at, "store.db"), join(at, "WhatsApp Chat.txt")];
    await writeChat(file, 3000);
    const before = new Memory({ path: store });
    await before.remember("The tide tables are printed in November.");
    const { memory: was } = await before.details();
    await before.close();

    const child = spawn(process.execPath, [...runner, program, store, file, "2500"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout!, "data");
    child.kill("SIGKILL");
    await once(child, "exit");

    for (const path of [store, `${store}-wal`]) {
      const bytes = readFileSync(path, "latin1").toLowerCase();
      for (const word of ["berth", "aboard", "cleo", "whatsapp"]) expect(bytes).not.toContain(word);
    }
    const after = new Memory({ path: store });
    onTestFinished(() => after.close());
    expect((await after.details()).memory).toEqual(was);
    expect((await after.records()).items.map(({ type }) => type)).not.toContain("file");
    expect((await after.verifyAudit()).valid).toBe(true);
  });
});

describe("a PDF of 300 pages", () => {
  const trades = ["dredging", "painting", "plumbing", "roofing", "rigging", "glazing", "paving"];
  const pages = Array.from({ length: 300 }, (_, index) => [
    `Chapter ${Math.ceil((index + 1) / 20)}, survey of mooring ${index + 1}.`,
    `The ${trades[index % 7]} of mooring ${index + 1} was finished by crew ${(index * 37) % 101}.`,
    `The ${trades[(index + 2) % 7]} has to wait until the spring tides are over.`,
  ]);

  it("returns text of page 217 with page 217", { timeout: 120_000 }, async () => {
    const path = join(folder(), "survey.pdf");
    writeFileSync(path, await pdfOf(pages));
    const memory = new Memory();
    onTestFinished(() => memory.close());
    const seen: number[] = [];
    const payload = await memory.rememberFile(
      { path },
      { onProgress: ({ readBytes }) => seen.push(readBytes) },
    );
    expect(payload.file).toMatchObject({ name: "survey.pdf", media_type: "application/pdf" });
    expect(payload.file.passages.created).toBe(300);
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
    const pagesReturned = async (query: string) =>
      (await memory.recall(query)).file_memory.map(({ page }) => page);
    expect(await pagesReturned(`What does page 217 say about ${trades[216 % 7]}?`)).toEqual([217]);
    expect(await pagesReturned("Which crew finished on page 217 of the survey?")).toEqual([217]);
    expect((await pagesReturned("Which crew finished mooring 217?"))[0]).toBe(217);
    const { file_memory } = await memory.recall("What is on page 217?");
    expect(file_memory[0]?.text).toContain(`crew ${(216 * 37) % 101}`);
  });
});
