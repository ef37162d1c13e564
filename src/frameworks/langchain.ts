/** `keepsake/langchain`: a chat history and a retriever for LangChain. */
import { BaseListChatMessageHistory } from "@langchain/core/chat_history";
import { Document } from "@langchain/core/documents";
import {
  type BaseMessage,
  mapChatMessagesToStoredMessages,
  mapStoredMessagesToChatMessages,
  type StoredMessage,
} from "@langchain/core/messages";
import { BaseRetriever, type BaseRetrieverInput } from "@langchain/core/retrievers";
import type { MemoryService } from "../contract/memory-service.js";
import type { Confidence, ExplainedRecord, FileExtract, RecallObject } from "../contract/recall.js";
import type { Scope } from "../contract/scope.js";
import { DocumentList } from "../service/document-list.js";

/** Options of {@link KeepsakeChatMessageHistory}. */
export interface KeepsakeChatMessageHistoryOptions {
  /** The id of the conversation: at most 256 characters. It is the label `session` of the scope. */
  readonly sessionId: string;
  /** Whose conversation it is, for instance `{ user: "u42" }`. @default the scope of the memory */
  readonly scope?: Scope;
}

/**
 * The messages of a conversation, exactly as they were added. A recall in the same scope, also
 * without the label `session`, finds what was said in all conversations.
 *
 * @example
 * import { KeepsakeChatMessageHistory } from "keepsake/langchain";
 *
 * const history = new KeepsakeChatMessageHistory(memory, {
 *   sessionId: "s1",
 *   scope: { user: "u42" },
 * });
 * await history.addUserMessage("The boat is moored at pier 4.");
 */
export class KeepsakeChatMessageHistory extends BaseListChatMessageHistory {
  readonly lc_namespace = ["keepsake", "chat_history"];
  readonly #list: DocumentList<StoredMessage>;

  /** @throws {MemoryError} `invalid_input` for a session id that no label can have */
  constructor(memory: MemoryService, { sessionId, scope = {} }: KeepsakeChatMessageHistoryOptions) {
    super();
    const own = memory.for({ ...scope, session: sessionId });
    this.#list = new DocumentList(own, "langchain-chat-history", textOf);
  }

  /** Every message, oldest first. */
  async getMessages(): Promise<BaseMessage[]> {
    return mapStoredMessagesToChatMessages(await this.#list.items());
  }

  /** Adds a message at the end. */
  addMessage(message: BaseMessage): Promise<void> {
    return this.addMessages([message]);
  }

  /** Adds messages at the end, in order. */
  override addMessages(messages: BaseMessage[]): Promise<void> {
    return this.#list.append(mapChatMessagesToStoredMessages(messages));
  }

  /** Erases every message. */
  override clear(): Promise<void> {
    return this.#list.clear();
  }
}

function textOf({ type, data: { content } }: StoredMessage): string {
  const parts: unknown = content;
  const texts = Array.isArray(parts) ? parts.map((part) => Reflect.get(Object(part), "text")) : [parts];
  return texts.filter((text) => typeof text === "string").join("\n") || type;
}

/** Options of {@link KeepsakeRetriever}. */
export interface KeepsakeRetrieverOptions extends BaseRetrieverInput {
  /** Whose memory it is. @default the scope of the memory */
  readonly scope?: Scope;
  /** Maximum number of documents. @default 10 */
  readonly limit?: number;
  /** Further fields of each recall, such as `speaker`, `types` or `filter`. */
  readonly recall?: Omit<RecallObject, "query" | "scope" | "limit" | "explain">;
}

/**
 * The metadata of a document of {@link KeepsakeRetriever}; for an extract, also the file's name.
 */
export type RetrievedMetadata = Omit<ExplainedRecord, "text" | "signals"> &
  Partial<Omit<FileExtract, "text">> & { readonly confidence: Confidence | undefined };

/**
 * A retriever over `recall`: one document per record or extract of a file, best first. If memory
 * has no answer, there are no documents.
 *
 * @example
 * import { KeepsakeRetriever } from "keepsake/langchain";
 *
 * const retriever = new KeepsakeRetriever(memory, { scope: { user: "u42" }, limit: 5 });
 * const documents = await retriever.invoke("Where is the boat moored?");
 */
export class KeepsakeRetriever extends BaseRetriever<RetrievedMetadata> {
  readonly lc_namespace = ["keepsake", "retrievers"];
  readonly #memory: MemoryService;
  readonly #recall: Omit<RecallObject, "query">;

  /** @throws {MemoryError} `invalid_input` for an invalid scope */
  constructor(
    memory: MemoryService,
    { scope, limit = 10, recall, ...fields }: KeepsakeRetrieverOptions = {},
  ) {
    super(fields);
    this.#memory = scope === undefined ? memory : memory.for(scope);
    this.#recall = { ...recall, limit, explain: true };
  }

  override async _getRelevantDocuments(query: string): Promise<Document<RetrievedMetadata>[]> {
    const { records = [], file_memory, confidence } = await this.#memory.recall({ ...this.#recall, query });
    const extracts = new Map(file_memory.map(({ text, ...extract }) => [text, extract]));
    return records.map(({ text, signals: _, ...record }) => {
      const metadata = { ...extracts.get(text), ...record, confidence };
      return new Document({ pageContent: text, metadata });
    });
  }
}
