/** What a model answers: the schema that it is given, and reading what it said by it. */
import { z } from "zod";
import { readJson } from "./lenient-json.js";
import type { FactSchema } from "./options.js";

/** What a record can be, in the words that models know. */
export const recordKinds = { fact: "semantic", event: "episodic", rule: "procedural" } as const;
export type RecordKind = keyof typeof recordKinds;

const text = z.string();
const nullable = z.string().nullable();

/** One record. Every field is asked for, because structured output of most servers wants it so; `null` where it does not apply. */
const answerRecord = z.object({
  passage: z.number().describe("number of the passage that it is drawn from"),
  type: z.enum(["fact", "event", "rule"]),
  quote: text.describe("words of that passage, copied exactly"),
  reason: text.describe("why it is worth keeping, in a few words"),
  updates: nullable.describe("the known record that it updates, such as k2"),
  about: text.describe("whom or what it is about, as a name"),
  property: nullable.describe("fact: which property"),
  value: nullable.describe("fact: its value, in the passage's own words"),
  statement: nullable.describe("fact: one short sentence that stands alone"),
  ended: z.boolean().nullable().describe("fact: true where it is no longer so"),
  since: nullable.describe("fact: since when, as 2026-05-31"),
  until: nullable.describe("fact: until when, as 2026-05-31"),
  happened_on: nullable.describe("event: when, as 2026-05-31 or 2026-05-31T18:00:00Z"),
  participants: z.array(text).nullable().describe("event: who took part, as names"),
  applies_when: nullable.describe("rule: when it applies, in the passage's own words"),
});
export type AnswerRecord = z.infer<typeof answerRecord>;

const skippedPassage = z.object({ passage: z.number(), reason: text });
export type SkippedPassage = z.infer<typeof skippedPassage>;

/** The schema as a model is given it: of a closed list of properties, it may name those alone. */
export function answerJsonSchema(kinds: readonly RecordKind[], facts: FactSchema | undefined): object {
  const names = facts === undefined ? [] : Object.keys(facts);
  const record = answerRecord.extend({
    type: z.enum(kinds),
    ...(names.length === 0 ? {} : { property: z.enum(names).nullable() }),
  });
  const { $schema: _, ...schema } = z.toJSONSchema(
    z.strictObject({
      records: z.array(z.strictObject(record.shape)),
      skipped: z.array(skippedPassage.strict()),
    }),
  );
  return schema;
}

/** What was read of an answer: what is whole, and what is wrong with the rest. */
export interface ReadAnswer {
  readonly records: readonly AnswerRecord[];
  readonly skipped: readonly SkippedPassage[];
  /** Passages of entries that cannot be read, where they say which. */
  readonly unread: readonly number[];
  /** Sentences for the model; empty where nothing is wrong. */
  readonly problems: readonly string[];
}

/** Problems that a model is told at once: more would be the same one again. */
const toldProblems = 5;

/**
 * Reads an answer. Entries stand or fall one by one, so that one slip does not cost the others.
 *
 * @param cut Whether it is known to have stopped early; JSON that is whole is whole all the same.
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
      ...[...new Set(unread.map(({ problem }) => problem))].slice(0, toldProblems),
    ],
  };
}

const stopped = "It stops before its end. Answer shorter.";
const nothing = { records: [], skipped: [], unread: [] } as const;

/** The two lists of an answer; a list alone is one of records. */
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

/** Models leave out what does not apply, and write a number for its digits: both say what they mean. */
function filled(schema: z.ZodObject, given: unknown): unknown {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
  const value: unknown = Reflect.get(given, "value");
  const passage: unknown = Reflect.get(given, "passage");
  return {
    ...Object.fromEntries(Object.keys(schema.shape).map((name) => [name, null])),
    ...given,
    ...(typeof value === "number" || typeof value === "boolean" ? { value: String(value) } : {}),
    ...(typeof passage === "string" && /^\d+$/.test(passage) ? { passage: Number(passage) } : {}),
  };
}
