/**
 * The grammar of random inputs. Most are valid for their verb, so that they reach the store; some
 * have a value of any kind in one place, and a few are of any kind altogether.
 */
import fc from "fast-check";

/** The verbs that are tried. */
export const fuzzedVerbs = [
  "remember",
  "rememberFile",
  "recall",
  "profile",
  "forget",
  "records",
  "history",
  "audit",
  "verifyAudit",
  "export",
  "import",
  "details",
] as const;
/** One of {@link fuzzedVerbs}. */
export type FuzzedVerb = (typeof fuzzedVerbs)[number];

/** One of the interfaces that are tried. */
export type Interface = "library" | "http" | "mcp" | "cli";

/** One input. A text `#3` is replaced by the id of a record of the store. */
export interface Call {
  readonly at: Interface;
  readonly verb: FuzzedVerb;
  readonly input: unknown;
}

const words = fc.constantFrom(
  ..."Ana|Tom|lives|in|Porto|I|like|plums|always|never|on Monday|2026-05-04|?|not|my|name|is|dog|Rex|.|answer|briefly|no longer".split(
    "|",
  ),
);
const hostile = fc.constantFrom(
  "\u0000",
  "\ud800",
  "\u202e",
  "e\u0301".repeat(50),
  "'; drop table records; --",
  "<memory>",
  "%s%n",
  "../../etc",
  "\r\n".repeat(40),
  "NaN",
  "𝒜",
  "",
);
const plain = fc.array(words, { minLength: 1, maxLength: 12 }).map((some) => some.join(" "));
const odd = fc
  .array(fc.oneof(words, hostile, fc.string({ unit: "binary", maxLength: 20 })), { maxLength: 12 })
  .map((some) => some.join(" "));
const text = fc.oneof({ weight: 9, arbitrary: plain }, { weight: 1, arbitrary: odd });
const anything = fc.oneof(fc.anything({ maxDepth: 2, withBigInt: false }), hostile, fc.double());
const orAnything = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 40, arbitrary }, { weight: 1, arbitrary: anything });

const name = fc.constantFrom("Ana", "Tom", "Rex", "Zoë O'Neill");
const id = fc.nat({ max: 60 }).map((place) => `#${place}`);
const time = fc.constantFrom("2026-05-04", "2026-05-04T09:00:00Z", "9999-12-31", "2031-01-01", "tomorrow");
const type = fc.constantFrom("semantic", "episodic", "procedural", "file");
const metadata = fc.dictionary(
  fc.constantFrom("note", "tag", "n"),
  fc.oneof(plain, fc.integer(), fc.boolean()),
  {
    maxKeys: 3,
  },
);
const limit = fc.integer({ min: -1, max: 1000 });
const budget = fc.integer({ min: -1, max: 5000 });
const flag = fc.boolean();
const message = fc.record(
  {
    role: orAnything(fc.constantFrom("user", "assistant", "tool")),
    content: orAnything(text),
    name: orAnything(name),
  },
  { requiredKeys: ["role", "content"] },
);

/** An input with some of the optional fields, each of which may have any value. */
function fieldsOf<Key extends string>(
  fields: Readonly<Record<Key, fc.Arbitrary<unknown>>>,
  ...requiredKeys: NoInfer<Key>[]
): fc.Arbitrary<unknown> {
  const model = Object.fromEntries(
    Object.entries<fc.Arbitrary<unknown>>(fields).map(([key, one]) => [key, orAnything(one)]),
  );
  return fc.record(model, { requiredKeys });
}

const scope = fc.record({ user: fc.constantFrom("alice", "bob") });
const page = { scope, limit };
const selector = fc.oneof(
  fieldsOf({ scope, ids: fc.array(id, { minLength: 1, maxLength: 3 }), reason: text }, "ids"),
  fieldsOf({ scope, entity: name, dry_run: flag }, "entity"),
  fieldsOf({ scope, query: text, confirm: flag, speaker: name }, "query"),
  fieldsOf({ scope, filter: metadata, type, before: time }, "filter"),
  fieldsOf({ scope, after: time, type, file_id: id }, "after"),
  fieldsOf({ scope, all: fc.constant(true), confirm: flag }, "all"),
);
const labels = { scope, metadata, occurred_at: time, expires_at: time };
const header = { format: "keepsake", version: 1, name: "fuzz", exported_at: "2026-05-02T09:00:00.000Z" };
const stored = fc.constantFrom("2026-05-02T09:00:00.000Z", "1999-01-01T00:00:00.000Z");
const record = fieldsOf(
  {
    id: fc.uuid(),
    type,
    text,
    entity: name,
    property: fc.constantFrom("home", "likes"),
    value: text,
    trigger: fc.constant(null),
    occurred_at: stored,
    valid_from: stored,
    valid_to: fc.constant(null),
    created_at: stored,
    superseded_by: fc.constant(null),
    expires_at: fc.constant(null),
    metadata,
  },
  ...([
    "id",
    "type",
    "text",
    "entity",
    "property",
    "value",
    "trigger",
    "occurred_at",
    "valid_from",
    "valid_to",
    "created_at",
    "superseded_by",
    "expires_at",
    "metadata",
  ] as const),
);
const passage = fieldsOf(
  {
    text,
    prompt: fc.constant(null),
    message: fc.nat({ max: 3 }),
    speaker: name,
    role: fc.constantFrom("user", "assistant"),
    said_at: stored,
    mentions: fc.array(name, { maxLength: 2 }),
    records: fc.array(record, { minLength: 1, maxLength: 2 }),
  },
  ...(["text", "prompt", "message", "speaker", "role", "said_at", "mentions", "records"] as const),
);
const source = fc.record({
  source: orAnything(
    fc.record({
      id: fc.uuid(),
      created_at: stored,
      passages: fc.array(passage, { minLength: 1, maxLength: 2 }),
    }),
  ),
});

const inputs: Readonly<Record<FuzzedVerb, fc.Arbitrary<unknown>>> = {
  remember: fieldsOf(
    {
      ...labels,
      content: fc.oneof({ weight: 3, arbitrary: text }, fc.array(message, { minLength: 1, maxLength: 3 })),
      speaker: name,
      previous_context: text,
      idempotency_key: fc.constantFrom("k1", "k2", "k3"),
      dry_run: flag,
    },
    "content",
  ),
  rememberFile: fieldsOf(
    { ...labels, name: fc.constantFrom("a.txt", "b.md", "c.csv"), data: text },
    "name",
    "data",
  ),
  recall: fieldsOf(
    {
      scope,
      query: text,
      previous_context: text,
      speaker: name,
      as_of: time,
      types: fc.array(type, { minLength: 1, maxLength: 2 }),
      filter: metadata,
      token_budget: budget,
      limit,
      rules: fc.constantFrom("standing", "relevant", "none"),
      explain: flag,
      trace: flag,
    },
    "query",
  ),
  profile: fieldsOf({ scope, speaker: name, filter: metadata, token_budget: budget }),
  forget: selector,
  records: orCursor(
    fieldsOf({
      ...page,
      source_id: id,
      ids: fc.array(id, { maxLength: 3 }),
      types: fc.array(type, { minLength: 1, maxLength: 2 }),
      entity: name,
      text,
      speaker: name,
      filter: metadata,
      as_of: time,
      include_superseded: flag,
      order: fc.constantFrom("oldest", "newest"),
    }),
  ),
  history: orAnything(id),
  audit: orCursor(
    fieldsOf({ ...page, operation: fc.constantFrom("CREATE", "FORGET"), record_id: id, after: time }),
  ),
  verifyAudit: fc.constant({}),
  export: fieldsOf({ source_id: id }),
  import: fc.array(source, { maxLength: 2 }).map((sources) => [header, ...sources]),
  details: fc.constant({}),
};

/** Pages that begin after an earlier one, or after what is no cursor. */
function orCursor(fields: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 9, arbitrary: fields },
    { weight: 1, arbitrary: fieldsOf({ cursor: text, limit }) },
  );
}

const callOf = (at: Interface): fc.Arbitrary<Call> =>
  fc
    .constantFrom(...fuzzedVerbs)
    .chain((verb) =>
      fc
        .oneof({ weight: 40, arbitrary: inputs[verb] }, { weight: 1, arbitrary: anything })
        .map((input) => ({ at, verb, input })),
    );
const call = fc.oneof(...(["library", "http", "mcp", "cli"] as const).map(callOf));

/** Yields inputs, always the same for a seed. */
export function* callsOf(count: number, seed: number): Generator<Call> {
  const each = 1000;
  for (let made = 0; made < count; made += each)
    yield* fc.sample(call, { numRuns: Math.min(each, count - made), seed: seed + made });
}

/** Puts ids of records in the place of texts such as `#3`. */
export function withIds(input: unknown, ids: readonly string[]): unknown {
  if (typeof input === "string" && /^#\d+$/.test(input) && ids.length > 0)
    return ids[Number(input.slice(1)) % ids.length];
  if (Array.isArray(input)) return input.map((one) => withIds(one, ids));
  if (typeof input !== "object" || input === null || Object.getPrototypeOf(input) !== Object.prototype)
    return input;
  return Object.fromEntries(Object.entries(input).map(([key, one]) => [key, withIds(one, ids)]));
}
