/** The chat history and the retriever, in runnables of LangChain. */
import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from "@langchain/core/messages";
import { ChatPromptTemplate, MessagesPlaceholder } from "@langchain/core/prompts";
import { RunnableLambda, RunnableWithMessageHistory } from "@langchain/core/runnables";
import { Memory } from "keepsake";
import { KeepsakeChatMessageHistory, KeepsakeRetriever } from "keepsake/langchain";
import { describe, expect, it, onTestFinished } from "vitest";

function opened(): Memory {
  const memory = new Memory();
  onTestFinished(() => memory.close());
  return memory;
}

describe("KeepsakeChatMessageHistory", () => {
  it("returns messages of every kind as they were added", async () => {
    const memory = opened();
    const messages = [
      new SystemMessage("Be brief."),
      new HumanMessage({ content: [{ type: "text", text: "Where is\nSpray? 😀" }], name: "Ana" }),
      new AIMessage({ content: "", tool_calls: [{ id: "c1", name: "find", args: { boat: "Spray" } }] }),
      new ToolMessage({ content: "pier 4", tool_call_id: "c1" }),
      new AIMessage({ content: "At pier 4.", response_metadata: { model: "m" } }),
    ];
    const historyOf = () =>
      new KeepsakeChatMessageHistory(memory, { sessionId: "s1", scope: { user: "ana" } });
    await historyOf().addMessages(messages.slice(0, 3));
    await historyOf().addMessage(messages[3]!);
    await historyOf().addMessage(messages[4]!);
    const kept = await historyOf().getMessages();
    expect(kept.map((message) => message.toDict())).toEqual(messages.map((message) => message.toDict()));
    await historyOf().clear();
    expect(await historyOf().getMessages()).toEqual([]);
  });

  it("is the history of a chain, apart for each session", async () => {
    const memory = opened();
    const prompt = ChatPromptTemplate.fromMessages([
      new MessagesPlaceholder("history"),
      ["human", "{input}"],
    ]);
    const model = RunnableLambda.from(
      async (value: { messages: BaseMessage[] }) => new AIMessage(`I see ${value.messages.length} messages.`),
    );
    const chain = new RunnableWithMessageHistory({
      runnable: prompt.pipe((value) => ({ messages: value.toChatMessages() })).pipe(model),
      getMessageHistory: (sessionId: string) => new KeepsakeChatMessageHistory(memory, { sessionId }),
      inputMessagesKey: "input",
      historyMessagesKey: "history",
    });
    const ask = async (input: string, sessionId: string) =>
      (await chain.invoke({ input }, { configurable: { sessionId } })).content;
    expect(await ask("Hello.", "s1")).toBe("I see 1 messages.");
    expect(await ask("And now?", "s1")).toBe("I see 3 messages.");
    expect(await ask("Hello.", "s2")).toBe("I see 1 messages.");
  });
});

describe("KeepsakeRetriever", () => {
  it("returns records and extracts of files as documents, in a chain, for one user", async () => {
    const memory = opened();
    const ana = memory.for({ user: "ana" });
    await ana.remember({
      content: "The boat Spray is moored at pier 4.",
      speaker: "Ana",
      metadata: { topic: "boats" },
    });
    const data = new TextEncoder().encode("The harbour fee for the boat Spray is ten euros a night.");
    await ana.rememberFile({ name: "fees.md", data });
    const retriever = new KeepsakeRetriever(memory, { scope: { user: "ana" } });
    const texts = retriever.pipe((documents) => documents.map(({ pageContent }) => pageContent));
    const found = await texts.invoke("Where is the boat Spray moored?");
    expect(found[0]).toContain("pier 4");
    const [document] = await retriever.invoke("Where is the boat Spray moored?");
    expect(document?.metadata).toMatchObject({
      record_id: expect.any(String),
      type: expect.any(String),
      score: expect.any(Number),
    });
    const fees = await retriever.invoke("What does a night for the boat Spray cost?");
    const extracts = fees.filter(({ metadata }) => metadata.type === "file");
    expect(extracts).toHaveLength(1);
    expect(extracts[0]).toMatchObject({
      pageContent: expect.stringContaining("ten euros"),
      metadata: { name: "fees.md" },
    });
    expect(await new KeepsakeRetriever(memory, { scope: { user: "ben" } }).invoke("Where is Spray?")).toEqual(
      [],
    );
  });

  it("passes on the fields of a recall, and returns at most as many documents as asked for", async () => {
    const memory = opened();
    for (const pier of [1, 2, 3])
      await memory.remember({ content: `Boat ${pier} is moored at pier ${pier}.`, metadata: { pier } });
    const one = new KeepsakeRetriever(memory, { limit: 1 });
    expect(await one.invoke("Which boats are moored at a pier?")).toHaveLength(1);
    const filtered = new KeepsakeRetriever(memory, { recall: { filter: { pier: 2 } } });
    const found = await filtered.invoke("Which boats are moored at a pier?");
    expect(found.length).toBeGreaterThan(0);
    for (const { pageContent } of found) expect(pageContent).toContain("pier 2");
    await expect(one.invoke(" ")).rejects.toMatchObject({ code: "invalid_input" });
  });
});
