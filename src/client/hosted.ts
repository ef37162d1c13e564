/**
 * The differences between keepsake and the hosted service of the specification. The hosted service
 * has three endpoints with two fields each. Payload fields that the specification leaves open may be
 * missing or have other names.
 */
import { z } from "zod";
import { detailsPayload } from "../contract/details.js";
import { MemoryError } from "../contract/errors.js";
import { type EndpointName, endpoints, type Output } from "../contract/http.js";
import { fileExtract, searchPayload } from "../contract/recall.js";
import {
  addPayload,
  episodicItem,
  proceduralItem,
  resolvedQuery,
  semanticItem,
  skippedItem,
} from "../contract/remember.js";

/**
 * The fields that each endpoint of the hosted service takes (specification, sections 4.1 to 4.3).
 */
const fields: Partial<Record<EndpointName, readonly string[]>> = {
  details: [],
  search: ["query", "previous_context"],
  add: ["content", "previous_context"],
};

/**
 * Refuses what the hosted service cannot do before anything is sent. The service would silently
 * ignore an unknown field, which is worse than an error.
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

/** Which fields of a schema are specified, and what others are where they are missing. */
interface Leniency {
  /** Names of fields that must be there. */
  readonly specified?: readonly string[];
  /** Replacement values of fields for which an empty value would be a statement. */
  readonly otherwise?: Readonly<Record<string, unknown>>;
}

/**
 * Makes a schema accept missing and unknown forms of the fields that the specification does not
 * show: such a field becomes empty. Fields that the schema does not know are kept.
 */
function lenient<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  { specified = [], otherwise = {} }: Leniency = {},
): z.ZodType<z.output<typeof schema>> {
  const shape = Object.entries(schema.shape).map(([key, value]) => {
    const field = value as z.ZodType;
    return [key, specified.includes(key) ? field : field.catch((otherwise[key] ?? emptyOf(field)) as never)];
  });
  return z.looseObject(Object.fromEntries(shape)) as never;
}

function emptyOf(field: z.ZodType): unknown {
  if (field instanceof z.ZodOptional) return undefined;
  if (field instanceof z.ZodArray) return [];
  return field instanceof z.ZodNumber ? 0 : "";
}

/**
 * Only the operation and the reason are specified; every other field is lenient. A missing
 * certainty means 1.
 */
function hostedItem<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
): z.ZodType<z.output<typeof schema>> {
  return lenient(schema, { specified: ["operation", "reason"], otherwise: { certainty: 1 } });
}

const decision = <Item extends z.ZodType>(item: Item) =>
  z.looseObject({ use: z.boolean(), items: z.array(item) });

const hostedAdd = addPayload.loose().extend({
  data: addPayload.shape.data.loose().extend({
    data: z.looseObject({
      should_store_memory: z.boolean(),
      memory_decisions: z.looseObject({
        semantic: decision(hostedItem(semanticItem)),
        episodic: decision(hostedItem(episodicItem)),
        procedural: decision(hostedItem(proceduralItem)),
      }),
      skipped: z.array(skippedItem).catch([]),
    }),
    query: lenient(resolvedQuery),
  }),
});

const hostedSearch = searchPayload.loose().extend({ file_memory: z.array(lenient(fileExtract)) });
const hostedDetails = detailsPayload.loose().extend({
  memory: detailsPayload.shape.memory.loose().extend({
    usage: detailsPayload.shape.memory.shape.usage.loose(),
  }),
  plan: detailsPayload.shape.plan.loose(),
});

/** The payload schemas of the hosted service that differ from the contract's. */
export const hostedOutputs: { readonly [Name in EndpointName]?: z.ZodType<Output<Name>> } = {
  details: hostedDetails,
  add: hostedAdd,
  search: hostedSearch,
};
