import { testMemory } from "keepsake/testing";
import { describe, expect, it } from "vitest";
import {
  foreignRelationIn,
  mentionsRelative,
} from "../../../../src/recall/question/entities/foreign-relations.js";
import type { ForeignLanguage } from "../../../../src/recall/question/language-words.js";

describe("foreignRelationIn()", () => {
  it.each<[ForeignLanguage, string, string | undefined]>([
    ["es", "¿Qué bebe mi abuelo?", "grandfather"],
    ["es", "¿Dónde nació la hermana de Elvira?", "sister"],
    ["de", "Wann hat meine Mutter Geburtstag?", "mother"],
    ["de", "Was kocht Ottos Frau?", "wife"],
    ["fr", "Quel âge a ma sœur ?", "sister"],
    ["pt", "Onde trabalha o meu irmão?", "brother"],
    ["ru", "Что любит моя бабушка?", "grandmother"],
    ["zh", "我爸爸住在哪里?", "father"],
    ["ja", "私の娘は何が好きですか?", "daughter"],
    ["es", "¿Cuánto cuesta mi alquiler?", undefined],
    ["de", "Wie heißt die Frau am Empfang?", undefined],
  ])("reads %s: %s", (language, question, relation) => {
    expect(foreignRelationIn(question, language)).toBe(relation);
  });
});

describe("mentionsRelative()", () => {
  it("knows a relative in each of her names", () => {
    expect(mentionsRelative("Mamá cose los domingos.", new Set(["mother"]))).toBe(true);
    expect(mentionsRelative("Папа водит автобус.", new Set(["father"]))).toBe(true);
    expect(mentionsRelative("Ich nähe sonntags.", new Set(["mother"]))).toBe(false);
  });
});

describe("recall() of a relative in another language", () => {
  it.each([
    ["Soy alérgica al polen.", "Mi madre cose los domingos.", "¿A qué es alérgica mi madre?", /polen/],
    [
      "Ich spiele Geige.",
      "Meine Schwester fährt Taxi.",
      "Welches Instrument spielt meine Schwester?",
      /Geige/,
    ],
    ["Mon père est facteur.", "Je vis à Metz.", "Où travaille ma mère ?", /facteur|Metz/],
  ])("%s %s %s", async (own, other, question, wrong) => {
    const { memory } = await testMemory({ seed: [own, other] });
    const { semantic_memory, episodic_memory } = await memory.recall(question);
    expect(`${semantic_memory}\n${episodic_memory}`).not.toMatch(wrong);
  });

  it("knows his name although nothing else is stated of him", async () => {
    const { memory } = await testMemory({
      seed: ["Mein Bruder Matthias liebt Opern.", "Matthias wohnt in Fulda."],
    });
    const { semantic_memory } = await memory.recall("Wo wohnt mein Bruder?");
    expect(semantic_memory).toContain("Matthias wohnt in Fulda");
  });

  it("returns what is known of her by name", async () => {
    const { memory } = await testMemory({
      seed: ["Meine Schwester Jule wohnt in Emden.", "Jule ist nach Jever gezogen."],
    });
    const { semantic_memory } = await memory.recall("Wo wohnt meine Schwester?");
    expect(semantic_memory).toContain("Jule lives in Jever");
    expect(semantic_memory).not.toContain("lives in Emden");
  });
});
