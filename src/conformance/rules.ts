/**
 * The rules in addition to the tables of fields: endpoints (4), authentication (5), errors (7), and
 * the meaning of fields.
 */
import { isDeepStrictEqual } from "node:util";
import { at, type Reply } from "./exchange.js";
import { otherMethods, type ProbeName, type Probes, unknownKeyAnswer } from "./probes.js";

/** One rule. `fault` returns the problem, or `undefined`. */
export interface Rule {
  readonly section: string;
  readonly rule: string;
  readonly fault: (probes: Probes, key: string) => string | undefined;
}

/** A rule about one reply. */
export function on(
  section: string,
  rule: string,
  probe: ProbeName,
  fault: (reply: Reply) => string | undefined,
): Rule {
  return { section, rule, fault: ({ named }) => fault(named[probe]) };
}

const isHandled = (reply: Reply) =>
  status(reply, 200) ?? (at(reply.body, "success") === true ? undefined : "success must be true");

/** Every rule. */
export const rules: readonly Rule[] = [
  on("2.2", 'message is normally "Success"', "details", ({ body }) =>
    at(body, "message") === "Success" ? undefined : `message must be "Success"`,
  ),
  { section: "2.3", rule: "api_key is the key that was sent, in full", fault: echoFault },
  on("2.5", "memory_decisions has the keys semantic, episodic and procedural only", "add", keysFault),
  on("2.5", "operations are CREATE or UPDATE, each with a reason", "add", itemsFault),
  on("2.5", "bytes is the size of the content that was stored", "add", bytesFault),
  on("2.5", "total_storage_bytes is what the call added", "add", addedFault),
  on("4.1", "POST /api/memory/details takes an empty object", "details", isHandled),
  on("4.2", "POST /api/memory/search takes a query", "search", isHandled),
  on("4.2", "search takes previous_context", "searchWithContext", isHandled),
  on("4.3", "POST /api/memory/add takes a content", "add", isHandled),
  on("4.3", "add takes previous_context", "addWithContext", isHandled),
  ...otherMethods.map(
    ({ name }): Rule => ({
      section: "4",
      rule: `${name}: 405 Method Not Allowed`,
      fault: ({ methods }) => status(methods.get(name), 405),
    }),
  ),
  on("5", "Authorization: Bearer carries the key", "details", isValid),
  on("5", "X-API-Key carries the key", "detailsByHeader", isValid),
  on("5", "X-API-Key carries the key of a search", "searchByHeader", isHandled),
  { section: "5", rule: "a key is bound to one memory store", fault: oneStoreFault },
  on("7", "request handled: 200 and the envelope", "details", isHandled),
  on("7", "key not found, on details: 200 and valid false", "unknownDetails", unknownKeyFault),
  on("7", "key not found, on search: 200 and valid false", "unknownSearch", unknownKeyFault),
  on("7", "key not found, on add: 200 and valid false", "unknownAdd", unknownKeyFault),
  on(
    "7",
    "query omitted: 422 with loc body, query",
    "searchWithoutQuery",
    invalid(["body", "query"], "missing"),
  ),
  on(
    "7",
    "content omitted: 422 with loc body, content",
    "addWithoutContent",
    invalid(["body", "content"], "missing"),
  ),
  on("7", "query of a wrong type: 422 with its loc", "searchWrongType", invalid(["body", "query"])),
  on(
    "7",
    "previous_context of a wrong type: 422 with its loc",
    "searchContextWrongType",
    invalid(["body", "previous_context"]),
  ),
  on("7", "content of a wrong type: 422 with its loc", "addWrongType", invalid(["body", "content"])),
  on("7", "malformed body of a search: 422", "searchNoJson", invalid(["body"])),
  on("7", "malformed body of an add: 422", "addNoJson", invalid(["body"])),
];

/** Checks the status of a reply. */
function status(reply: Reply | undefined, expected: number): string | undefined {
  if (reply === undefined) return "it was not asked";
  if (reply.status === expected) return undefined;
  return reply.status === 0
    ? `no answer: ${reply.text}`
    : `the status must be ${expected}, got ${reply.status}`;
}

function isValid(reply: Reply): string | undefined {
  return isHandled(reply) ?? (at(reply.body, "data.valid") === true ? undefined : "data.valid must be true");
}

function echoFault({ named }: Probes, key: string): string | undefined {
  return at(named.details.body, "data.api_key") === key ? undefined : "data.api_key is another text";
}

function oneStoreFault({ named }: Probes): string | undefined {
  const ids = [named.details, named.detailsByHeader].map(({ body }) => at(body, "data.memory.id"));
  return ids[0] !== undefined && ids[0] === ids[1] ? undefined : "two calls with one key name two stores";
}

function unknownKeyFault(reply: Reply): string | undefined {
  const wrong = status(reply, 200);
  if (wrong !== undefined || isDeepStrictEqual(reply.body, unknownKeyAnswer)) return wrong;
  return `the body must be ${JSON.stringify(unknownKeyAnswer)}`;
}

const decidedTypes = ["semantic", "episodic", "procedural"];

/** A missing key is a fault of its row in the tables of fields. */
function keysFault({ body }: Reply): string | undefined {
  const keys = Object.keys(Object(at(body, "data.data.data.memory_decisions")));
  const foreign = keys.find((key) => !decidedTypes.includes(key));
  return foreign === undefined ? undefined : `memory_decisions must not have the key ${foreign}`;
}

function itemsFault({ body }: Reply): string | undefined {
  for (const type of decidedTypes) {
    const items = at(body, `data.data.data.memory_decisions.${type}.items`);
    if (!Array.isArray(items)) return `${type}.items must be an array`;
    for (const item of items) {
      if (!["CREATE", "UPDATE"].includes(String(at(item, "operation"))))
        return `${type}: an operation is neither`;
      if (typeof at(item, "reason") !== "string") return `${type}: an item has no reason`;
    }
  }
  return undefined;
}

function bytesFault({ body }: Reply): string | undefined {
  const [stored, bytes] = [at(body, "data.stored"), at(body, "data.bytes")];
  if (stored === true && bytes === 0) return "something was stored, and it has no size";
  if (stored === false && bytes !== 0) return "nothing was stored, and it has a size";
  return undefined;
}

function addedFault({ body }: Reply): string | undefined {
  const [stored, added] = [at(body, "data.stored"), at(body, "data.total_storage_bytes")];
  if (stored === true && typeof added === "number" && added <= 0)
    return "something was stored, and nothing added";
  if (stored === false && added !== 0) return "nothing was stored, and something added";
  return undefined;
}

/** Checks for a 422 as in section 7, with a detail at the expected place. */
function invalid(loc: readonly string[], type?: string): (reply: Reply) => string | undefined {
  return (reply) => {
    const wrong = status(reply, 422);
    if (wrong !== undefined) return wrong;
    if (at(reply.body, "success") !== undefined) return "the body must not be wrapped in the envelope";
    const detail = at(reply.body, "detail");
    if (!Array.isArray(detail) || detail.length === 0) return "detail must be an array that is not empty";
    return detail.map(detailFault).find((fault) => fault !== undefined) ?? whereFault(detail, loc, type);
  };
}

function detailFault(one: unknown): string | undefined {
  if (typeof at(one, "type") !== "string") return "detail.type must be string";
  if (!Array.isArray(at(one, "loc"))) return "detail.loc must be array";
  if (typeof at(one, "msg") !== "string") return "detail.msg must be string";
  return at(one, "input") === undefined ? "detail.input is missing" : undefined;
}

function whereFault(detail: readonly unknown[], loc: readonly string[], type?: string): string | undefined {
  const here = detail.filter((one) =>
    isDeepStrictEqual((at(one, "loc") as unknown[]).slice(0, loc.length), loc),
  );
  if (here.length === 0) return `loc must begin with ${JSON.stringify(loc)}`;
  if (type === undefined || here.some((one) => at(one, "type") === type)) return undefined;
  return `type must be "${type}"`;
}

const types = ["semantic", "episodic", "procedural"] as const;
type MemoryType = (typeof types)[number];

/** Every rule about meaning. The texts are those of the requests. */
export const meanings: readonly Rule[] = [
  on("2.5", "a fact is decided as semantic", "add", decidedAs("semantic")),
  on("2.5", "an event is decided as episodic", "addEvent", decidedAs("episodic")),
  on("2.5", "a rule is decided as procedural", "addRule", decidedAs("procedural")),
  on("2.5", "a changed fact is an UPDATE", "addChange", updateFault),
  returnedIn("semantic", "a fact", "search", "Zwolle"),
  returnedIn("episodic", "an event", "searchEvent", "Kampen"),
  returnedIn("procedural", "a rule", "searchRule", "Dutch"),
  on("2.4", "a changed fact is returned with its new value first", "searchChange", changeFault),
  on("2.4", "a question about somebody unknown gets nothing about others", "searchNobody", nobodyFault),
];

function decidedAs(type: MemoryType): (reply: Reply) => string | undefined {
  return ({ body }) => {
    const decision = at(body, `data.data.data.memory_decisions.${type}`);
    const items = at(decision, "items");
    if (at(decision, "use") === true && Array.isArray(items) && items.length > 0) return undefined;
    return `${type}.use must be true, with an item`;
  };
}

function updateFault({ body }: Reply): string | undefined {
  const items = at(body, "data.data.data.memory_decisions.semantic.items");
  const isUpdate = (item: unknown) => at(item, "operation") === "UPDATE";
  return Array.isArray(items) && items.some(isUpdate) ? undefined : "no semantic item is an UPDATE";
}

function returnedIn(type: MemoryType, what: string, probe: ProbeName, word: string): Rule {
  return on("2.4", `${what} is returned in ${type}_memory`, probe, ({ body }) =>
    proseOf(body, type).includes(word) ? undefined : `${type}_memory does not contain ${word}`,
  );
}

function changeFault({ body }: Reply): string | undefined {
  const prose = types.map((type) => proseOf(body, type)).join("\n");
  const [former, present] = [prose.indexOf("Zwolle"), prose.indexOf("Deventer")];
  if (present < 0) return "the new value is missing";
  return former >= 0 && former < present ? "the former value comes first" : undefined;
}

function nobodyFault({ body }: Reply): string | undefined {
  const prose = types.map((type) => proseOf(body, type)).join("\n");
  const found = ["Zwolle", "Deventer", "Kampen"].find((word) => prose.includes(word));
  return found === undefined ? undefined : `the answer contains ${found}, which is about somebody else`;
}

function proseOf(body: unknown, type: MemoryType): string {
  const prose = at(body, `data.${type}_memory`);
  return typeof prose === "string" ? prose : "";
}
