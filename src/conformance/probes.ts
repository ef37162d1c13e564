/**
 * The requests that the checks need. Each is sent once, so a check costs only a handful of calls.
 */
import { endpoints, keyNotFound } from "../contract/http.js";
import { exchange, type Reply, type Request, type Wire } from "./exchange.js";

const { details, search, add } = endpoints;

/** The three endpoints of the specification, by name. */
export const specifiedPaths = { details: details.path, search: search.path, add: add.path } as const;

/** A key that no service has issued. */
const unknownKey = "conformance-check-unknown-key-0000000000000000";

const methods = ["GET", "PUT", "PATCH", "DELETE"] as const;

/**
 * Every request by name. Writes come before the questions about them. The texts are made up, so
 * that they concern no real memory, and simple, so that any extraction stores them.
 */
function requestsAbout(person: string) {
  const content = `${person} lives in Zwolle, and on 3 March 2026 she bought a green kayak called Pimpernel.`;
  const query = `Where does ${person} live?`;
  const previous_context = `We were talking about ${person}.`;
  const event = `On 9 March 2026 ${person} capsized near Kampen.`;
  const change = `${person} has moved to Deventer.`;
  const rule = `Whenever ${person} writes about her kayak, always answer in Dutch.`;
  return {
    details: { path: details.path, body: {} },
    detailsByHeader: { path: details.path, body: {}, keyHeader: "x-api-key" },
    add: { path: add.path, body: { content } },
    addWithContext: { path: add.path, body: { content: "She painted it blue.", previous_context } },
    search: { path: search.path, body: { query } },
    searchWithContext: { path: search.path, body: { query: "What is her kayak called?", previous_context } },
    searchByHeader: { path: search.path, body: { query }, keyHeader: "x-api-key" },
    searchWithoutQuery: { path: search.path, body: {} },
    searchWrongType: { path: search.path, body: { query: 7 } },
    searchContextWrongType: { path: search.path, body: { query, previous_context: 7 } },
    searchNoJson: { path: search.path, body: '{"query": ' },
    addWithoutContent: { path: add.path, body: {} },
    addWrongType: { path: add.path, body: { content: 7 } },
    addNoJson: { path: add.path, body: '{"content": ' },
    addEvent: { path: add.path, body: { content: event } },
    searchEvent: {
      path: search.path,
      body: { query: `When did ${person} capsize?` },
    },
    addChange: { path: add.path, body: { content: change } },
    searchChange: { path: search.path, body: { query } },
    addRule: { path: add.path, body: { content: rule } },
    searchRule: {
      path: search.path,
      body: { query: `How should ${person} be answered about her kayak?` },
    },
    searchNobody: { path: search.path, body: { query: "Where does Xaver Quellenthal-Umbrage live?" } },
    unknownDetails: { path: details.path, body: {}, key: unknownKey },
    unknownSearch: { path: search.path, body: { query }, key: unknownKey },
    unknownAdd: { path: add.path, body: { content }, key: unknownKey },
  } as const satisfies Record<string, Request>;
}

/** The requests that store a made-up text. */
export const writes = [
  "add",
  "addWithContext",
  "addEvent",
  "addChange",
  "addRule",
] as const satisfies readonly ProbeName[];

/** The name of a request. */
export type ProbeName = keyof ReturnType<typeof requestsAbout>;

const firstNames = "Wilhelmina Apollonia Cunegonde Dorothea Eulalia Philippa Gwendolen Isidora".split(" ");
const lastNames = "Krautwurst Obafemi Pettigrew Zandstra Lindqvist Marchetti Okonkwo Featherstone".split(" ");

/**
 * A made-up name, most likely one that no earlier check used: a service need not store a text that
 * it already has.
 *
 * @param random Returns a number from 0 to below 1.
 */
export function madeUpName(random: () => number): string {
  const pick = (names: readonly string[]) => names[Math.floor(random() * names.length)];
  return `${pick(firstNames)} ${pick(lastNames)}-${pick(lastNames)}`;
}

/**
 * All replies: to the named requests, and to other HTTP methods. The key of a reply to another
 * method is the method and the path, such as `GET /api/memory/details`.
 */
export interface Probes {
  readonly named: Readonly<Record<ProbeName, Reply>>;
  readonly methods: ReadonlyMap<string, Reply>;
}

/** Every HTTP method that the endpoints must refuse. */
export const otherMethods = Object.values(specifiedPaths).flatMap((path) =>
  methods.map((method) => ({ method, path, name: `${method} ${path}` })),
);

/**
 * Sends all requests, one after the other.
 *
 * @throws the signal's reason
 */
export async function probe(
  wire: Wire,
  person: string,
  onProgress: (done: number, total: number) => void,
): Promise<Probes> {
  const requests = requestsAbout(person);
  const names = Object.keys(requests) as ProbeName[];
  const total = names.length + otherMethods.length;
  const named = {} as Record<ProbeName, Reply>;
  for (const [index, name] of names.entries()) {
    named[name] = await exchange(wire, requests[name]);
    onProgress(index + 1, total);
  }
  const replies = new Map<string, Reply>();
  for (const [index, { method, path, name }] of otherMethods.entries()) {
    replies.set(name, await exchange(wire, { method, path }));
    onProgress(names.length + index + 1, total);
  }
  return { named, methods: replies };
}

/** The response to an unknown key (specification, section 7). */
export const unknownKeyAnswer = { success: true, message: "Success", data: keyNotFound };
