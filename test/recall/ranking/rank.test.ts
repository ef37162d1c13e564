import { describe, expect, it } from "vitest";
import { describe as described } from "../../../src/recall/ranking/features/features.js";
import { rank } from "../../../src/recall/ranking/rank.js";
import { weights } from "../../../src/recall/ranking/weights.js";
import type { StoredPassage } from "../../../src/stores/store.js";
import { passage, poolOf, record } from "../pool.js";

const order = (pool: Parameters<typeof rank>[0]) => rank(pool).ranked.map(({ passage: { id } }) => id);

describe("rank()", () => {
  it("ranks a passage with words of the question above one without", () => {
    const pool = poolOf("Where is the spare key?", [
      passage(1, "The garden needs water."),
      passage(2, "The spare key hangs in the shed."),
    ]);
    expect(order(pool)[0]).toBe(2);
  });

  it("ranks what the one asked about said above what another said", () => {
    const chat = { sourceId: "one" };
    const pool = poolOf("What does Ana paint?", [
      passage(1, "I paint boats.", { speaker: "Tom", ...chat }),
      passage(2, "I paint birds.", { speaker: "Ana", ...chat }),
    ]);
    expect(order(pool)[0]).toBe(2);
  });

  it("doubts that there is an answer where another than the one asked about said it", () => {
    const chat = { sourceId: "one" };
    const said = (speaker: string) =>
      poolOf("Which instrument does Ana play in the orchestra?", [
        passage(1, "I play the cello in the orchestra.", { speaker, ...chat }),
        passage(2, "The weather was lovely.", { speaker: speaker === "Ana" ? "Tom" : "Ana", ...chat }),
      ]);
    expect(rank(said("Tom")).answerable).toBeLessThan(rank(said("Ana")).answerable);
  });

  it("says of a passage that shares nothing with the question that it does not touch it", () => {
    const pool = poolOf("Where is the spare key?", [passage(1, "The garden needs water.")]);
    expect(rank(pool).ranked[0]?.touches).toBe(false);
  });

  it("says that a passage touches the question if its source shares a word with it", () => {
    const chat = { sourceId: "one" };
    const between = Array.from({ length: 6 }, (_, at) => passage(at + 2, "The garden needs water.", chat));
    const pool = poolOf("Where is the spare key?", [
      passage(1, "About the spare key:", chat),
      ...between,
      passage(8, "Behind the shed.", chat),
      passage(9, "Behind the shed."),
    ]);
    const touching = rank(pool).ranked.filter(({ touches }) => touches);
    expect(touching.map(({ passage: { id } }) => id)).toContain(8);
    expect(touching.map(({ passage: { id } }) => id)).not.toContain(9);
  });

  it("explains a decision by the very contributions that made it", () => {
    const pool = poolOf("Where is the spare key?", [
      passage(1, "The key."),
      passage(2, "The spare key hangs in the shed."),
    ]);
    const sum = (signals: Readonly<Record<string, number>>) =>
      Object.entries(signals).reduce((total, [name, value]) => total + (name in weights ? value : 0), 0);
    const [first, second] = rank(pool).ranked;
    expect(sum(first!.signals())).toBeGreaterThan(sum(second!.signals()));
  });

  it("gives no neighbours to separate texts of one speaker", () => {
    const pool = poolOf("Where does Bob work?", [
      passage(1, "Bob works at the mill."),
      passage(2, "Ana likes ramen."),
    ]);
    expect(rank(pool).ranked.find(({ passage: { id } }) => id === 2)?.touches).toBe(false);
  });

  it("is empty for an empty pool", () => {
    expect(rank(poolOf("Where?", []))).toEqual({
      answerable: 0,
      ranked: [],
      storeSize: 0,
      namesSpeaker: false,
    });
  });
});

describe("describe()", () => {
  it("sees what is recent where a message goes on with something, and not where it asks one question", () => {
    const said = [
      passage(1, "We agreed on oak for the stairs.", { saidAt: "2026-03-10T12:00:00.000Z" }),
      passage(2, "We agreed on pine for the stairs.", { saidAt: "2026-06-09T12:00:00.000Z" }),
    ];
    const recent = (query: string) => [...described(poolOf(query, said)).table.column("recent")];
    expect(recent("What did we agree on for the stairs?")).toEqual([0, 0]);
    const [old, late] = recent("Thanks, that helps. Now draft the list for the stairs.");
    expect(late).toBeGreaterThan(2 * old!);
  });

  it("sees whether a passage states a fact at all", () => {
    const pool = poolOf("Where does Ana live?", [
      passage(1, "Ana came by.", { records: [record({ type: "episodic" })] }),
      passage(2, "Ana lives in Porto.", { records: [record({ type: "semantic" })] }),
    ]);
    expect([...described(pool).table.column("statesFact")]).toEqual([0, 1]);
  });

  it("has weights only for features", () => {
    const { table } = described(poolOf("Where?", [passage(1, "Here.")]));
    expect(Object.keys(weights).filter((name) => !table.names.includes(name))).toEqual([]);
  });

  it("sees the fact that is asked for", () => {
    const home = record({ type: "semantic", property: "home", entity: "Ana" });
    const { table } = described(
      poolOf("Where does Ana live?", [
        passage(1, "Ana moved to Lisbon.", { records: [home] }),
        passage(2, "Ana likes tea."),
      ]),
    );
    expect([...table.column("fact")]).toEqual([1, 0]);
  });

  it("includes neighbours, and counts a word of both once", () => {
    const chat = { sourceId: "one" };
    const { table } = described(
      poolOf("Where did Ana moor the red boat?", [
        passage(1, "The red boat leaks.", chat),
        passage(2, "A red boat?", chat),
        passage(3, "I moor it here.", chat),
        passage(9, "The boat is too far away.", chat),
      ]),
    );
    const [, second] = table.column("near");
    const [own, before, after] = ["own", "before", "after"].map((name) => table.column(name)[1]!);
    expect([before, after! > 0]).toEqual([0, true]);
    expect(second).toBe(own! + after!);
    expect(table.column("wider")[3]).toBe(0);
  });

  it("gives a person's answer the words of the question that it answers, and an assistant's none", () => {
    const chat = { sourceId: "one" };
    const [ana, tom] = [
      { ...chat, speaker: "Ana" },
      { ...chat, speaker: "Tom" },
    ];
    const reply = (first: StoredPassage, second: StoredPassage) =>
      described(poolOf("Where did Ana moor the red boat?", [first, second])).table.column("reply")[1]!;
    const asked = passage(1, "Where is the red boat now?", tom);
    expect(reply(asked, passage(2, "By the mill.", ana))).toBeGreaterThan(0.5);
    expect(reply(asked, passage(2, "The red boat? By the mill.", ana))).toBe(0);
    expect(reply(asked, passage(2, "By the mill.", tom))).toBe(0);
    expect(reply(asked, passage(2, "By the mill.", { ...ana, role: "assistant" }))).toBe(0);
    expect(reply(passage(1, "Here is the red boat.", tom), passage(2, "By the mill.", ana))).toBe(0);
  });

  it("distinguishes what people say about themselves from what they say about the listener", () => {
    const about = (text: string, over: Partial<StoredPassage> = {}) =>
      described(poolOf("Where?", [passage(1, text, over)])).table.column("aboutSpeaker")[0]!;
    expect(about("I took my boat to the mill.")).toBeGreaterThan(0.5);
    expect(about("You did well, and your boat is lovely.")).toBeLessThan(-0.5);
    expect(about("The boat leaks.")).toBe(0);
    expect(about("I took my boat to the mill.", { role: "assistant" })).toBe(0);
  });
});
