/** What somebody's noun is, in languages other than English. */
import { describe, expect, it } from "vitest";
import { testMemory } from "../../../../src/testing/index.js";
import { draftsOf } from "../../drafts.js";

async function statedIn(text: string): Promise<string[]> {
  const drafts = await draftsOf(text, { parts: ["grammar"] });
  return drafts.flatMap((draft) =>
    draft.type === "semantic" ? [`${draft.property} = ${draft.value} (${draft.cardinality})`] : [],
  );
}

describe("ownedNouns()", () => {
  it.each([
    ["Unser Hausarzt ist Dr. Sievers.", "hausarzt = Dr. Sievers (many)"],
    ["Unser Hausarzt ist jetzt Dr. Aydin, Sievers ist in Rente.", "hausarzt = Dr. Aydin (one)"],
    ["Meine Steuerberaterin ist Frau Lindner.", "steuerberater = Frau Lindner (many)"],
    ["Meine PIN ist 4711.", "pin = 4711 (many)"],
    ["Notre médecin est maintenant la docteure Benali.", "médecin = la docteure Benali (one)"],
    ["Ahora mi entrenadora es Luz.", "entrenador = Luz (one)"],
    ["Il nostro idraulico ora è Bianchi.", "idraulico = Bianchi (one)"],
    ["Nossa professora agora é Marta.", "professor = Marta (one)"],
    ["Onze huisarts is nu dokter Visser.", "huisarts = dokter Visser (one)"],
  ])("%s", async (text, expected) => {
    expect(await statedIn(text)).toEqual([expected]);
  });

  it.each([
    "Mein Auto ist Schrott.",
    "Mein Ziel ist Frieden.",
    "Unser Hausarzt ist nicht mehr Dr. Aydin.",
    "Wenn unser Hausarzt Dr. Aydin ist, gehe ich hin.",
    "Ist unser Hausarzt Dr. Aydin?",
    "Mon père est Paul.",
    "Notre médecin serait la docteure Benali.",
    "Mi casa es bonita.",
    "Mi hermana es Ana.",
    `Unser ${"Arzt".repeat(100_000)} ist Dr. Aydin.`,
    "unser Arzt ist ".repeat(50_000),
  ])("states nothing in %.60s", async (text) => {
    expect(await statedIn(text)).toEqual([]);
  });
});

describe("remember() of what somebody's noun is now", () => {
  it("closes the former value", async () => {
    const { memory, clock } = await testMemory({ seed: [{ content: "Mi entrenador es Paco." }] });
    clock.advance(86_400_000);
    await memory.remember({ content: "Ahora mi entrenadora es Luz." });
    const { items } = await memory.records({ types: ["semantic"], include_superseded: true });
    expect(items.map(({ value, valid_to }) => [value, valid_to !== null])).toContainEqual(["Paco", true]);
  });
});
