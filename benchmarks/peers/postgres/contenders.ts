/**
 * What is compared: stores of one PostgreSQL server with pgvector. All get the same texts, embedded
 * by the same table inside the call that is timed, and no language model.
 */
import { randomUUID } from "node:crypto";
import { PostgresStore } from "@langchain/langgraph-checkpoint-postgres/store";
import pg from "pg";
import { type ChatMessage, Memory, staticEmbedder } from "../../../dist/index.js";
import { postgresStore } from "../../../dist/stores/postgres/index.js";
import { exchangeLines } from "../exchange-lines.js";
import { LookedUpEmbeddings } from "../looked-up-embeddings.js";
import type { Said } from "./corpus.js";

/** An open store. */
export interface Contender {
  readonly name: string;
  readonly searches: string;
  /** Stores the messages of a session, whose numbers begin with `first`. */
  fill(messages: readonly Said[], first: number): Promise<void>;
  /** Stores one message, as an application does. */
  write(message: Said, number: number): Promise<void>;
  /** Numbers of messages, best first. */
  search(question: string, limit: number): Promise<readonly number[]>;
  close(): Promise<void>;
}

const embedder = staticEmbedder();

async function vectorsOf(texts: readonly string[], kind: "passage" | "query"): Promise<Float32Array[]> {
  return embedder.embed([...texts], { kind });
}

function messageOf({ speaker, text, at }: Said): ChatMessage {
  if (speaker === "user" || speaker === "assistant") return { role: speaker, content: text, at };
  return { role: "user", name: speaker, content: text, at };
}

const written = ({ speaker, text }: Said) => `${speaker}: ${text}`;

/** keepsake as an application uses it: its search embeds, searches words and vectors, and ranks. */
export async function keepsake(url: string): Promise<Contender> {
  const pool = new pg.Pool({ connectionString: url });
  const schema = `keepsake_peers_${process.pid}`;
  const memory = new Memory({ store: postgresStore({ pool, schema, storeId: randomUUID() }) });
  /** The message of each record. */
  const numbers = new Map<string, number>();
  const remember = async (messages: readonly Said[], first: number) => {
    const { data } = await memory.remember(messages.map(messageOf));
    const { semantic, episodic, procedural } = data.data.memory_decisions;
    for (const { record_id, message } of [...semantic.items, ...episodic.items, ...procedural.items])
      numbers.set(record_id, first + message);
  };
  return {
    name: "keepsake, whole recall",
    searches: "words and vectors, ranked, as prose",
    fill: remember,
    write: (message, number) => remember([message], number),
    search: async (query, limit) => {
      // A message may have several records.
      const { records = [] } = await memory.recall({ query, limit: 4 * limit, explain: true });
      const found = records.flatMap(({ record_id }) => numbers.get(record_id) ?? []);
      return [...new Set(found)].slice(0, limit);
    },
    close: async () => {
      await memory.close();
      await pool.query(`drop schema ${schema} cascade`);
      await pool.end();
    },
  };
}

/** The vector search of keepsake's store alone, which is what the others do. */
export async function keepsakeVectors(url: string): Promise<Contender> {
  const pool = new pg.Pool({ connectionString: url });
  const schema = `keepsake_vectors_${process.pid}`;
  const open = postgresStore({ pool, schema, storeId: randomUUID() });
  const memory = new Memory({ store: open });
  const store = await open({ embedder, ids: randomUUID, clock: () => new Date() } as Parameters<
    typeof open
  >[0]);
  return {
    name: "keepsake, vectors alone",
    searches: "exact scan of int8 in the process",
    fill: async (messages, first) => {
      await memory.import(exchangeLines(messages.map((message, at) => ({ ...message, id: first + at }))));
    },
    write: async (message) => {
      await memory.remember([messageOf(message)]);
    },
    search: async (query, limit) => {
      const [vector] = await vectorsOf([query], "query");
      const scope = { now: new Date().toISOString() };
      const [found] = await store.search([{ by: "vector", vector: vector!, limit, scope }]);
      // Passages are numbered from 1 in the order in which they were stored.
      return found.map(({ passage }) => passage - 1);
    },
    close: async () => {
      await store.close();
      await memory.close();
      await pool.query(`drop schema ${schema} cascade`);
      await pool.end();
    },
  };
}

/** LangGraph's store with its index of vectors, and its defaults: HNSW, cosine. */
export async function langGraph(url: string): Promise<Contender> {
  const schema = `langgraph_peers_${process.pid}`;
  const embed = async (texts: string[]) => (await vectorsOf(texts, "passage")).map((one) => Array.from(one));
  const store = new PostgresStore({
    connectionOptions: url,
    schema,
    index: { dims: embedder.dimensions, embed, fields: ["text"] },
  });
  await store.setup();
  const put = (message: Said, number: number) =>
    store.put(["memories"], String(number), { text: written(message) });
  return {
    name: "LangGraph PostgresStore",
    searches: "pgvector",
    fill: async (messages, first) => {
      for (const [at, message] of messages.entries()) await put(message, first + at);
    },
    write: put,
    search: async (query, limit) => {
      const found = await store.search(["memories"], { query, limit });
      return found.map(({ key }) => Number(key));
    },
    close: async () => {
      await store.stop();
      await dropped(url, `drop schema ${schema} cascade`);
    },
  };
}

/** mem0 as an application uses it, without a language model: `infer: false`, and its own search. */
export async function mem0(url: string): Promise<Contender> {
  const { Memory: Mem0, PGVector } = await loadMem0();
  const table = `mem0_peers_${process.pid}`;
  // In an empty database its two tables would create a third one at once, and fail.
  const first = new PGVector({ ...tableOf(url, table), hnsw: true });
  await first.initialize();
  await first.close();
  const vectorOf = async (text: string) => (await vectorsOf([text], "passage"))[0]!;
  const memory = new Mem0({
    embedder: { provider: "langchain", config: { model: new LookedUpEmbeddings(vectorOf) } },
    llm: { provider: "langchain", config: { model: { invoke: async () => ({ content: "{}" }) } } },
    vectorStore: { provider: "pgvector", config: { ...tableOf(url, table), hnsw: true } },
    historyStore: { provider: "sqlite", config: { historyDbPath: ":memory:" } },
  });
  const numbers = new Map<string, number>();
  const add = async (message: Said, number: number) => {
    const { results } = await memory.add(written(message), { userId: "u", infer: false });
    for (const { id } of results) numbers.set(id, number);
  };
  return {
    name: "mem0 Memory",
    searches: "pgvector with HNSW, and its own words and entities",
    fill: async (messages, first) => {
      for (const [at, message] of messages.entries()) await add(message, first + at);
    },
    write: add,
    search: async (query, limit) => {
      const { results } = await memory.search(query, {
        topK: limit,
        filters: { user_id: "u" },
        threshold: 0,
      });
      return results.map(({ id }) => numbers.get(id) ?? -1);
    },
    close: () => dropped(url, `drop table if exists ${table}, ${table}_entities`),
  };
}

/** It reads when it is loaded whether it may report its use over the network. */
function loadMem0() {
  process.env.MEM0_TELEMETRY = "false";
  return import("mem0ai/oss");
}

function tableOf(url: string, collectionName: string) {
  const { dimensions } = embedder;
  return { connectionString: url, collectionName, embeddingModelDims: dimensions, dimension: dimensions };
}

/** mem0's vector store with its index, without what mem0 does around it. */
export async function mem0Vectors(url: string): Promise<Contender> {
  const { PGVector } = await loadMem0();
  const store = new PGVector({ ...tableOf(url, `mem0_vectors_${process.pid}`), hnsw: true });
  await store.initialize();
  const insert = async (messages: readonly Said[], first: number) => {
    const texts = messages.map(written);
    const vectors = (await vectorsOf(texts, "passage")).map((one) => Array.from(one));
    const payloads = texts.map((data, at) => ({ data, user_id: "u", number: first + at }));
    await store.insert(
      vectors,
      texts.map(() => randomUUID()),
      payloads,
    );
  };
  return {
    name: "mem0 PGVector alone",
    searches: "pgvector with HNSW",
    fill: insert,
    write: (message, number) => insert([message], number),
    search: async (query, limit) => {
      const [vector] = await vectorsOf([query], "query");
      const found = await store.search(Array.from(vector!), limit, { user_id: "u" });
      return found.map(({ payload }) => Number(payload.number));
    },
    close: async () => {
      await store.deleteCol();
      await store.close();
    },
  };
}

async function dropped(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}
