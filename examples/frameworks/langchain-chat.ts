/**
 * A chat of LangChain with its history in a memory, and a retriever over everything that the memory
 * knows. The model is a function: replace it with yours.
 *
 *   npx tsx examples/frameworks/langchain-chat.ts
 */
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { ChatPromptTemplate, MessagesPlaceholder } from "@langchain/core/prompts";
import { RunnableLambda, RunnableWithMessageHistory } from "@langchain/core/runnables";
import { Memory } from "keepsake";
import { KeepsakeChatMessageHistory, KeepsakeRetriever } from "keepsake/langchain";

const memory = new Memory({ name: "boatyard" });
const scope = { user: "m7" };
await memory.remember({
  content: "The spare propeller is in the blue container.",
  speaker: "Maarten",
  scope,
});

const retriever = new KeepsakeRetriever(memory, { scope, limit: 3 });
const prompt = ChatPromptTemplate.fromMessages([
  ["system", "What is known:\n{known}"],
  new MessagesPlaceholder("history"),
  ["human", "{question}"],
]);
const model = RunnableLambda.from((text: string) => {
  console.log(text);
  return new AIMessage("In the blue container.");
});
const chain = RunnableLambda.from(async (input: { question: string; history?: BaseMessage[] }) => {
  const documents = await retriever.invoke(input.question);
  return { history: [], ...input, known: documents.map(({ pageContent }) => pageContent).join("\n") };
})
  .pipe(prompt)
  .pipe((value) => value.toString())
  .pipe(model);
const chat = new RunnableWithMessageHistory({
  runnable: chain,
  getMessageHistory: (sessionId: string) => new KeepsakeChatMessageHistory(memory, { sessionId, scope }),
  inputMessagesKey: "question",
  historyMessagesKey: "history",
});

const session = { configurable: { sessionId: "monday" } };
await chat.invoke({ question: "Where is the spare propeller?" }, session);
await chat.invoke({ question: "Are you sure about the propeller?" }, session);
const history = new KeepsakeChatMessageHistory(memory, { sessionId: "monday", scope });
console.log(`messages: ${(await history.getMessages()).length}`);
await memory.close();
