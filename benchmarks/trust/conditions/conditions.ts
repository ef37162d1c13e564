/**
 * Conditions: how often a rule with a condition comes with a situation that meets it, mostly in
 * other words, and how often a rule comes that does not apply. Each store has three rules.
 */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { testMemory } from "../../../src/testing/index.js";

/**
 * `dev` was read while the thresholds were chosen; `held-back` was counted; six of its rules were read. `fitted` has the
 * stores on which the weights of `recall/rules/occasions.ts` were fitted. `drafted` is of other
 * domains, and most of its situations without a rule are statements, questions and tasks. It may be
 * read; nothing in `src` was chosen on it.
 */
const conditionHalves = ["dev", "held-back", "fitted", "drafted"] as const;
const files = ["cases.json", "fitted.json", "drafted.json"] as const;
type ConditionHalf = (typeof conditionHalves)[number];

const text = z.string().trim().min(1);
const cases = z.strictObject({
  stores: z.array(
    z.strictObject({
      half: z.enum(conditionHalves),
      rules: z.array(z.strictObject({ text, metBy: z.array(text).min(1) })).length(3),
      metByNone: z.array(text).min(1),
    }),
  ),
});
type ConditionStore = z.infer<typeof cases>["stores"][number];

/** One situation, with the rules that came with it. */
interface ConditionVerdict {
  readonly half: ConditionHalf;
  readonly question: string;
  /** Text of the rule that applies; absent if none does. */
  readonly meant?: string;
  readonly returned: readonly string[];
}

/** Counts by half. */
export type ConditionReport = Readonly<Record<ConditionHalf, ConditionCounts>>;

/** Asks the situations of all stores through the public API, and counts what comes. */
export async function conditionReport(): Promise<ConditionReport> {
  const verdicts = await conditionVerdicts();
  const countsOfHalf = (half: ConditionHalf) =>
    [half, conditionCounts(verdicts.filter((one) => one.half === half))] as const;
  return Object.fromEntries(conditionHalves.map(countsOfHalf)) as ConditionReport;
}

/** Renders a Markdown table: a row for each half. */
export function conditionLines(report: ConditionReport): string {
  const rows = conditionHalves.map((half) => {
    const { met, applied, besides, unmet, wrong } = report[half];
    return `| ${half} | ${applied} of ${met} | ${besides} of ${met} | ${wrong} of ${unmet} |`;
  });
  const title = "| conditions | the right rule comes | a wrong rule comes | a rule comes, none applies |";
  return `\n${[title, "| --- | ---: | ---: | ---: |", ...rows].join("\n")}\n`;
}

async function conditionVerdicts(): Promise<ConditionVerdict[]> {
  const stores = files.flatMap((name) => {
    const read: unknown = JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));
    return cases.parse(read).stores;
  });
  const verdicts: ConditionVerdict[] = [];
  for (const store of stores) verdicts.push(...(await verdictsOf(store)));
  return verdicts;
}

async function verdictsOf({ half, rules, metByNone }: ConditionStore): Promise<ConditionVerdict[]> {
  const { memory } = await testMemory({});
  try {
    for (const { text: content } of rules) await memory.remember({ content });
    const asked = [
      ...rules.flatMap(({ text: meant, metBy }) => metBy.map((question) => ({ half, question, meant }))),
      ...metByNone.map((question) => ({ half, question })),
    ];
    const verdicts: ConditionVerdict[] = [];
    for (const one of asked) verdicts.push({ ...one, returned: await rulesWith(one.question) });
    return verdicts;
  } finally {
    await memory.close();
  }

  async function rulesWith(query: string): Promise<string[]> {
    const { rules: returned = [] } = await memory.recall({ query });
    return returned.map((rule) => rule.text);
  }
}

/** Counts over some situations. */
interface ConditionCounts {
  /** Situations that meet a condition. */
  readonly met: number;
  /** Of these, those that the right rule comes with. */
  readonly applied: number;
  /** Of these, those that a wrong rule comes with. */
  readonly besides: number;
  /** Situations that meet no condition. */
  readonly unmet: number;
  /** Of these, those that any rule comes with. */
  readonly wrong: number;
}

/** Counts what came with the situations. Pure. */
function conditionCounts(verdicts: readonly ConditionVerdict[]): ConditionCounts {
  const met = verdicts.filter(({ meant }) => meant !== undefined);
  const unmet = verdicts.filter(({ meant }) => meant === undefined);
  const count = (some: readonly ConditionVerdict[], test: (one: ConditionVerdict) => boolean) =>
    some.filter(test).length;
  return {
    met: met.length,
    applied: count(met, ({ meant, returned }) => returned.some((one) => one === meant)),
    besides: count(met, ({ meant, returned }) => returned.some((one) => one !== meant)),
    unmet: unmet.length,
    wrong: count(unmet, ({ returned }) => returned.length > 0),
  };
}
