/** Imports by a page: what is sent back while it goes on, the report, and what is refused. */
import { Memory } from "keepsake";
import { describe, expect, it, onTestFinished } from "vitest";
import { startConsoleService } from "./service-fixture.js";

const said = JSON.stringify({
  results: [
    { id: "1", memory: "Ana keeps bees", created_at: "2026-01-02T03:04:05Z" },
    { id: "2", memory: "Ana lives in Oporto", created_at: "2026-01-03T03:04:05Z" },
    { id: "3" },
  ],
});

/** The lines of an answer. */
function linesOf(text: string): Record<string, unknown>[] {
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

async function started() {
  const service = await startConsoleService();
  const ana = await service.owner("ana", "I row on the Douro.");
  const send = (query: string, body: string, page = ana.page) =>
    page.ask(`${ana.store.id}/api/imports?${query}`, { method: "POST", body });
  const texts = async () => {
    const { body } = await ana.page.ask(`${ana.store.id}/api/memory/records`, { method: "POST", body: {} });
    return body.data.items.map(({ text }: { text: string }) => text);
  };
  return { ...service, ana, send, texts };
}

describe("imports of the console", () => {
  it("import what another system wrote, and report what was left out", async () => {
    const { send, texts, defects } = await started();
    const answer = await send("name=mem0.json", said);
    expect(answer.headers.get("content-type")).toBe("application/jsonl");
    const lines = linesOf(answer.text);
    expect(lines.at(-2)).toEqual({ done: 3, total: 3 });
    expect(lines.at(-1)).toMatchObject({
      report: {
        from: "mem0",
        read: 3,
        carried: { memory: 2 },
        imported: { records: 2 },
        not_carried: [{ kind: "memory", count: 1, places: ["results[2]"] }],
      },
    });
    expect(await texts()).toEqual(expect.arrayContaining(["Ana keeps bees", "Ana lives in Oporto"]));
    const again = linesOf((await send("from=mem0", said)).text).at(-1);
    expect(again).toMatchObject({ report: { imported: { records: 0, known: 2 } } });
    expect(defects).toEqual([]);
  });

  it("store nothing where only a report is wanted", async () => {
    const { send, texts } = await started();
    const before = await texts();
    expect(linesOf((await send("dry_run=true", said)).text).at(-1)).toMatchObject({
      report: { dry_run: true, carried: { memory: 2 }, imported: { records: 0 } },
    });
    expect(await texts()).toEqual(before);
  });

  it("import a store's own export, into a scope where one is named", async () => {
    const { send, ana } = await started();
    const memory = new Memory();
    onTestFinished(() => memory.close());
    await memory.remember("I keep a boat called Zephyr.");
    const lines: string[] = [];
    for await (const line of memory.export()) lines.push(line);
    const scope = encodeURIComponent('{"user":"lea"}');
    const answer = await send(`scope=${scope}`, `${lines.join("\n")}\n`);
    expect(linesOf(answer.text).at(-1)).toMatchObject({ report: { from: "keepsake" } });
    const listed = await ana.page.ask(`${ana.store.id}/api/memory/records`, {
      method: "POST",
      body: { scope: { user: "lea" } },
    });
    expect(listed.text).toContain("Zephyr");
  });

  it("say in the last line what is wrong with a file, and store nothing of it", async () => {
    const { send, texts } = await started();
    const before = await texts();
    for (const [query, body, message] of [
      ["from=mem0", said.slice(0, -20), /it ends in the middle/u],
      ["name=x.json", "[1, 2]", /looks like the export of no known system/u],
      ["from=letta", said, /looks like .*mem0/u],
      ["name=x.zip", said, /compressed/u],
      ["", "", /it is empty/u],
      ["from=keepsake&dry_run=true", "{}", /can only be imported/u],
    ] as const) {
      const last = linesOf((await send(query, body)).text).at(-1);
      expect(last?.error).toMatch(message);
    }
    expect(await texts()).toEqual(before);
  });

  it("refuse unknown systems, readers, and other memories before anything is read", async () => {
    const { send, member, owner, ana, ask } = await started();
    expect((await send("from=elsewhere", said)).status).toBe(422);
    expect((await send("scope=lea", said)).status).toBe(422);
    const { page: reader } = member("ria", ana.account.id, "reader");
    expect((await send("", said, reader)).status).toBe(403);
    expect((await send("dry_run=true", said, reader)).status).toBe(403);
    const { page: other } = await owner("ben");
    expect((await send("", said, other)).status).toBe(404);
    const { cookie } = ana.page.headers;
    const noToken = { method: "POST", headers: { cookie: cookie! }, body: said };
    expect((await ask(`${ana.store.id}/api/imports`, noToken)).status).toBe(403);
  });
});
