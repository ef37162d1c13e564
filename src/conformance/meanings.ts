/**
 * What the fields mean: facts, events and rules are decided and returned under their type, a change
 * updates, and nobody's memory answers a question about somebody else.
 */
import { at, type Reply } from "./exchange.js";
import type { ProbeName } from "./probes.js";
import { on, type Rule } from "./rules.js";

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
