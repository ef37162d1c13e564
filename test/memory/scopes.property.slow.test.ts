/**
 * Random verbs in several scopes of one store, beside one store for each: the same answers, and
 * nothing of one scope in any payload of another.
 */
import fc from "fast-check";
import { Memory, type MemoryService, type Scope } from "keepsake";
import { testClock, testIds } from "keepsake/testing";
import { expect, it } from "vitest";

/**
 * A caller: the scope of its calls, and what nobody else says. Those who share a `part` see one
 * another's memory, at least one way.
 */
interface Caller {
  readonly part: string;
  readonly scope: Scope | undefined;
  readonly cities: readonly string[];
}

const callers: readonly Caller[] = [
  { part: "alice", scope: { user: "alice" }, cities: ["Lisbon", "Porto", "Faro"] },
  { part: "alice", scope: { user: "alice", session: "s1" }, cities: ["Evora", "Braga", "Sintra"] },
  { part: "bob", scope: { user: "bob" }, cities: ["Oslo", "Bergen", "Tromso"] },
  { part: "nobody", scope: undefined, cities: ["Kyoto", "Nagoya", "Osaka"] },
];
const parts = [...new Set(callers.map(({ part }) => part))];

type Verb =
  | "remember"
  | "correct"
  | "rule"
  | "file"
  | "recall"
  | "rules"
  | "profile"
  | "forget"
  | "forgetAll"
  | "records"
  | "audit"
  | "export";
interface Step {
  readonly caller: number;
  readonly verb: Verb;
  readonly choice: number;
}

const verb: fc.Arbitrary<Verb> = fc.constantFrom(
  ...(["remember", "remember", "remember", "correct", "rule", "file", "recall", "recall", "recall"] as const),
  ...(["rules", "rules", "profile", "profile"] as const),
  ...(["forget", "forgetAll", "records", "audit", "export"] as const),
);
const step: fc.Arbitrary<Step> = fc.record({
  caller: fc.nat(callers.length - 1),
  verb,
  choice: fc.nat(20),
});

const questions = [
  "Where do I live?",
  "Where does Ana live?",
  "What did Ana paint?",
  "How should you answer me?",
  "What is in the report?",
];
const minute = 60_000;

it("the verbs of one scope answer as in a store without other scopes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const clock = testClock("2026-01-05T09:00:00Z");
      const open = () => new Memory({ clock, ids: testIds() });
      await using shared = open();
      const alone = new Map(parts.map((part) => [part, open()]));
      const said = new Map(parts.map((part) => [part, new Map<string, number>()]));
      const saidAlone = new Map(parts.map((part) => [part, new Map<string, number>()]));
      for (const one of steps) {
        const caller = callers[one.caller]!;
        const among = await take(shared, caller, one);
        const byItself = await take(alone.get(caller.part)!, caller, one);
        expect(named(among, said.get(caller.part)!)).toEqual(named(byItself, saidAlone.get(caller.part)!));
        for (const other of callers)
          if (other.part !== caller.part)
            for (const city of other.cities) expect(JSON.stringify(among)).not.toContain(city);
        clock.advance(minute);
      }
      expect(await shared.verifyAudit()).toMatchObject({ valid: true });
      await Promise.all([...alone.values()].map((memory) => memory.close()));
    }),
    { numRuns: 60 },
  );
}, 300_000);

/** What a verb answered, without what belongs to the store as a whole. */
async function take(
  memory: Memory,
  { scope, cities }: Caller,
  { verb: asked, choice }: Step,
): Promise<unknown> {
  const mine: MemoryService = scope === undefined ? memory : memory.for(scope);
  const city = cities[choice % cities.length]!;
  switch (asked) {
    case "remember":
      return mine.remember({
        content: [
          {
            role: "user",
            name: choice % 2 === 0 ? "Ana" : "Ben",
            content: `I live in ${city}. My sister painted the boats there blue.`,
          },
          { role: "assistant", content: `How nice, ${city} is a good place for painting boats.` },
        ],
        ...(choice % 3 === 0 ? { idempotency_key: `key-${choice % 2}` } : {}),
      });
    case "correct":
      return mine.remember({ content: `Ana moved to ${city}.`, speaker: "Ana" });
    case "rule":
      return mine.remember(
        `Always answer me in ${choice % 2 === 0 ? "metric units" : "short sentences"}, as they do in ${city}.`,
      );
    case "file": {
      const data = Buffer.from(`# Report\n\nThe boats of ${city} were painted in May ${2000 + choice}.\n`);
      return mine.rememberFile({ name: "report.md", data });
    }
    case "recall":
      return mine.recall({ query: questions[choice % questions.length]!, explain: true });
    case "rules":
      return mine.recall({
        query: questions[choice % questions.length]!,
        rules: "standing",
        ...(choice % 2 === 0 ? { speaker: "Ana" } : {}),
      });
    case "profile":
      return mine.profile(choice % 2 === 0 ? { speaker: "Ana" } : {});
    case "forget":
      // In a store without scopes what was forgotten leaves a gap between its neighbours; in one
      // with scopes it does not.
      if (scope === undefined) return [];
      return mine.forget(
        choice % 2 === 0 ? { entity: "Ana" } : { query: "Where does Ana live?", confirm: true },
      );
    case "forgetAll":
      if (scope === undefined) return [];
      return mine.forget({ all: true, confirm: true });
    case "records":
      return (await mine.records({ include_superseded: choice % 2 === 0 })).items;
    case "audit":
      // Without a scope this verb is the operator's, and shows everybody's rows.
      return scope === undefined ? [] : operationsOf(await mine.audit());
    case "export":
      return scope === undefined ? [] : sourcesOf(mine.export());
  }
}

function operationsOf({ items }: Awaited<ReturnType<MemoryService["audit"]>>): unknown {
  return items.map(({ at, operation, record_id, reason }) => ({ at, operation, record_id, reason }));
}

async function sourcesOf(lines: AsyncIterable<string>): Promise<unknown> {
  const sources: unknown[] = [];
  for await (const line of lines) sources.push(JSON.parse(line));
  return sources.slice(1);
}

/** The same with ids by the order in which they were first seen: each store gives its own. */
function named(answer: unknown, seen: Map<string, number>): unknown {
  const text = JSON.stringify(answer, (key, value) => (key === "freed_bytes" ? undefined : value));
  return JSON.parse(
    text.replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
      if (!seen.has(id)) seen.set(id, seen.size);
      return `id ${seen.get(id)}`;
    }),
  );
}
