/** Lines of notes that leave the user out. */
import { testMemory } from "keepsake/testing";
import { describe, expect, it } from "vitest";

/** The facts of a note, without those that only the tagger found. */
async function factsOf(content: string, speaker?: string): Promise<string[]> {
  const { memory } = await testMemory({});
  await memory.remember({ content, ...(speaker === undefined ? {} : { speaker }) });
  const { items } = await memory.records({ types: ["semantic"] });
  const sure = items.filter(({ certainty = 1 }) => certainty === 1);
  return sure.map(({ entity, property, value }) => `${entity} | ${property} | ${value}`);
}

describe("remember() of a note without a subject", () => {
  it("says each line of a list about the user", async () => {
    expect(
      await factsOf("- Lives in Porto\n- Is allergic to nuts\n- Works at Acme\n- Drives a Skoda"),
    ).toEqual([
      "the user | home | Porto",
      "the user | allergy | nuts",
      "the user | employer | Acme",
      "the user | drives | Skoda",
    ]);
  });

  it("goes on after a sentence about the user", async () => {
    expect(await factsOf("User introduced herself as Lena. Works at Voss & Partner.")).toEqual([
      "the user | name | Lena",
      "the user | employer | Voss & Partner",
    ]);
  });

  it("reads who the user is after an equals sign", async () => {
    expect(await factsOf("User = Yusra, product engineer, left-handed.")).toEqual([
      "the user | name | Yusra",
      "the user | occupation | product engineer",
      "the user | trait | left-handed",
    ]);
  });

  it("says nothing about the user under another name, of a speaker, and in talk", async () => {
    expect(await factsOf("Tom:\n- Works at Acme")).not.toContain("the user | employer | Acme");
    expect(await factsOf("- Works at Acme", "Ana")).not.toContain("the user | employer | Acme");
    expect(await factsOf("Works at Acme, I think.")).toEqual([]);
  });

  it("reads the labels below a heading about the user, and the lists of their values", async () => {
    const profile = [
      "# User",
      "Name: Saskia de Wit",
      "Location: Ghent",
      "Role: Event manager at Flanders Expo",
      "Team lead: Bo",
      "Preferences:",
      "- dark mode",
      "## Projects",
      "- Spring fair: 900 guests",
    ];
    expect(await factsOf(profile.join("\n"))).toEqual([
      "the user | name | Saskia de Wit",
      "the user | home | Ghent",
      "the user | employer | Flanders Expo",
      "the user | occupation | event manager",
      "the user | team lead | Bo",
      "the user | prefers | dark mode",
    ]);
  });

  it("reads labels beside one that names the user, and states", async () => {
    expect(await factsOf("- User's name: Ana\n- Lives in: Lisbon\n- Allergic to peanuts")).toEqual([
      "the user | name | Ana",
      "the user | home | Lisbon",
      "the user | allergy | peanuts",
    ]);
  });

  it("reads who the user is after the name, and what 'she' does then", async () => {
    expect(await factsOf("User is Imran, 34, paramedic with the ambulance service.")).toEqual([
      "the user | name | Imran",
      "the user | age | 34",
      "the user | occupation | paramedic",
    ]);
    expect(await factsOf("The user's name is Ana. She lives in Lisbon and prefers TypeScript.")).toEqual([
      "the user | name | Ana",
      "the user | home | Lisbon",
      "the user | prefers | TypeScript",
    ]);
  });

  it("takes nobody in the words of the user for 'she' because of what belongs to the user", async () => {
    expect((await factsOf("My report is due on Friday. She lives in Rome.")).join()).not.toContain("Rome");
  });

  it("reads numbered lines, bold labels, and what the user is reported to have said", async () => {
    const list = "Facts about the user:\n1. Name is Tomas\n2. Lives in Brno\n3. Has a cat named Ferda";
    expect(await factsOf(list)).toEqual([
      "the user | name | Tomas",
      "the user | home | Brno",
      "the user | pet | Ferda",
    ]);
    expect(await factsOf("## User profile\n**Role:** Nurse")).toEqual(["the user | occupation | nurse"]);
    expect(await factsOf("User said they're allergic to nuts.")).toEqual(["the user | allergy | nuts"]);
    expect(await factsOf("User said she would move to Rome if she could.")).toEqual([]);
    expect(await factsOf("Steps:\n1. Mix the eggs\n2. Bake it")).toEqual([]);
  });

  it("reads decisions and remarks without their label", async () => {
    expect(await factsOf("Decision: use Postgres 15 for the orders service.")).toEqual([
      "the user | tool | Postgres 15",
    ]);
    expect(await factsOf("Decision: switch to Zulip.")).toEqual(await factsOf("We switched to Zulip."));
    expect(await factsOf("Gotcha: the API quota is 60 requests per minute.")).toEqual(
      await factsOf("The API quota is 60 requests per minute."),
    );
    expect(await factsOf("Decision: use Postgres 15.", "Ana")).toEqual([]);
  });

  it("gives a value of a line to nobody whom only another line names", async () => {
    const facts = await factsOf(
      "- User is Ana\n- Lives with her flatmate Jonas\n- Has a nut allergy (cashew)",
    );
    expect(facts).toContain("the user | allergy | nut");
    expect(facts.filter((fact) => /^Jonas \| (?!name)/.test(fact))).toEqual([]);
  });

  it("says nothing about the user below another heading, or in a form without one", async () => {
    expect(await factsOf("Customer\nName: John Smith\nLocation: Leeds")).toEqual([]);
    expect((await factsOf("Profile\n- Name: Ana\n\nTom:\n- Employer: Acme")).join()).not.toContain("Acme");
    expect(await factsOf("# User\nDeadline: 3 May")).toEqual([]);
    expect((await factsOf("Profile of Tom:\n- Employer: Acme")).join()).not.toContain("Acme");
    expect((await factsOf("Personal trainer: Jo\nEmployer: Acme")).join()).not.toContain("Acme");
  });
});

describe("remember() of a note in the role of the assistant", () => {
  async function noted(content: string): Promise<string[]> {
    const { memory } = await testMemory({});
    await memory.remember({ content: [{ role: "assistant", content }] });
    const { items } = await memory.records({ types: ["semantic"] });
    return items.map(({ property, value }) => `${property} | ${value}`);
  }

  it("drafts plain facts about the user, as its own statement", async () => {
    expect(await noted("Session summary\n- User is Imran, 34, paramedic\n- Lives in Bedminster")).toEqual([
      "name | Imran",
      "age | 34",
      "occupation | paramedic",
      "home | Bedminster",
    ]);
  });

  it("drafts nothing from talk about users", async () => {
    expect(await noted("The user can log in with a password. Lives in a container.")).toEqual([]);
    expect(await noted("A user is a person with an account.")).toEqual([]);
  });
});
