/**
 * Kinds of load that one store can cause for others: calls without pauses, imports, files, and the
 * texts that cost most. All are made up, and the same at each run.
 */
import { hostileFiles } from "../hostile/files.js";
import { hostileTexts } from "../hostile/texts.js";
import { MadeUpConversation } from "../latency/conversation.js";
import type { Connection } from "./connection.js";

/** One kind of load: calls of one store that are repeated on several connections. */
export interface CompetingLoad {
  readonly name: string;
  readonly connections: number;
  /** Sends the next call. */
  call(connection: Connection, key: string, turn: number): Promise<unknown>;
}

/** Number of imports, and of sources in each. They are created before anything is timed. */
const importCount = 8;
const importSources = 4000;

/** Every kind, from common to hostile. */
export function competingLoads(seed: number): CompetingLoad[] {
  const talk = new MadeUpConversation(seed);
  const files = new Map(hostileFiles().map(({ name, make }) => [name, make]));
  const base64 = (name: string) => Buffer.from(files.get(name)!()).toString("base64");
  const texts = new Map(hostileTexts().map(({ name, text }) => [name, text]));
  const add = (name: string, connections: number): CompetingLoad => ({
    name: `add: ${name}`,
    connections,
    call: (connection, key, turn) =>
      connection.post("add", key, { content: `${turn} ${texts.get(name)}`, speaker: "Noor" }),
  });
  const imports = Array.from({ length: importCount }, (_, turn) => importLines(talk, turn));
  const nested = base64("nested.docx");
  const longQuestion = Array.from({ length: 400 }, (_, at) => talk.message(at).content)
    .join(" ")
    .slice(0, 8000);
  return [
    {
      name: "add and search",
      connections: 64,
      call: (connection, key, turn) => {
        const message = talk.message(turn);
        return turn % 2 === 0
          ? connection.post("add", key, { content: message.content, speaker: message.name })
          : connection.post("search", key, { query: talk.question(message) });
      },
    },
    {
      name: "import",
      connections: 2,
      call: (connection, key, turn) => connection.post("import", key, imports[turn % imports.length]!),
    },
    add("short facts", 4),
    add("corrections", 4),
    add("combining marks", 4),
    {
      name: "search: long question",
      connections: 8,
      call: (connection, key) =>
        connection.post("search", key, {
          query: longQuestion,
          token_budget: 100_000,
          limit: 1000,
          explain: true,
        }),
    },
    {
      name: "search: combining marks",
      connections: 8,
      call: (connection, key) =>
        connection.post("search", key, { query: texts.get("combining marks asked")! }),
    },
    {
      name: "file: nested elements",
      connections: 4,
      call: (connection, key, turn) => connection.post("file", key, { name: `${turn}.docx`, data: nested }),
    },
    {
      name: "lists and checks",
      connections: 8,
      call: (connection, key, turn) =>
        turn % 3 === 0
          ? connection.post("export", key, {})
          : turn % 3 === 1
            ? connection.post("records", key, { limit: 1000 })
            : connection.post("verify_audit", key, {}),
    },
    {
      name: "forget all",
      connections: 1,
      call: (connection, key) => connection.post("forget", key, { all: true, confirm: true }),
    },
  ];
}

/** The lines of an import of new sources, one sentence each. */
function importLines(talk: MadeUpConversation, turn: number): string {
  const header = { format: "keepsake", version: 1, name: "load", exported_at: "2026-01-01T00:00:00.000Z" };
  const sources = Array.from({ length: importSources }, (_, index) =>
    sourceLine(talk, turn * importSources + index),
  );
  return [JSON.stringify(header), ...sources].join("\n");
}

function sourceLine(talk: MadeUpConversation, index: number): string {
  const { content, name, at } = talk.message(index);
  const id = (kind: number) =>
    `00000000-0000-7000-8000-${String(kind).padStart(2, "0")}${String(index).padStart(10, "0")}`;
  const record = {
    id: id(1),
    type: "episodic",
    text: content,
    entity: null,
    property: null,
    value: null,
    trigger: null,
    occurred_at: at,
    created_at: at,
    valid_from: null,
    valid_to: null,
    superseded_by: null,
    expires_at: null,
    metadata: {},
  };
  const passage = {
    text: content,
    prompt: null,
    message: 0,
    speaker: name,
    role: "user",
    said_at: at,
    mentions: [],
    records: [record],
  };
  return JSON.stringify({ source: { id: id(2), created_at: at, passages: [passage] } });
}
