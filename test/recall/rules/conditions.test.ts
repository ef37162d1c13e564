/** Which conditions a question meets, on rules and questions of these tests alone. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Embedder } from "../../../src/embedders/embedder.js";
import { staticEmbedder } from "../../../src/embedders/static-embedder.js";
import { interpret } from "../../../src/recall/question/interpret.js";
import { metRules } from "../../../src/recall/rules/conditions.js";
import type { UserRule } from "../../../src/recall/rules/user-rules.js";
import type { StoredPassage } from "../../../src/stores/store.js";
import { type Conditional, conditionals } from "./condition-data.js";

let embedder: Embedder;
const ruleOf = new Map<Conditional, UserRule>();

beforeAll(() => {
  embedder = staticEmbedder();
  for (const [at, one] of conditionals.entries()) ruleOf.set(one, userRule(one, at));
});

function userRule({ rule, trigger }: Conditional, at: number): UserRule {
  const said = { said_by: null, said_at: "2026-01-01T00:00:00.000Z" };
  return {
    rule: { record_id: `${at}`, text: rule, trigger, standing: false, ...said },
    passage: {} as StoredPassage,
    words: rule,
  };
}

async function met(query: string, among: readonly Conditional[]): Promise<readonly UserRule[]> {
  const question = interpret(query, { now: new Date("2026-02-01T00:00:00Z") });
  const [vector = new Float32Array(embedder.dimensions)] = await embedder.embed([query], { kind: "query" });
  const rules = among.map((one) => ruleOf.get(one)!);
  return metRules(rules, { question, vector, embedder });
}

/** A rule with two others, each a different pair. */
function stores(): { readonly likelyNames: Conditional; readonly all: readonly Conditional[] }[] {
  const count = conditionals.length;
  return conditionals.flatMap((likelyNames, at) =>
    [1, 5, 11].map((step) => ({
      likelyNames,
      all: [likelyNames, conditionals[(at + step) % count]!, conditionals[(at + 2 * step) % count]!],
    })),
  );
}

describe("metRules()", () => {
  it("finds the rule that is meant in other words, and seldom another", async () => {
    let asked = 0;
    let right = 0;
    let wrong = 0;
    for (const { likelyNames, all } of stores())
      for (const query of likelyNames.met) {
        const found = await met(query, all);
        asked += 1;
        if (found.includes(ruleOf.get(likelyNames)!)) right += 1;
        if (found.some((rule) => rule !== ruleOf.get(likelyNames))) wrong += 1;
      }
    expect(right / asked).toBeGreaterThan(0.75);
    expect(wrong / asked).toBeLessThan(0.13);
  });

  it("leaves alone what only looks something up", async () => {
    const near = stores().flatMap(({ likelyNames, all }) =>
      likelyNames.near.map((query) => ({ query, all })),
    );
    const hit = await Promise.all(near.map(async ({ query, all }) => (await met(query, all)).length > 0));
    expect(hit.filter(Boolean).length / near.length).toBeLessThan(0.18);
  });

  it("meets a condition in its own words, and no more than three", async () => {
    const alike = conditionals.slice(0, 5).map((one, at) => {
      const rule = { ...one, trigger: "I ask for a restaurant" };
      ruleOf.set(rule, userRule(rule, 100 + at));
      return rule;
    });
    expect(await met("I ask for a restaurant", alike)).toHaveLength(3);
  });

  it("reads a name that begins like a preposition as the topic", async () => {
    const tobias: Conditional = {
      rule: "If I mention Tobias, don't suggest presents.",
      trigger: "I mention Tobias",
      met: [],
      near: [],
    };
    ruleOf.set(tobias, userRule(tobias, 200));
    expect(await met("It's Tobias's birthday next week.", [tobias])).toHaveLength(1);
  });
});
