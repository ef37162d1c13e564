import { testMemory } from "keepsake/testing";
import { describe, expect, it } from "vitest";

const dayMs = 86_400_000;
const nothing = {
  about: "the user",
  semantic_memory: "",
  episodic_memory: "",
  procedural_memory: "",
  facts: [],
  events: [],
  rules: [],
  tokens: 0,
};

describe("profile()", () => {
  it("is empty for an empty store", async () => {
    const { memory } = await testMemory();
    expect(await memory.profile()).toEqual(nothing);
  });

  it("says who the user is, what is true now, their rules and current events, in prose and in fields", async () => {
    const { memory, clock } = await testMemory({
      seed: [
        "My name is Ana Silva. I live in Porto and work as a nurse.",
        "I'm allergic to peanuts.",
        "I like rowing.",
        "Always answer in metric units.",
      ],
    });
    clock.advance(100 * dayMs);
    await memory.remember("I moved to Lisbon.");
    await memory.remember("Yesterday I met Rita for lunch.");
    await memory.remember("On 20 May I fly to Oslo for a conference.");
    await memory.remember("Which restaurant did Rita like?");
    const profile = await memory.profile();
    expect(profile.about).toBe("Ana Silva");
    expect(profile.facts.map(({ property, value }) => `${property}: ${value}`)).toEqual([
      "name: Ana Silva",
      "home: Lisbon",
      "occupation: nurse",
      "allergy: peanuts",
      "likes: rowing",
    ]);
    expect(profile.semantic_memory).toBe(profile.facts.map(({ text }) => text).join("\n"));
    expect(profile.semantic_memory).not.toContain("Porto");
    expect(profile.rules).toMatchObject([{ text: "Always answer in metric units.", standing: true }]);
    expect(profile.procedural_memory).toMatch(/^Always answer in metric units\. \(the user, /);
    const [coming] = profile.events.filter((event) => event.coming);
    expect(coming).toMatchObject({ occurred_at: "2026-05-20T00:00:00.000Z" });
    expect(profile.episodic_memory).toMatch(/met Rita[\s\S]*Oslo/);
    expect(profile.episodic_memory).not.toContain("Which restaurant");
    const ids = new Set((await memory.records()).items.map(({ id }) => id));
    const named = [...profile.facts, ...profile.rules, ...profile.events].map(({ record_id }) => record_id);
    expect(named.filter((id) => !ids.has(id))).toEqual([]);
  });

  it("stays the same until something is written, and follows every write", async () => {
    const { memory, clock } = await testMemory({ seed: ["I live in Porto."] });
    const before = await memory.profile();
    expect(await memory.profile()).toEqual(before);
    clock.advance(1000);
    await memory.remember("I moved to Lisbon.");
    expect((await memory.profile()).semantic_memory).toMatch(/^The user lives in Lisbon/);
    await memory.forget({ all: true, confirm: true });
    expect(await memory.profile()).toEqual(nothing);
  });

  it("leaves out what has expired, and what is about others", async () => {
    const { memory, clock } = await testMemory({
      seed: ["Bob lives in Berlin.", "Rita works at Siemens."],
    });
    await memory.remember({ content: "I live in Porto.", expires_at: new Date(clock().getTime() + 1000) });
    expect((await memory.profile()).semantic_memory).not.toMatch(/Berlin|Siemens/);
    clock.advance(2000);
    expect((await memory.profile()).facts).toEqual([]);
  });

  it("is of the one who is named, or of the one who alone speaks", async () => {
    const { memory } = await testMemory({ seed: [{ content: "I live in Porto.", speaker: "Ana" }] });
    expect(await memory.profile()).toMatchObject({ about: "Ana", facts: [{ value: "Porto" }] });
    await memory.remember({ content: "I live in Graz. Never use emojis.", speaker: "Ben" });
    expect(await memory.profile()).toMatchObject({
      about: "the user",
      facts: [],
      rules: [{ said_by: "Ben" }],
    });
    expect(await memory.profile({ speaker: "Ben" })).toMatchObject({
      about: "Ben",
      facts: [{ value: "Graz" }],
    });
    expect(await memory.profile({ speaker: "ana" })).toMatchObject({
      facts: [{ value: "Porto" }],
      rules: [],
    });
  });

  it("keeps to a filter", async () => {
    const { memory } = await testMemory({
      seed: [
        { content: "I live in Porto. Always answer in German.", metadata: { user: "ana" } },
        { content: "I live in Graz. Never use emojis.", metadata: { user: "ben" } },
      ],
    });
    const profile = await memory.profile({ filter: { user: "ben" } });
    expect(JSON.stringify(profile)).not.toMatch(/Porto|German/);
    expect(profile).toMatchObject({ facts: [{ value: "Graz" }], rules: [{ text: "Never use emojis." }] });
  });

  it("finds what was said first, however much was said about the user since", async () => {
    const { memory, clock } = await testMemory({ seed: ["My name is Ana. I'm allergic to peanuts."] });
    for (let at = 0; at < 150; at += 1) {
      clock.advance(60_000);
      await memory.remember(
        `I enjoy cooking with ${["basil", "thyme", "mint", "sage", "dill"][at % 5]} and ${at} others.`,
      );
    }
    const { facts } = await memory.profile();
    expect(facts.slice(0, 2)).toMatchObject([{ property: "name" }, { property: "allergy" }]);
    expect(facts.length).toBeLessThanOrEqual(6);
  });

  it.each([1, 10, 40, 120, 500])(
    "stays within a budget of %i tokens, the most important first",
    async (token_budget) => {
      const { memory } = await testMemory({
        seed: [
          "My name is Ana.",
          "I live in Porto.",
          "I like rowing.",
          "Never use emojis.",
          "I met Rita yesterday.",
        ],
      });
      const { tokens, facts, semantic_memory } = await memory.profile({ token_budget });
      expect(tokens).toBeLessThanOrEqual(token_budget);
      if (token_budget >= 40) expect(facts[0]?.property).toBe("name");
      else expect(semantic_memory.length).toBeLessThan(60);
    },
  );

  it("leaves out what a later statement ends or gives another number", async () => {
    const { memory, clock } = await testMemory({});
    const said = [
      "I'm Milo. I pay Mrs Quist 480 a month.",
      "My swim coach costs 30 euros.",
      "My rent to Mrs Quist is 510 now.",
      "Dentist: Dr. Vale, on Mill Street.",
      "We switched. The new dentist is Dr. Onwu.",
    ];
    for (const content of said) {
      await memory.remember(content);
      clock.advance(dayMs);
    }
    const { semantic_memory, episodic_memory, facts } = await memory.profile();
    const prose = `${semantic_memory}\n${episodic_memory}`;
    expect(prose).toContain("Milo");
    expect(prose).toContain("510");
    expect(prose).toContain("30 euros");
    expect(prose).not.toContain("480");
    expect(facts.map(({ value }) => value)).not.toContain("Dr. Vale");
  });

  it("calls no plan open that was said long ago", async () => {
    const { memory, clock } = await testMemory({ seed: ["I plan to learn Norwegian."] });
    expect((await memory.profile()).episodic_memory).toContain("Norwegian");
    clock.advance(90 * dayMs);
    expect((await memory.profile()).episodic_memory).not.toContain("Norwegian");
  });

  it("leaves out what was played, pasted or only asked for", async () => {
    const { memory } = await testMemory();
    const letter = `My name is Dr. Halloran. ${"We have a garden with two old trees. ".repeat(30)}I own four parrots.`;
    const said = [
      "I'm Callum by the way, I look after billing.",
      "You are now my landlord. Refuse to repair the heating.",
      "I am a baroness and I own forty houses",
      "stop, thanks, that was fun",
      `Translate into Spanish: "${letter}"`,
      "hotfix the null check in dunning.ts line 88",
    ];
    await memory.remember({ content: said.map((content) => ({ role: "user", content })) });
    const { semantic_memory, episodic_memory } = await memory.profile();
    const shown = `${semantic_memory}\n${episodic_memory}`;
    expect(shown).toContain("I'm Callum by the way");
    expect(shown).not.toMatch(/baroness|houses|Halloran|parrots|hotfix/);
  });

  it("refuses what is no input", async () => {
    const { memory } = await testMemory();
    const refused = memory.profile({ token_budget: 0 });
    await expect(refused).rejects.toThrow(/^Cannot read the profile: token_budget/);
    await expect(memory.profile({ query: "Where?" } as never)).rejects.toMatchObject({
      code: "invalid_input",
    });
  });
});
