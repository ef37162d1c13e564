/** MCP at `/mcp` of `serve`, with its API keys. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { mcpHandler } from "keepsake/mcp";
import { describe, expect, it, onTestFinished } from "vitest";
import { serverForFile } from "../server/server-fixture.js";

const fixture = serverForFile({ handlers: { "/mcp": mcpHandler().answer } });

async function connect(headers: Record<string, string>): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  const url = new URL("/mcp", fixture().server.url);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return client;
}

const ask = (client: Client, name: string, input: Record<string, unknown>) =>
  client.callTool({ name, arguments: input });

describe("MCP at /mcp of keepsake serve", () => {
  it("gives access to the store of the key only, with either header", async () => {
    const [ana, ben] = [await fixture().newKey({ name: "ana's" }), await fixture().newKey({ name: "ben's" })];
    const hers = await connect({ authorization: `Bearer ${ana.key}` });
    const his = await connect({ "x-api-key": ben.key });
    await ask(hers, "remember", { content: "Ana hides the spare key under the third flowerpot." });
    const query = "Where does Ana hide the spare key?";
    expect(JSON.stringify(await ask(hers, "recall", { query }))).toContain("flowerpot");
    expect(JSON.stringify(await ask(his, "recall", { query }))).not.toContain("flowerpot");
    const page = await fixture().post("/api/memory/records", {}, { key: ana.key });
    const uri = `keepsake://records/${page.body.data.items[0].id}/source`;
    expect((await hers.readResource({ uri })).contents).toHaveLength(2);
    await expect(his.readResource({ uri })).rejects.toThrow(/there is no record/);
  });

  it("returns no key to the model", async () => {
    const { key } = await fixture().newKey();
    const client = await connect({ authorization: `Bearer ${key}` });
    expect(JSON.stringify(await ask(client, "details", {}))).not.toContain(key);
  });

  it("refuses an unknown, a missing and a revoked key", async () => {
    const { key, id } = await fixture().newKey();
    await expect(connect({ authorization: "Bearer ksk_unknown" })).rejects.toThrow();
    await expect(connect({})).rejects.toThrow();
    const client = await connect({ authorization: `Bearer ${key}` });
    fixture().registry.keys.revoke(id);
    await expect(ask(client, "details", {})).rejects.toThrow();
  });

  it("charges the same wallet as REST, and reports an empty one", async () => {
    const { key } = await fixture().newKey({ plan: "builder" });
    const client = await connect({ authorization: `Bearer ${key}` });
    const refused = await ask(client, "recall", { query: "Where does Ana live?" });
    expect(refused.isError).toBe(true);
    expect(refused._meta?.["keepsake/error"]).toMatchObject({ code: "insufficient_balance" });
  });
});
