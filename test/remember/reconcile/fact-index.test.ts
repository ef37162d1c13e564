import { describe, expect, it } from "vitest";
import { comparedFacts, FactIndex } from "../../../src/remember/reconcile/fact-index.js";
import type { LiveFact } from "../../../src/remember/reconcile/said-before.js";
import { ComparedValue } from "../../../src/text/same-value.js";

const key = "ana\u0000likes";

function fact(id: string, over: Partial<LiveFact> = {}): LiveFact {
  const value = over.value ?? id;
  const saidAt = "2026-05-01T00:00:00.000Z";
  return {
    key,
    id,
    value,
    compared: new ComparedValue(value),
    saidAt,
    validFrom: saidAt,
    text: value,
    ...over,
  };
}

function indexOf(facts: readonly LiveFact[]): FactIndex {
  const index = new FactIndex();
  for (const one of facts) index.add(one);
  return index;
}

const ids = (facts: readonly LiveFact[]) => facts.map(({ id }) => id);

describe("FactIndex", () => {
  it("returns the latest facts of a key, oldest first, without removed ones", () => {
    const facts = ["tea", "milk", "rice", "salt"].map((value) => fact(value));
    const index = indexOf(facts);
    index.remove(facts[2]!);
    expect(ids(index.latest(key, 2))).toEqual(["milk", "salt"]);
    expect(ids(index.all(key))).toEqual(["tea", "milk", "salt"]);
    expect(index.all("bo\u0000likes")).toEqual([]);
  });

  it("keeps the order when many were removed", () => {
    const facts = Array.from({ length: 200 }, (_, at) => fact(`food ${at}`));
    const index = indexOf(facts);
    for (const one of facts.filter((_, at) => at % 10 !== 0)) index.remove(one);
    expect(ids(index.all(key))).toEqual(ids(facts.filter((_, at) => at % 10 === 0)));
    expect(index.find(key, "food 190")?.value).toBe("food 190");
    expect(index.find(key, "food 191")).toBeUndefined();
  });

  it("compares a value with the latest facts, and with an older one only of the same value", () => {
    const facts = Array.from({ length: comparedFacts + 5 }, (_, at) => fact(`food ${at}`));
    const index = indexOf(facts);
    const near = (value: string) => index.near(key, new ComparedValue(value));
    expect(near("bread")).toHaveLength(comparedFacts);
    expect(near("bread")[0]?.id).toBe("food 5");
    expect(ids(near("The Food 2!").slice(0, 2))).toEqual(["food 2", "food 5"]);
    expect(near("food 7")).toHaveLength(comparedFacts);
  });

  it("knows a value as long as one fact has it", () => {
    const [one, other] = [fact("a", { value: "Tea" }), fact("b", { value: "the tea" })];
    const index = indexOf([one, other]);
    index.remove(one);
    expect(index.has(key, "tea")).toBe(true);
    index.remove(other);
    expect(index.has(key, "tea")).toBe(false);
  });

  it("finds the first fact after a time, and of several the one added first", () => {
    const at = (month: number) => `2026-0${month}-01T00:00:00.000Z`;
    const facts = [
      fact("c", { saidAt: at(5) }),
      fact("a", { saidAt: at(3) }),
      fact("b", { saidAt: at(3) }),
      fact("d", { saidAt: at(1) }),
    ];
    const index = indexOf(facts);
    expect(index.firstAfter(key, at(2))?.id).toBe("a");
    index.remove(facts[1]!);
    expect(index.firstAfter(key, at(2))?.id).toBe("b");
    index.remove(facts[2]!);
    expect(index.firstAfter(key, at(2))?.id).toBe("c");
    expect(index.firstAfter(key, at(5))).toBeUndefined();
  });

  it("lists what a record ended until it is ended by another one", () => {
    const ended = (by: string) => ({ validTo: "2026-06-01T00:00:00.000Z", by });
    const index = indexOf([fact("a", { ended: ended("x") }), fact("b", { ended: ended("y") })]);
    expect(ids(index.endedBy("x"))).toEqual(["a"]);
    index.remove(fact("a"));
    index.add(fact("a", { ended: ended("y") }));
    expect(index.endedBy("x")).toEqual([]);
    expect(ids(index.endedBy("y"))).toEqual(["b", "a"]);
  });
});
