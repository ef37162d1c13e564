/**
 * The hosted service of the specification, where it differs from keepsake: it has three endpoints, they take two fields each, and what the
 * specification leaves open in their payloads may be missing or named otherwise.
 */
import { z } from "zod";
import { MemoryError } from "../contract/errors.js";
import { type EndpointName, endpoints } from "../contract/http.js";
import { fileExtract, searchPayload } from "../contract/recall.js";
import {
  addPayload,
  episodicItem,
  proceduralItem,
  resolvedQuery,
  semanticItem,
  skippedItem,
} from "../contract/remember.js";

/** What each endpoint of the hosted service takes (specification, sections 4.1 to 4.3). */
const fields: Partial<Record<EndpointName, readonly string[]>> = {
  details: [],
  search: ["query", "previous_context"],
  add: ["content", "previous_context"],
};

/**
 * Refuses what the hosted service cannot do, before anything is sent: a field that it does not know would be ignored in silence, and a wish
 * ignored in silence is worse than an error.
 *
 * @throws {MemoryError} `unsupported`
 */
export function checkHosted(name: EndpointName, action: string, input: unknown): void {
  const known = fields[name];
  if (known === undefined) throw unsupported(action, endpoints[name].path);
  if (Array.isArray(input)) throw unsupported(action, "content as messages");
  if (typeof input !== "object" || input === null) return;
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const foreign = given.find(([field]) => !known.includes(field));
  if (foreign !== undefined) throw unsupported(action, foreign[0]);
  if (Array.isArray(Reflect.get(input, "content"))) throw unsupported(action, "content as messages");
}

function unsupported(action: string, what: string): MemoryError<"unsupported"> {
  return new MemoryError("unsupported", `Cannot ${action}: the hosted service has no ${what}`, {
    data: { what },
  });
}

/**
 * Fields that are "not shown": taken where they are as keepsake has them, empty where they are not.
 *
 * @param otherwise what takes the place of a field for which empty would be a statement
 */
function lenient<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  otherwise: Readonly<Record<string, unknown>> = {},
): z.ZodType<z.output<typeof schema>> {
  const shape = Object.entries(schema.shape).map(([key, field]) => [
    key,
    (field as z.ZodType).catch((otherwise[key] ?? emptyOf(field as z.ZodType)) as never),
  ]);
  return z.object(Object.fromEntries(shape)) as never;
}

function emptyOf(field: z.ZodType): unknown {
  if (field instanceof z.ZodOptional) return undefined;
  if (field instanceof z.ZodArray) return [];
  return field instanceof z.ZodNumber ? 0 : "";
}

/** The operation and the reason are specified; whatever else an item has is not. Who does not say how sure it is has no doubt. */
function hostedItem<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
): z.ZodType<z.output<typeof schema>> {
  const { operation, reason } = semanticItem.shape;
  return z.intersection(z.object({ operation, reason }), lenient(schema, { certainty: 1 })) as never;
}

const decision = <Item extends z.ZodType>(item: Item) => z.object({ use: z.boolean(), items: z.array(item) });

const hostedAdd = addPayload.extend({
  data: addPayload.shape.data.extend({
    data: z.object({
      should_store_memory: z.boolean(),
      memory_decisions: z.object({
        semantic: decision(hostedItem(semanticItem)),
        episodic: decision(hostedItem(episodicItem)),
        procedural: decision(hostedItem(proceduralItem)),
      }),
      skipped: z.array(skippedItem).catch([]),
    }),
    query: lenient(resolvedQuery),
  }),
});

const hostedSearch = searchPayload.extend({ file_memory: z.array(lenient(fileExtract)) });

/** The payload schemas of the hosted service where they are not the contract's own. */
export const hostedOutputs: Partial<Record<EndpointName, z.ZodType>> = {
  add: hostedAdd,
  search: hostedSearch,
};
