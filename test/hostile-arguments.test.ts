/** What no type allows is refused by name, and what expires while a call runs makes nobody busy. */
import { Memory, MemoryError } from "keepsake";
import { describe, expect, it } from "vitest";

it.each([42, null, "a text", {}])("rememberMany(%j) is invalid_input", (inputs) => {
  const memory = new Memory();
  expect(() => memory.rememberMany(inputs as never)).toThrow(
    expect.objectContaining({ code: "invalid_input" }),
  );
});

it("export({ sourceId: 1 }) is invalid_input", async () => {
  await using memory = new Memory();
  const error = await memory
    .export({ sourceId: 1 as never })
    .next()
    .catch((thrown: unknown) => thrown);
  expect(MemoryError.is(error, "invalid_input"), String(error)).toBe(true);
});

const wrongOptions = [null, 42, "a text", [], true, { signal: 42 }, { signal: {} }, { onProgress: 1 }];

/** Every verb, with valid inputs and these options. */
const verbs: Readonly<Record<string, (memory: Memory, options: never) => unknown>> = {
  remember: (memory, options) => memory.remember("Ana lives in Lisbon.", options),
  rememberMany: (memory, options) => memory.rememberMany(["Ana lives in Lisbon."], options),
  rememberFile: (memory, options) =>
    memory.rememberFile({ data: Buffer.from("Ana"), name: "a.txt" }, options),
  recall: (memory, options) => memory.recall("Where does Ana live?", options),
  profile: (memory, options) => memory.profile({}, options),
  forget: (memory, options) => memory.forget({ entity: "Ana" }, options),
  details: (memory, options) => memory.details(options),
  records: (memory, options) => memory.records({}, options),
  history: (memory, options) => memory.history("00000000-0000-7000-8000-000000000000", options),
  audit: (memory, options) => memory.audit({}, options),
  verifyAudit: (memory, options) => memory.verifyAudit(options),
  export: (memory, options) => memory.export(options).next(),
  import: (memory, options) => memory.import([], options),
  reembed: (memory, options) =>
    memory.reembed({ id: "none", dimensions: 8, embed: async () => [], countTokens: () => 0 }, options),
  check: (memory, options) => memory.check(options),
  backup: (memory, options) => memory.backup("/nowhere/backup.db", options),
  restore: (_, options) => Memory.restore("/nowhere/backup.db", "/nowhere/store.db", options),
  rekey: (_, options) => Memory.rekey("/nowhere/store.db", options),
};

async function errorOf(call: () => unknown): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    return error;
  }
}

describe("wrong options are invalid_input", () => {
  it.each(Object.entries(verbs))("of Memory.%s()", async (_, call) => {
    await using memory = new Memory();
    for (const options of wrongOptions) {
      const error = await errorOf(() => call(memory, options as never));
      expect(MemoryError.is(error, "invalid_input"), `${JSON.stringify(options)}: ${error}`).toBe(true);
    }
  });

  it("of check(): repair is a truth value", async () => {
    await using memory = new Memory();
    const error = await errorOf(() => memory.check({ repair: "yes" as never }));
    expect(MemoryError.is(error, "invalid_input")).toBe(true);
  });
});

it.each([null, 42, "a text", {}])("import(%j) is invalid_input", async (lines) => {
  await using memory = new Memory();
  const error = await errorOf(() => memory.import(lines as never));
  expect(MemoryError.is(error, "invalid_input"), String(error)).toBe(true);
});

it("a fact that expires during a call leaves the call to go on", async () => {
  let now = Date.parse("2026-05-02T09:00:00.000Z");
  // Each look at the clock takes a second, and the fact expires some looks after the call began.
  const clock = () => {
    now += 1000;
    return new Date(now);
  };
  for (let looks = 1; looks <= 12; looks += 1) {
    await using memory = new Memory({ clock });
    await memory.remember({ content: "I live in Lisbon.", speaker: "Ana" });
    const expires = now + 3_600_000;
    const moved = { content: "I moved to Porto.", speaker: "Ana", expires_at: new Date(expires) };
    await memory.remember(moved);
    now = expires - looks * 1000;
    const payload = await memory.remember({ content: "I moved to Faro.", speaker: "Ana" });
    expect(payload.stored).toBe(true);
  }
});
