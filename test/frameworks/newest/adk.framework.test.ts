/** ADK's runner and tools with the service of `keepsake/adk`. */
import {
  BaseLlm,
  InMemoryMemoryService,
  InMemorySessionService,
  LlmAgent,
  PRELOAD_MEMORY,
  Runner,
} from "@google/adk";
import { KeepsakeMemoryService } from "keepsake/adk";
import { testMemory } from "keepsake/testing";
import { describe, expect, it } from "vitest";

/** A model that always answers the same, and keeps what it was sent. */
class ScriptedModel extends BaseLlm {
  readonly requests: string[] = [];

  constructor() {
    super({ model: "scripted" });
  }

  override async *generateContentAsync(request: object) {
    this.requests.push(JSON.stringify(request));
    yield { content: { role: "model", parts: [{ text: "Noted." }] } };
  }

  override connect(): Promise<never> {
    throw new Error("This model has no live connection");
  }
}

async function app() {
  const { memory } = await testMemory();
  const model = new ScriptedModel();
  const memoryService = new KeepsakeMemoryService(memory);
  const sessionService = new InMemorySessionService();
  const agent = new LlmAgent({ name: "helper", model, tools: [PRELOAD_MEMORY] });
  const runner = new Runner({ appName: "boats", agent, sessionService, memoryService });
  /** Says one thing in a session of its own, and adds that session to the memory. */
  const say = async (userId: string, text: string) => {
    const { id } = await sessionService.createSession({ appName: "boats", userId });
    const newMessage = { role: "user", parts: [{ text }] };
    for await (const _ of runner.runAsync({ userId, sessionId: id, newMessage }));
    const session = (await sessionService.getSession({ appName: "boats", userId, sessionId: id }))!;
    await memoryService.addSessionToMemory(session);
    return session;
  };
  return { memory, memoryService, model, say };
}

describe("KeepsakeMemoryService", () => {
  it("shows the model in a new session what the user said in an earlier one", async () => {
    const { model, say } = await app();
    await say("ana", "I moor my boat at the old harbour in Split.");
    await say("ana", "Where is my boat moored?");
    expect(model.requests[0]).not.toContain("PAST_CONVERSATIONS");
    expect(model.requests[1]).toMatch(/PAST_CONVERSATIONS.*user: .*old harbour in Split/);
  });

  it("returns the entries of ADK's own service, where both find something", async () => {
    const { memoryService, say } = await app();
    const session = await say("ana", "My sister Ines is allergic to walnuts.");
    const reference = new InMemoryMemoryService();
    await reference.addSessionToMemory(session);
    const search = { appName: "boats", userId: "ana", query: "walnuts" };
    const { memories } = await memoryService.searchMemory(search);
    const [own] = memories;
    const [theirs] = (await reference.searchMemory(search)).memories;
    expect(own?.author).toBe(theirs?.author);
    expect(own?.timestamp).toBe(theirs?.timestamp);
    expect(own?.content.role).toBe(theirs?.content.role);
    expect(memories.flatMap(({ content }) => content.parts.map(({ text }) => text)).join("\n")).toContain(
      "walnuts",
    );
  });

  it("keeps users and apps apart", async () => {
    const { memoryService, say } = await app();
    await say("ana", "I live in Lisbon.");
    await say("bob", "I live in Berlin.");
    const found = async (appName: string, userId: string) =>
      JSON.stringify(await memoryService.searchMemory({ appName, userId, query: "Where do I live?" }));
    expect(await found("boats", "ana")).toMatch(/Lisbon(?!.*Berlin)/);
    expect(await found("boats", "bob")).toMatch(/Berlin(?!.*Lisbon)/);
    expect(await found("recipes", "ana")).toBe('{"memories":[]}');
  });

  it("remembers each event once when a session is added again", async () => {
    const { memory, memoryService, say } = await app();
    const session = await say("ana", "I live in Lisbon.");
    await memoryService.addSessionToMemory(session);
    const remembered = (await memory.audit({ operation: "REMEMBER" })).items;
    expect(remembered).toHaveLength(1);
  });
});
