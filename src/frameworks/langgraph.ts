/**
 * `keepsake/langgraph`: a `BaseStore` of LangGraph whose items are in a memory. Filters, scores and
 * namespaces are those of LangGraph's own `InMemoryStore`, which answers each search over the items
 * that the memory has.
 */
import { Embeddings } from "@langchain/core/embeddings";
import {
  BaseStore,
  InMemoryStore,
  type Item,
  type Operation,
  type OperationResults,
  type PutOperation,
} from "@langchain/langgraph-checkpoint";
import type { MemoryService } from "../contract/memory-service.js";
import type { Scope } from "../contract/scope.js";
import type { Embedder } from "../embedders/embedder.js";
import { Documents } from "../service/documents.js";

/** Options of {@link KeepsakeStore}. */
export interface KeepsakeStoreOptions {
  /** Whose items they are, for instance `{ user: "u42" }`. @default the scope of the memory */
  readonly scope?: Scope;
  /** Makes the vectors of a search with a `query`. Without it, such a search ranks nothing. */
  readonly embedder?: Embedder;
  /** The fields whose texts are embedded, as LangGraph writes paths. @default ["$"] */
  readonly fields?: readonly string[];
  /** Returns the current time. @default the system clock */
  readonly clock?: () => Date;
}

/** An item as it is stored. Times are ISO 8601. */
interface StoredItem {
  readonly namespace: string[];
  readonly key: string;
  readonly value: Item["value"];
  readonly index?: false | string[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Maximum number of texts whose vectors are cached: some 4 MB with 256 dimensions. */
const cachedTexts = 4096;

/**
 * A store for `graph.compile({ store })`. Values are JSON, exactly as they were put, and at most
 * some 4 million characters. A search reads all items of the store, so it is made for thousands of
 * items for each scope, not for millions. Deleted and replaced values are erased.
 *
 * @example
 * import { staticEmbedder } from "keepsake";
 * import { KeepsakeStore } from "keepsake/langgraph";
 *
 * const store = new KeepsakeStore(memory, { scope: { user: "u42" }, embedder: staticEmbedder() });
 * await store.put(["boats"], "spray", { text: "moored at pier 4" });
 */
export class KeepsakeStore extends BaseStore {
  readonly #documents: Documents<StoredItem>;
  readonly #options: KeepsakeStoreOptions;
  readonly #embeddings: CachedEmbeddings | undefined;

  /** @throws {MemoryError} `invalid_input` for an invalid scope */
  constructor(memory: MemoryService, options: KeepsakeStoreOptions = {}) {
    super();
    const { scope, embedder } = options;
    this.#documents = new Documents(scope === undefined ? memory : memory.for(scope), "langgraph-store");
    this.#options = options;
    this.#embeddings = embedder && new CachedEmbeddings(embedder);
  }

  /**
   * Answers the reads from the state before the batch, then writes. Of several writes to one key,
   * the last one counts. @throws what LangGraph's own store throws for an invalid namespace
   */
  override batch<Operations extends Operation[]>(
    operations: Operations,
  ): Promise<OperationResults<Operations>> {
    return this.#documents.inTurn(async () => {
      const stored = new Map((await this.#needed(operations)).map((item) => [pathOf(item), item]));
      const answers = await (await this.#inMemory(stored, operations)).batch(operations);
      await this.#write(operations.filter(isPut), stored);
      const dated = (answer: unknown) => (isItem(answer) ? withTimes(answer, stored) : answer);
      return (answers as unknown[]).map((answer) =>
        Array.isArray(answer) ? answer.map(dated) : dated(answer),
      ) as OperationResults<Operations>;
    });
  }

  /** The items that are read or written by key; all items if one of the operations searches. */
  async #needed(operations: readonly Operation[]): Promise<StoredItem[]> {
    const keyed = operations.filter((operation) => "key" in operation);
    if (keyed.length < operations.length) return (await this.#documents.list()).map(({ value }) => value);
    const found = await Promise.all([...new Set(keyed.map(pathOf))].map((path) => this.#documents.get(path)));
    return found.filter((item) => item !== undefined);
  }

  async #inMemory(stored: ReadonlyMap<string, StoredItem>, operations: readonly Operation[]) {
    const { fields } = this.#options;
    const isRanked = operations.some((operation) => "query" in operation && operation.query !== undefined);
    const index =
      this.#embeddings === undefined || !isRanked
        ? undefined
        : {
            dims: this.#options.embedder?.dimensions ?? 0,
            embeddings: this.#embeddings,
            fields: [...(fields ?? ["$"])],
          };
    const store = new InMemoryStore(index === undefined ? {} : { index });
    await store.batch([...stored.values()].map(({ createdAt: _, updatedAt: __, ...item }) => item));
    return store;
  }

  async #write(puts: readonly PutOperation[], stored: ReadonlyMap<string, StoredItem>): Promise<void> {
    const now = (this.#options.clock?.() ?? new Date()).toISOString();
    for (const [path, put] of new Map(puts.map((put) => [pathOf(put), put]))) {
      const { namespace, key, value, index } = put;
      if (value === null) {
        await this.#documents.delete(path);
        continue;
      }
      const createdAt = stored.get(path)?.createdAt ?? now;
      const item = { namespace, key, value, createdAt, updatedAt: now };
      await this.#documents.put(
        path,
        index === undefined ? item : { ...item, index },
        textsOf(value).join("\n"),
      );
    }
  }
}

/**
 * An embedder as LangChain calls it. Vectors of texts are cached, because each search needs them
 * all.
 */
class CachedEmbeddings extends Embeddings {
  readonly #embedder: Embedder;
  readonly #vectors = new Map<string, number[]>();

  constructor(embedder: Embedder) {
    super({});
    this.#embedder = embedder;
  }

  override async embedQuery(text: string): Promise<number[]> {
    const [vector] = await this.#embedder.embed([text], { kind: "query" });
    return Array.from(vector ?? []);
  }

  override async embedDocuments(texts: string[]): Promise<number[][]> {
    const unknown = texts.filter((text) => !this.#vectors.has(text));
    const made = await this.#embedder.embed(unknown, { kind: "passage" });
    for (const [index, text] of unknown.entries()) this.#vectors.set(text, Array.from(made[index] ?? []));
    const vectors = texts.map((text) => this.#vectors.get(text) ?? []);
    if (this.#vectors.size > cachedTexts) this.#vectors.clear();
    return vectors;
  }
}

function isPut(operation: Operation): operation is PutOperation {
  return "value" in operation;
}

/** Different for different paths, whatever characters they have. */
function pathOf({ namespace, key }: { readonly namespace: string[]; readonly key: string }): string {
  return JSON.stringify([...namespace, key]);
}

function isItem(answer: unknown): answer is Item {
  return typeof answer === "object" && answer !== null && "namespace" in answer;
}

function withTimes<Found extends Item>(item: Found, stored: ReadonlyMap<string, StoredItem>): Found {
  const { createdAt, updatedAt } = stored.get(pathOf(item))!;
  return { ...item, createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) };
}

/** The texts of a value, by which `recall` finds it. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
