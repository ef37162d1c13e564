/** The answer of a model: its JSON schema, and a parser that accepts partly invalid answers. */
import { z } from "zod";
import { readJson } from "./lenient-json.js";
import type { FactSchema } from "./options.js";

/** The types of records, by the words that models know. */
export const recordKinds = { fact: "semantic", event: "episodic", rule: "procedural" } as const;
/** A type of record, as models name it. */
export type RecordKind = keyof typeof recordKinds;

const optionalText = z.string().nullable();

/**
 * One record of an answer. Models may leave out all but the first three fields, or write `null` or
 * `""` if one does not apply.
 */
const answerRecord = z.object({
  passage: z.number(),
  type: z.enum(["fact", "event", "rule"]),
  quote: z.string(),
  about: optionalText,
  property: optionalText,
  value: optionalText,
  statement: optionalText,
  when: optionalText,
  until: optionalText,
  ended: z.boolean().nullable(),
  updates: optionalText,
  participants: z.array(z.string()).nullable(),
  reason: optionalText,
});
/** One record of an answer. */
export type AnswerRecord = z.infer<typeof answerRecord>;

const skippedPassage = z.object({ passage: z.number(), reason: z.string() });
/** A passage that the model skips, and why. */
export type SkippedPassage = z.infer<typeof skippedPassage>;

type Field = keyof AnswerRecord;

/** The types of records that have a field. A field that is not listed belongs to all. */
const kindsOfField: Partial<Record<Field, readonly RecordKind[]>> = {
  property: ["fact"],
  value: ["fact"],
  statement: ["fact"],
  when: ["fact", "event", "rule"],
  until: ["fact"],
  ended: ["fact"],
  updates: ["fact", "rule"],
  participants: ["event"],
};

/** The fields that a model must write, in order. */
function fieldsOf(kinds: readonly RecordKind[]): Field[] {
  return (Object.keys(answerRecord.shape) as Field[]).filter((field) =>
    (kindsOfField[field] ?? kinds).some((kind) => kinds.includes(kind)),
  );
}

/**
 * The JSON schema that a model is given. Every field is required, because the structured output of
 * most servers demands it. No field is nullable, which keeps the schema small: `""`, `false` and
 * `[]` say that a field does not apply. What the fields mean is in the prompt. With a closed list
 * of properties, the schema allows only these.
 */
export function answerJsonSchema(kinds: readonly RecordKind[], facts: FactSchema | undefined): object {
  const names = facts === undefined ? [] : Object.keys(facts);
  const none = kinds.length > 1 ? [""] : [];
  const asked = {
    ...Object.fromEntries(fieldsOf(kinds).map((field) => [field, present(answerRecord.shape[field])])),
    type: z.enum(kinds),
    ...(names.length > 0 && kinds.includes("fact") ? { property: z.enum([...names, ...none]) } : {}),
  };
  const { $schema: _, ...schema } = z.toJSONSchema(
    z.strictObject({
      records: z.array(z.strictObject(asked)),
      skipped: z.array(skippedPassage.strict()),
    }),
  );
  return schema;
}

function present(field: z.ZodType): z.ZodType {
  return field instanceof z.ZodNullable ? (field.unwrap() as z.ZodType) : field;
}

/** A parsed answer: its valid entries, and the problems of the others. */
export interface ReadAnswer {
  readonly records: readonly AnswerRecord[];
  readonly skipped: readonly SkippedPassage[];
  /** The passage number of each invalid entry that has such a number. */
  readonly unread: readonly number[];
  /** Sentences for the model; empty without problems. */
  readonly problems: readonly string[];
}

/**
 * How many problems are reported to the model at once. Further ones are mostly the same problem
 * again.
 */
const maxProblems = 5;

/**
 * Parses an answer. Each entry is checked separately, so that one invalid entry does not lose the
 * others.
 *
 * @param cut Whether the answer stopped early. Complete JSON is accepted anyway.
 */
export function readAnswer(said: string, cut: boolean): ReadAnswer {
  const read = readJson(said);
  const lists = read === undefined ? undefined : listsOf(read.value);
  if (read === undefined || lists === undefined)
    return {
      ...nothing,
      problems: [...(cut ? [stopped] : []), "It holds no JSON object with the lists records and skipped."],
    };
  const records = lists.records.map((entry) => readEntry(answerRecord, entry));
  const skipped = lists.skipped.map((entry) => readEntry(skippedPassage, entry));
  const unread = [...records, ...skipped].flatMap((entry) => ("problem" in entry ? [entry] : []));
  return {
    records: records.flatMap((entry) => ("value" in entry ? [entry.value] : [])),
    skipped: skipped.flatMap((entry) => ("value" in entry ? [entry.value] : [])),
    unread: unread.flatMap(({ passage }) => passage ?? []),
    problems: [
      ...(read.cut ? [stopped] : []),
      ...[...new Set(unread.map(({ problem }) => problem))].slice(0, maxProblems),
    ],
  };
}

const stopped = "It stops before its end. Answer shorter.";
const nothing = { records: [], skipped: [], unread: [] } as const;

/** The two lists of an answer. A bare list is a list of records. */
function listsOf(value: unknown): { records: unknown[]; skipped: unknown[] } | undefined {
  if (Array.isArray(value)) return { records: value, skipped: [] };
  const records: unknown = Reflect.get(Object(value), "records");
  const skipped: unknown = Reflect.get(Object(value), "skipped");
  if (!Array.isArray(records) && !Array.isArray(skipped)) return undefined;
  return { records: Array.isArray(records) ? records : [], skipped: Array.isArray(skipped) ? skipped : [] };
}

type Entry<Value> =
  | { readonly value: Value }
  | { readonly problem: string; readonly passage: number | undefined };

function readEntry<Schema extends z.ZodObject>(schema: Schema, given: unknown): Entry<z.infer<Schema>> {
  const parsed = schema.safeParse(filled(schema, given));
  if (parsed.success) return { value: parsed.data };
  const [issue] = parsed.error.issues;
  const passage: unknown = Reflect.get(Object(given), "passage");
  return {
    problem: `${issue?.path.join(".") || "an entry"}: ${issue?.message ?? "is not as asked"}.`,
    passage: typeof passage === "number" ? passage : undefined,
  };
}

/**
 * Normalises an entry: models leave out fields or write `""`, and write numbers as text or text as
 * numbers.
 */
function filled(schema: z.ZodObject, given: unknown): unknown {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
  const { passage, value } = given as { readonly passage?: unknown; readonly value?: unknown };
  const said = {
    ...given,
    ...(typeof value === "number" || typeof value === "boolean" ? { value: String(value) } : {}),
    ...(typeof passage === "string" && /^\d+$/.test(passage) ? { passage: Number(passage) } : {}),
  };
  return Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => {
      const one: unknown = Object.hasOwn(said, name) ? Reflect.get(said, name) : null;
      return [name, one === "" && field instanceof z.ZodNullable ? null : one];
    }),
  );
}
