import { Memory, type MemoryService } from "keepsake";
import { mcpHandler } from "keepsake/mcp";
import { afterEach, describe, expect, it } from "vitest";
import { type Connected, type Era, overHttp, serveMcp } from "./connections.js";
import { describeMcpServer, payloadOf } from "./mcp-server.contract.js";

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function overHttpToNewMemory(era: Era): Promise<Connected> {
  const memory = new Memory();
  const { client, close } = await overHttp(memory, { era });
  const closeBoth = async () => {
    await close();
    await memory.close();
  };
  return { client, close: closeBoth };
}

for (const era of ["modern", "legacy"] as const)
  describeMcpServer("HTTP", era, () => overHttpToNewMemory(era));

let recall = async (): Promise<unknown> => undefined;

const nothingFound = {
  semantic_memory: "",
  episodic_memory: "",
  procedural_memory: "",
  relevant_file_ids: [],
  file_memory: [],
  tokens: 0,
  cost: 0,
  wallet_balance: 0,
};

/** The HTTP request of a call in the revision 2026-07-28. */
function modernCall(name: string, input: object): Request {
  const meta = "io.modelcontextprotocol/";
  const _meta = {
    [`${meta}protocolVersion`]: "2026-07-28",
    [`${meta}clientInfo`]: { name: "test", version: "1" },
    [`${meta}clientCapabilities`]: {},
  };
  const params = { name, arguments: input, _meta };
  return new Request("http://localhost/mcp", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": name,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
}

describe("mcpHandler()", () => {
  it.each(["modern", "legacy"] as const)("answers 401 to an unknown key: %s", async (era) => {
    await using memory = new Memory();
    await expect(overHttp(memory, { era, key: "wrong" })).rejects.toThrow();
    const { url, close } = await serveMcp(memory);
    open.push(close);
    const response = await fetch(url, { method: "POST", body: "{}" });
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
    expect(await response.json()).toMatchObject({ error: { message: "API key not found" } });
  });

  it("keeps two stores apart that are queried at the same time", async () => {
    const ids = ["one", "two"];
    const memories = ids.map((name) => new Memory({ name }));
    const clients = await Promise.all(memories.map((memory) => overHttp(memory, { era: "modern" })));
    open.push(...clients.map(({ close }) => close), ...memories.map((memory) => () => memory.close()));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        clients[index % 2]?.client.callTool({ name: "details", arguments: {} }),
      ),
    );
    const names = answers.map(
      (answer) => (payloadOf(answer ?? {}) as { memory?: { name: string } }).memory?.name,
    );
    expect(names).toEqual(Array.from({ length: 20 }, (_, index) => ids[index % 2]));
  });

  it("completes the call in progress when it is closed, and accepts no new one", async () => {
    const handler = mcpHandler();
    let finish = (_: unknown) => {};
    const begun = new Promise<void>((begin) => {
      recall = () => {
        begin();
        return new Promise((resolve) => {
          finish = resolve;
        });
      };
    });
    const service = { recall: () => recall() } as unknown as MemoryService;
    const ask = () => handler.answer(modernCall("recall", { query: "Where?" }), { service });
    const answered = ask();
    await begun;
    const closed = handler.close();
    expect((await ask()).status).toBe(503);
    finish({ ...nothingFound, semantic_memory: "Ana lives in Lisbon." });
    expect(JSON.stringify(await (await answered).json())).toContain("Lisbon");
    await closed;
  });

  it("refuses a body over the limit", async () => {
    await using memory = new Memory();
    const { url, close } = await serveMcp(memory);
    open.push(close);
    const headers = { authorization: "Bearer right", "content-type": "application/json" };
    const response = await fetch(url, { method: "POST", headers, body: `"${"x".repeat(5_000_000)}"` });
    expect(response.status).toBe(413);
  });
});
