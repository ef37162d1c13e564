/** Files over HTTP, without a socket. A file is sent as bytes, never as a path. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Memory } from "keepsake";
import { createHandler, singleKey } from "keepsake/server";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";

const base64 = (text: string) => Buffer.from(text).toString("base64");
const fees = { name: "fees.md", data: base64("# Fees\n\nA berth costs ten euros a night.\n") };

let memory: Memory;
beforeEach(() => {
  memory = new Memory();
  onTestFinished(() => memory.close());
});

async function post(path: string, body: unknown) {
  const handler = createHandler({ resolve: singleKey(memory, "k") });
  const response = await handler(
    new Request(`http://localhost/api/memory/${path}`, {
      method: "POST",
      headers: { "x-api-key": "k" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    }),
  );
  return { status: response.status, body: (await response.json()) as { data?: unknown } };
}

describe("POST /api/memory/file", () => {
  it("stores a file, and search returns the extract", async () => {
    const added = await post("file", { ...fees, metadata: { kind: "rules" }, occurred_at: "2026-01-10" });
    expect(added).toMatchObject({
      status: 200,
      body: { success: true, data: { stored: true, file: { name: "fees.md", passages: { created: 1 } } } },
    });
    const found = await post("search", { query: "What does a berth cost?" });
    const { file_id } = added.body.data as { file_id: string };
    expect(found.body.data).toMatchObject({
      relevant_file_ids: [file_id],
      file_memory: [{ file_id, name: "fees.md", heading: "Fees", text: "A berth costs ten euros a night." }],
    });
    expect(await post("forget", { file_id })).toMatchObject({
      body: { data: { forgotten: 1, verified: true } },
    });
  });

  it.each<[string, object, object]>([
    ["no data", { name: "a.md" }, { type: "missing", loc: ["body", "data"] }],
    ["no name", { data: fees.data }, { type: "missing", loc: ["body", "name"] }],
    ["data that is no base64", { ...fees, data: "a*b=" }, { type: "value_error", loc: ["body", "data"] }],
    [
      "a name with a folder",
      { ...fees, name: "/etc/passwd" },
      { type: "value_error", loc: ["body", "name"] },
    ],
    ["a PDF that is none", { ...fees, name: "a.pdf" }, { type: "unreadable_file", loc: ["body", "data"] }],
  ])("answers 422 to %s, and stores nothing", async (_, body, detail) => {
    const refused = await post("file", body);
    expect(refused).toMatchObject({ status: 422, body: { detail: [detail] } });
    expect((await memory.records()).items).toEqual([]);
  });

  it("reads no path on the server, whatever the body contains", async () => {
    const folder = mkdtempSync(join(tmpdir(), "keepsake-http-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, "secret.md");
    writeFileSync(path, "The safe opens at 4711.");
    for (const body of [{ path }, { ...fees, path }]) {
      const refused = await post("file", body);
      expect(refused.status).toBe(422);
      expect(JSON.stringify(refused.body)).not.toContain("4711");
    }
    expect((await memory.records()).items).toEqual([]);
  });

  it("accepts a file of several mebibytes, and answers 413 over the limit", async () => {
    const long = `# Log\n\n${"The pump ran for an hour. ".repeat(150_000)}`;
    const large = await post("file", { name: "log.md", data: base64(long) });
    // The file repeats one sentence, and a repeated passage is stored once.
    expect(large.body.data).toMatchObject({ stored: true });
    expect((large.body.data as { bytes: number }).bytes).toBeLessThan(10_000);
    const tooLong = await post("file", `{"name":"a.md","data":"${"A".repeat(33_554_432)}"}`);
    expect(tooLong.status).toBe(413);
  });
});
