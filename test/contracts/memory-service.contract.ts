/**
 * What every `MemoryService` must do, on either side of a connection: the same story, the same
 * payloads. The payloads that are right are those of `Memory` itself with the same clock and the
 * same ids; a subject gets the same inputs and must return the same payloads.
 */
import {
  Memory,
  MemoryError,
  type MemoryService,
  type RememberFileInput,
  type RememberInput,
} from "keepsake";
import { type TestClock, testClock, testIds } from "keepsake/testing";
import { afterEach, describe, expect, it } from "vitest";

/** The verbs that every interface has. */
export type CoreService = Pick<MemoryService, "remember" | "recall" | "profile" | "forget" | "details">;

/** The parts that make payloads repeatable: a subject uses a `Memory` that has them. */
export interface World {
  readonly clock: TestClock;
  readonly memory: Memory;
}

export interface Subject<Service extends CoreService = CoreService> {
  readonly service: Service;
  /** Lets go of what was opened for it; the world's memory is closed after it. */
  readonly close: () => Promise<void>;
}

export type Open<Service extends CoreService> = (world: World) => Promise<Subject<Service>>;

/** Runs the core story on a subject that has the four verbs of every interface. */
export function coreServiceContract(name: string, open: Open<CoreService>): void {
  const both = pairs(open);
  describe(`${name}, as a memory service`, () => {
    it("answers the same story with the same payloads", async () => {
      const { subject, reference } = await both();
      const observed = await transcript(subject, coreStory);
      expect(observed).toEqual(await transcript(reference, coreStory));
      expect(observed.map(({ step }) => step)).toHaveLength(coreStory.length);
    });

    it.each(wrongInputs)("refuses %s with the same code, message and data", async (_, work) => {
      const { subject, reference } = await both();
      const refused = await failure(work(subject.service));
      expect(refused.code).toBe("invalid_input");
      expect(refused).toEqual(await failure(work(reference.service)));
    });

    it("answers a repeated idempotency key with the first answer and writes nothing", async () => {
      const { subject } = await both();
      const input = { content: "Ana adopted a greyhound called Zephyr.", idempotency_key: "k1" };
      const first = await subject.service.remember(input);
      const used = (await subject.service.details()).memory.storage_used;
      expect(await subject.service.remember({ ...input, content: "Ana sold her piano." })).toEqual(first);
      expect((await subject.service.details()).memory.storage_used).toBe(used);
    });

    it("answers a dry run with the decisions and writes nothing", async () => {
      const { subject } = await both();
      const input = { content: "I live in Graz. Thanks!", speaker: "Ana" };
      const before = await subject.service.details();
      const dry = await subject.service.remember({ ...input, dry_run: true });
      expect(await subject.service.details()).toEqual(before);
      expect(dry).toMatchObject({ dry_run: true, stored: false, total_storage_bytes: 0, tokens: 0, cost: 0 });
      const { data } = (await subject.service.remember(input)).data;
      expect(dry.data.data.skipped).toEqual(data.skipped);
      expect(dry.data.data.memory_decisions.semantic.items.map(({ value }) => value)).toEqual(["Graz"]);
    });

    it("decides in semantic, episodic and procedural alone, so that a loop over them meets every record", async () => {
      const { subject } = await both();
      const content = "I live in Graz. Yesterday I met Rita. Always answer in German. Thanks!";
      const { memory_decisions, skipped } = (await subject.service.remember(content)).data.data;
      expect(Object.keys(memory_decisions)).toEqual(["semantic", "episodic", "procedural"]);
      const kept: string[] = [];
      for (const { use, items } of Object.values(memory_decisions)) {
        expect(use).toBe(items.length > 0);
        for (const { record_id } of items) kept.push(record_id);
      }
      expect(kept.length).toBeGreaterThanOrEqual(3);
      expect(skipped).toEqual([{ text: "Thanks!", reason: "thanks" }]);
    });

    it("keeps storage_used the exact total of what was added less what was freed", async () => {
      const { subject } = await both();
      let total = 0;
      for (const content of ["Ana rows on the Sava.", "Ben bakes rye bread on Sundays.", "ok"])
        total += (await subject.service.remember(content)).total_storage_bytes;
      expect((await subject.service.details()).memory.storage_used).toBe(total);
      const gone = await subject.service.forget({ all: true, confirm: true });
      expect((await subject.service.details()).memory.storage_used).toBe(total - gone.freed_bytes);
      expect(gone.verified).toBe(true);
    });
  });
}

/** Runs the core story and the rest of the verbs. */
export function memoryServiceContract(name: string, open: Open<MemoryService>): void {
  coreServiceContract(name, open);
  const both = pairs(open);
  describe(`${name}, as a whole memory service`, () => {
    it("lists, pages, returns histories and shows the trail with the same payloads", async () => {
      const { subject, reference } = await both();
      const observed = await transcript(subject, wholeStory);
      expect(observed).toEqual(await transcript(reference, wholeStory));
    });

    it.each(wrongOptions)("refuses the options %s of every verb, as Memory does", async (_, options) => {
      const { subject, reference } = await both();
      for (const bound of [(one: MemoryService) => one, (one: MemoryService) => one.for({ user: "ana" })])
        for (const [verb, call] of Object.entries(withOptions)) {
          const refused = await failure(started(() => call(bound(subject.service), options as never)));
          expect({ verb, code: refused.code }).toEqual({ verb, code: "invalid_input" });
          const right = await failure(started(() => call(bound(reference.service), options as never)));
          expect({ verb, ...refused }).toEqual({ verb, ...right });
        }
    });

    it("exports what it imports, line for line, and imports nothing twice", async () => {
      const { subject, reference } = await both();
      await reference.service.rememberMany(facts);
      const lines = await collected(reference.service.export());
      const progress: number[] = [];
      const brought = await subject.service.import(lines, { onProgress: ({ done }) => progress.push(done) });
      expect(brought.records).toBeGreaterThan(0);
      expect(progress.at(-1)).toBe(brought.records);
      expect((await collected(subject.service.export())).slice(1)).toEqual(lines.slice(1));
      expect(await subject.service.import(lines)).toMatchObject({ records: 0, skipped: brought.records });
    });

    it("exports one source alone", async () => {
      const { subject } = await both();
      await subject.service.rememberMany(facts);
      const [first] = (await subject.service.records()).items;
      const lines = await collected(subject.service.export({ sourceId: first?.source_id ?? "" }));
      expect(lines).toHaveLength(2);
      expect(lines[1]).toContain(first?.source_id);
    });

    it("remembers many in order, awaited or one at a time", async () => {
      const { subject } = await both();
      const stored = (await subject.service.rememberMany([...facts, "ok"])).map((payload) => payload.stored);
      expect(stored).toEqual([...facts.map(() => true), false]);
      const one: boolean[] = [];
      for await (const payload of subject.service.rememberMany(["Cleo breeds llamas near Cusco."]))
        one.push(payload.stored);
      expect(one).toEqual([true]);
    });

    it("says not_found with the id for the history of a record that is not there", async () => {
      const { subject, reference } = await both();
      const refused = await failure(subject.service.history("no-such-record"));
      expect(refused).toEqual(await failure(reference.service.history("no-such-record")));
      expect(refused).toMatchObject({ code: "not_found", data: { id: "no-such-record" } });
    });

    it.each<[string, RememberFileInput]>([
      ["one that holds no text", { name: "empty.md", data: textBytes(" \n") }],
      ["one that is not what it says it is", { name: "lie.pdf", data: textBytes("no PDF at all") }],
      ["a version of a file that is not there", { ...fees("ten"), file_id: "nobody" }],
      ["a name with a folder", { ...fees("ten"), name: "../fees.md" }],
    ])("refuses %s as a file with the same error, and keeps nothing of it", async (_, file) => {
      const { subject, reference } = await both();
      const refused = await failure(subject.service.rememberFile(file));
      expect(refused).toEqual(await failure(reference.service.rememberFile(file)));
      expect((await subject.service.records()).items).toEqual([]);
    });

    it("exports and imports a file with its places and versions", async () => {
      const { subject, reference } = await both();
      await reference.service.rememberFile(fees("ten"));
      await reference.service.rememberFile(fees("twelve"));
      const lines = await collected(reference.service.export());
      await subject.service.import(lines);
      expect((await collected(subject.service.export())).slice(1)).toEqual(lines.slice(1));
      expect((await subject.service.rememberFile(fees("twelve"))).stored).toBe(false);
    });

    it("stops with the caller's reason on request, and writes nothing", async () => {
      const { subject } = await both();
      const signal = AbortSignal.abort(new Error("enough"));
      await expect(subject.service.remember("Ana lives in Lisbon.", { signal })).rejects.toThrow("enough");
      expect((await subject.service.records()).items).toEqual([]);
    });

    it("says closed once it is", async () => {
      const { subject } = await both();
      await subject.service.details();
      await subject.service.close();
      await expect(subject.service.recall("Where?")).rejects.toMatchObject({ code: "closed" });
    });
  });
}

const facts = [
  "Ana restores church organs in Olomouc.",
  "Whenever the release is late, call Dmitri first.",
  "My cousin Noor visited the lighthouse at Cordouan.",
];

const textBytes = (text: string) => new TextEncoder().encode(text);

const fees = (euros: string) => ({
  name: "fees.md",
  data: textBytes(
    `# Fees\n\nA berth costs ${euros} euros a night.\n\n# Hours\n\nThe harbour opens at six.\n`,
  ),
  metadata: { kind: "rules" },
});

interface Observed {
  readonly service: CoreService;
  readonly clock: TestClock;
}

type Step<Service> = readonly [name: string, work: (service: Service, clock: TestClock) => Promise<unknown>];

const coreStory: readonly Step<CoreService>[] = [
  ["details of an empty store", (service) => shownDetails(service)],
  [
    "a fact and a job",
    (service) => service.remember({ content: "I live in Porto and I work as a nurse.", speaker: "Ana" }),
  ],
  ["small talk", (service) => service.remember("Hey, how are you?")],
  [
    "a chat",
    (service) =>
      service.remember({
        content: [
          { role: "assistant", content: "Which seat do you prefer?" },
          {
            role: "user",
            name: "Ana",
            content: "A window seat on the left.",
            at: "2026-02-01T10:00:00+02:00",
          },
        ],
        metadata: { trip: "oslo", legs: 2, tags: ["air", "rail"] },
      }),
  ],
  ["a rule", (service) => service.remember("Whenever you write code for me, always add type annotations.")],
  [
    "a change, months later",
    (service, clock) => {
      clock.set("2026-06-15T09:00:00Z");
      return service.remember({
        content: "I moved to Lisbon last week.",
        speaker: "Ana",
        previous_context: "About where Ana lives.",
      });
    },
  ],
  ["the present", (service) => service.recall("Where does Ana live?")],
  ["the past", (service) => service.recall({ query: "Where does Ana live?", as_of: "2026-03-01" })],
  ["an explanation", (service) => service.recall({ query: "Which seat does Ana prefer?", explain: true })],
  [
    "a filter that nothing meets",
    (service) => service.recall({ query: "Which seat does Ana prefer?", filter: { trip: "rome" } }),
  ],
  [
    "a small budget",
    (service) => service.recall({ query: "What do you know about Ana?", token_budget: 30, limit: 2 }),
  ],
  [
    "a type",
    (service) => service.recall({ query: "Write a function that sorts a list", types: ["procedural"] }),
  ],
  ["a rule for every answer", (service) => service.remember("Always answer in metric units.")],
  ["the rule where nothing answers", (service) => service.recall("How tall is the Eiffel tower?")],
  ["no rule where none is wanted", (service) => service.recall({ query: "How tall is it?", rules: "none" })],
  ["the profile of whoever speaks", (service) => service.profile()],
  ["a profile of somebody", (service) => service.profile({ speaker: "Ana", token_budget: 80 })],
  ["nothing that answers", (service) => service.recall("What is the boiling point of tungsten?")],
  ["a preview", (service) => service.forget({ query: "Which seat does Ana prefer?" })],
  ["an erasure", (service) => service.forget({ filter: { trip: "oslo" }, reason: "the trip is over" })],
  ["what is left of it", (service) => service.recall("Which seat does Ana prefer?")],
  ["the profile after it", (service) => service.profile({ speaker: "Ana" })],
  ["an erasure of nothing", (service) => service.forget({ entity: "Nobody Atall" })],
  ["details at the end", (service) => shownDetails(service)],
];

const wholeStory: readonly Step<MemoryService>[] = [
  ["the first home", (service) => service.remember({ content: "I live in Porto.", speaker: "Ana" })],
  ["three more", async (service) => [...(await service.rememberMany(facts))]],
  ["the second home", (service) => service.remember({ content: "I moved to Lisbon.", speaker: "Ana" })],
  ["current records", (service) => service.records()],
  ["all records", (service) => service.records({ include_superseded: true })],
  ["a page", (service) => service.records({ limit: 2 })],
  [
    "the page after it",
    async (service) =>
      service.records({ limit: 2, cursor: (await service.records({ limit: 2 })).next_cursor ?? "" }),
  ],
  ["records by type", (service) => service.records({ types: ["procedural"] })],
  [
    "a history",
    async (service) =>
      service.history((await service.records({ include_superseded: true })).items[0]?.id ?? ""),
  ],
  ["an erasure", (service) => service.forget({ entity: "Noor" })],
  ["a file", (service) => service.rememberFile(fees("ten"))],
  ["the same file again", (service) => service.rememberFile({ ...fees("ten"), name: "copy.md" })],
  ["a newer version of it", (service) => service.rememberFile(fees("twelve"))],
  ["its records", (service) => service.records({ types: ["file"], include_superseded: true })],
  ["what it says", (service) => service.recall({ query: "What does a berth cost a night?", explain: true })],
  ["where it says it", (service) => service.recall({ query: "What does a berth cost?", types: ["file"] })],
  ["a preview of the file", (service) => service.forget({ query: "What does a berth cost?" })],
  ["the file forgotten", (service) => service.forget({ filter: { kind: "rules" } })],
  ["the trail", (service) => service.audit()],
  ["the trail of erasures", (service) => service.audit({ operation: "FORGET", limit: 1 })],
  ["the trail's proof", (service) => service.verifyAudit()],
];

const wrongInputs: [string, (service: CoreService) => Promise<unknown>][] = [
  ["an empty content", (service) => service.remember("")],
  ["messages that say nothing", (service) => service.remember([{ role: "user", content: " " }])],
  ["a role that there is not", (service) => service.remember([{ role: "robot", content: "Hi." }] as never)],
  ["a time that is none", (service) => service.remember({ content: "Ana sails.", occurred_at: "yesterday" })],
  ["an unknown field", (service) => service.remember({ content: "Ana sails.", colour: "red" } as never)],
  ["an empty query", (service) => service.recall({ query: " " })],
  ["a budget of nothing", (service) => service.recall({ query: "Where?", token_budget: 0 })],
  ["a number for a query", (service) => service.recall({ query: 7 } as never)],
  [
    "a mode of rules that there is not",
    (service) => service.recall({ query: "Where?", rules: "all" } as never),
  ],
  ["a profile in no tokens", (service) => service.profile({ token_budget: 0 })],
  ["a selector that selects nothing", (service) => service.forget({})],
  ["everything, unconfirmed", (service) => service.forget({ all: true })],
];

/** The key is echoed where there is one: the store does not know it. */
async function shownDetails(service: CoreService): Promise<unknown> {
  return { ...(await service.details()), api_key: "" };
}

/** Every step's payload as JSON carries it: what is absent there is absent here. */
async function transcript<Service extends CoreService>(
  { service, clock }: { service: Service; clock: TestClock },
  story: readonly Step<Service>[],
): Promise<{ step: string; payload: unknown }[]> {
  const observed: { step: string; payload: unknown }[] = [];
  const keyed = withKeys(service);
  for (const [step, work] of story)
    observed.push({ step, payload: JSON.parse(JSON.stringify(await work(keyed, clock))) });
  return observed;
}

/**
 * A service whose adds have keys. A client gives its own where the caller does not, and what is
 * kept under a key counts towards the storage.
 */
function withKeys<Service extends CoreService>(service: Service): Service {
  let adds = 0;
  const withKey = (input: RememberInput): RememberInput => {
    adds += 1;
    const key = { idempotency_key: `story-${adds}` };
    return typeof input === "object" && "content" in input
      ? { ...input, ...key }
      : { content: input as string, ...key };
  };
  const remember = (input: RememberInput) => service.remember(withKey(input));
  const whole = service as Partial<MemoryService>;
  const rememberMany = (inputs: readonly RememberInput[]) => whole.rememberMany!(inputs.map(withKey));
  const bound = (name: PropertyKey) => {
    const member = service[name as keyof Service];
    return typeof member === "function" ? member.bind(service) : member;
  };
  return new Proxy(service, {
    get: (_, name) => (name === "remember" ? remember : name === "rememberMany" ? rememberMany : bound(name)),
  });
}

/** What no type of options allows. */
const wrongOptions = [null, 42, "a text", [], true, { signal: 42 }].map(
  (options) => [JSON.stringify(options), options] as const,
);

/** Every verb, with valid inputs and these options. */
const withOptions: Readonly<Record<string, (memory: MemoryService, options: never) => unknown>> = {
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
  export: (memory, options) => memory.export(options)[Symbol.asyncIterator]().next(),
  import: (memory, options) => memory.import([], options),
};

/** A call that may fail before it returns a promise. */
async function started(call: () => unknown): Promise<unknown> {
  return call();
}

async function failure(work: Promise<unknown>): Promise<{ code: string; message: string; data: unknown }> {
  const error = await work.then(
    (payload) => new Error(`it was not refused: ${JSON.stringify(payload)}`),
    (thrown: unknown) => thrown,
  );
  if (!MemoryError.is(error)) throw error;
  return { code: error.code, message: error.message, data: JSON.parse(JSON.stringify(error.data ?? null)) };
}

/**
 * Opens a subject and the memory whose payloads are right, each in a world of its own; both are
 * closed after the test.
 */
function pairs<Service extends CoreService>(open: Open<Service>) {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  return async () => {
    const world = newWorld();
    const reference = newWorld();
    closing.push(
      () => world.memory.close(),
      () => reference.memory.close(),
    );
    const { service, close } = await open(world);
    closing.push(close);
    return {
      subject: { service, clock: world.clock },
      reference: { service: reference.memory, clock: reference.clock } satisfies Observed,
    };
  };
}

function newWorld(): World {
  const clock = testClock("2026-01-10T09:00:00Z");
  // The store's own id is drawn when the file opens: first, so that it is the same however the
  // subject begins.
  const memory = new Memory({ name: "story", actor: "tester", clock, ids: testIds() });
  return { clock, memory };
}

async function collected(lines: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}
