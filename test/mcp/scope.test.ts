/** A server with a scope: the host sets the user, and no tool has a field for it. */
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { createMcpServer } from "keepsake/mcp";
import { testMemory } from "keepsake/testing";
import { expect, it, onTestFinished } from "vitest";

it("a server with a scope serves that user's memory and refuses a model that names another", async () => {
  const { memory } = await testMemory();
  await memory.for({ user: "bob" }).remember("I live in Berlin.");
  const [here, there] = InMemoryTransport.createLinkedPair();
  const server = createMcpServer(memory, { scope: { user: "alice" } });
  const client = new Client({ name: "test", version: "1.0.0" });
  await Promise.all([server.connect(there), client.connect(here)]);
  onTestFinished(async () => {
    await client.close();
    await memory.close();
  });
  const call = (name: string, input: Record<string, unknown>) => client.callTool({ name, arguments: input });
  await call("remember", { content: "I live in Lisbon." });
  expect(JSON.stringify(await call("recall", { query: "Where do I live?" }))).toContain("Lisbon");
  expect(JSON.stringify(await call("recall", { query: "Where do I live?" }))).not.toContain("Berlin");
  expect(JSON.stringify(await call("profile", {}))).toMatch(/Lisbon/);
  for (const tool of ["profile", "list"])
    expect(JSON.stringify(await call(tool, {}))).not.toContain("Berlin");
  for (const [name, input] of [
    ["profile", { scope: { user: "bob" } }],
    ["list", { input: { scope: { user: "bob" } } }],
    ["recall", { query: "Where do I live?", scope: { user: "bob" } }],
    ["recall", { query: "Where do I live?", include_unscoped: true }],
    ["forget", { all: true, confirm: true, scope: { user: "bob" } }],
    ["remember", { content: "I live in Oslo.", scope: { user: "bob" } }],
  ] as const) {
    const refused = await call(name, input);
    expect(refused.isError).toBe(true);
    expect(JSON.stringify(refused.content)).toContain("is set by the host");
  }
  expect((await memory.for({ user: "bob" }).records()).items).toHaveLength(1);
  expect((await memory.for({ user: "alice" }).records()).items).toHaveLength(1);
});
