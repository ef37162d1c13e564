/**
 * The cases: stories that are remembered, questions about them, and what a careful person would
 * call a right answer.
 */
import { readdirSync, readFileSync } from "node:fs";
import { z } from "zod";

/** What a question tests. */
export const kinds = [
  "another's fact",
  "stale value",
  "first person",
  "standing rule",
  "conditional rule",
  "never mentioned",
  "forgotten",
  "history",
  "not a fact",
  "scope",
  "profile",
  "request",
] as const;
/** A kind of question. */
export type Kind = (typeof kinds)[number];

/**
 * `dev` and `varied` are used during development; `varied` has the weaker kinds in the wordings of
 * many people. `kept` is only counted.
 */
export const halves = ["dev", "varied", "kept"] as const;
/** A part of the cases. */
export type Half = (typeof halves)[number];

const text = z.string().trim().min(1);
const at = z.iso.datetime();
const labels = z.record(text, text);
/** Passed to the API unchanged: the API validates it. */
const verbatim = { scope: labels.optional(), speaker: text.optional() };
const message = z.strictObject({
  role: z.enum(["user", "assistant", "system", "tool"]),
  name: text.optional(),
  content: text,
});

const step = z
  .strictObject({
    at,
    /** Calls the verb on `memory.for(labels)`. */
    for: labels.optional(),
    remember: z.looseObject({ content: z.union([text, z.array(message).min(1)]), ...verbatim }).optional(),
    forget: z
      .looseObject({ query: text.optional(), entity: text.optional(), scope: labels.optional() })
      .optional(),
    /** Forgets by id the records whose text has these words. */
    forgetRecords: text.optional(),
  })
  .refine(
    (one) => [one.remember, one.forget, one.forgetRecords].filter((verb) => verb !== undefined).length === 1,
    "must have exactly one of remember, forget, forgetRecords",
  );
/** A call that a story makes. */
export type Step = z.infer<typeof step>;

const words = z.array(text).min(1);

const expectation = z
  .strictObject({
    /** The prose contains all of these; of a nested list, any one. */
    has: z
      .array(z.union([text, words]))
      .min(1)
      .optional(),
    /** The prose contains none of these. */
    hasNot: words.optional(),
    /** The rules contain all of these. */
    rules: z
      .array(z.union([text, words]))
      .min(1)
      .optional(),
    /** On a line that is not after the first one with any of `after`. */
    first: text.optional(),
    after: words.optional(),
    /** Only on lines that say that it is over. */
    pastOnly: words.optional(),
    /** Only on lines with one of the given words. */
    onlyWith: z.record(text, words).optional(),
    /** No facts, events or extracts. */
    empty: z.literal(true).optional(),
    /** As `empty`, or a weak answer that contains the name. */
    onlyOf: text.optional(),
    confidence: z
      .array(z.enum(["none", "weak", "found"]))
      .min(1)
      .optional(),
  })
  .refine((one) => Object.keys(one).length > 0, "must expect something")
  .refine((one) => (one.first === undefined) === (one.after === undefined), "first and after go together");
/** What an answer must and must not contain. */
export type Expectation = z.infer<typeof expectation>;

const question = z
  .strictObject({
    kind: z.enum(kinds),
    at,
    for: labels.optional(),
    recall: z.looseObject({ query: text, as_of: at.optional(), ...verbatim }).optional(),
    profile: z.looseObject({}).optional(),
    expect: expectation,
  })
  .refine(
    (one) => (one.recall === undefined) !== (one.profile === undefined),
    "must have exactly one of recall, profile",
  );
/** A question with its expectation. */
export type Question = z.infer<typeof question>;

const story = z.strictObject({
  name: text,
  language: z.string().length(2),
  steps: z.array(step).min(1),
  questions: z.array(question).min(1),
});
/** Steps and questions of one store. */
export type Story = z.infer<typeof story>;

/**
 * Reads the stories of one half: `<half>/<number>.json` in a folder, in the order of their numbers.
 *
 * @throws if a file or a story is invalid, naming both and the field, and if two stories have the
 * same name.
 */
export function readStories(
  half: Half,
  folder: string | URL = new URL("./cases/", import.meta.url),
): Story[] {
  const ofHalf = typeof folder === "string" ? `${folder}/${half}` : new URL(`${half}/`, folder);
  const files = readdirSync(ofHalf)
    .filter((name) => name.endsWith(".json"))
    .toSorted((one, other) => one.localeCompare(other, "en", { numeric: true }));
  const stories = files.flatMap((name) => {
    const path = typeof ofHalf === "string" ? `${ofHalf}/${name}` : new URL(name, ofHalf);
    return parseStories(readFileSync(path, "utf8"), `${half}/${name}`);
  });
  const twice = stories.find(({ name }, index) => stories.findIndex((one) => one.name === name) !== index);
  if (twice !== undefined)
    throw new Error(`Cannot read the ${half} cases: two stories are called ${twice.name}`);
  return stories;
}

/**
 * Parses one file.
 *
 * @throws if it is invalid, naming the file and the story by name or by its index.
 */
export function parseStories(json: string, file: string): Story[] {
  const { stories } = z.strictObject({ stories: z.array(z.unknown()).min(1) }).parse(parseJson(json, file));
  return stories.map((one, index) => {
    const parsed = story.safeParse(one);
    if (parsed.success) return parsed.data;
    const named = z.object({ name: z.string() }).safeParse(one);
    const name = named.success ? named.data.name : `number ${index + 1}`;
    throw new Error(`Cannot read ${file}: story ${name}: ${z.prettifyError(parsed.error)}`);
  });
}

function parseJson(json: string, file: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new Error(`Cannot read ${file}: it is not JSON`, { cause });
  }
}
