/**
 * The MCP reference memory server: `memory.jsonl` (or the older `memory.json`) with one entity or
 * relation per line, and the `{ entities, relations }` that its `read_graph` tool returns. It
 * stores no times.
 */
import { z } from "zod";
import type { Carried, Found, Mapping } from "../mapping.js";
import { about, fieldsOf, maybeText, momentOf, propertyOf, reasonOf, someText, wordsOf } from "../shapes.js";

/** Some forks of the server write an observation as an object with a time. */
const observation = z.union([
  someText.transform((content) => ({ content, at: undefined as unknown })),
  z
    .object({ content: someText, timestamp: z.unknown().optional(), created_at: z.unknown().optional() })
    .transform(({ content, timestamp, created_at }) => ({ content, at: timestamp ?? created_at })),
]);

const entity = z.object({
  name: someText,
  entityType: maybeText,
  observations: z.array(z.unknown()).nullish(),
});

const relation = z.object({ from: someText, to: someText, relationType: someText });

/** The MCP reference memory server's graph. */
export const mcpMemory: Mapping = {
  format: "mcp-memory",
  title: "a graph of the MCP memory server",
  collections: ["entities", "relations"],
  recognises: ({ value }) => isRelation(value) || Array.isArray(fieldsOf(value).observations),
  map: (found) => (isRelation(found.value) ? relations(found) : observations(found)),
};

function isRelation(value: unknown): boolean {
  const { from, relationType } = fieldsOf(value);
  return from !== undefined && relationType !== undefined;
}

function* observations({ value }: Found): Iterable<Carried> {
  const read = entity.safeParse(value);
  if (!read.success) return yield { loss: { kind: "entity", reason: reasonOf(read.error) } };
  const { name, entityType, observations: given } = read.data;
  if (given === undefined || given === null || given.length === 0)
    return yield {
      loss: { kind: "entity", reason: "it has no observation: there is nothing to remember about it" },
    };
  for (const [index, one] of given.entries()) {
    const said = observation.safeParse(one);
    if (said.success)
      yield {
        statement: {
          kind: "observation",
          identity: { words: [name, said.data.content] },
          text: about(name, said.data.content),
          at: momentOf(said.data.at),
          entity: name,
          labels: { entity_type: entityType },
        },
      };
    else
      yield {
        loss: { kind: "observation", reason: "it must be a text that is not empty" },
        part: `observations[${index}]`,
      };
  }
}

function* relations({ value }: Found): Iterable<Carried> {
  const read = relation.safeParse(value);
  if (!read.success) return yield { loss: { kind: "relation", reason: reasonOf(read.error) } };
  const { from, to, relationType } = read.data;
  const { property, labels } = propertyOf(relationType);
  yield {
    statement: {
      kind: "relation",
      identity: { words: [from, relationType, to] },
      text: `${from} ${wordsOf(relationType)} ${to}`,
      entity: from,
      property,
      value: to,
      mentions: [to],
      labels,
    },
  };
}
