/**
 * Questions in other languages: their language, whom they ask about, and what comes back in small
 * stores.
 */
import { Memory } from "keepsake";
import { describe, expect, it } from "vitest";
import { interpret } from "../../../../src/recall/question/interpret.js";
import { languageOf, withoutFunctionWords } from "../../../../src/recall/question/language-words.js";

const askedAbout = (query: string) => interpret(query, { now: new Date("2026-06-01T00:00:00Z") }).askedAbout;

describe("languageOf()", () => {
  it.each([
    ["Wo wohnt meine Schwester?", "de"],
    ["¿Dónde vive mi hermana?", "es"],
    ["Où habite ma sœur ?", "fr"],
    ["Onde mora a minha irmã?", "pt"],
    ["Где живёт моя сестра?", "ru"],
    ["मेरी बहन कहाँ रहती है?", "hi"],
    ["我姐姐住在哪里?", "zh"],
    ["姉はどこに住んでいますか?", "ja"],
    ["Where does my sister live?", undefined],
    ["Die hard: who was in it?", undefined],
    ["What did Ana and El Greco do in Las Vegas?", undefined],
  ])("%s is %s", (query, language) => expect(languageOf(query)).toBe(language));

  it("takes only the function words of that language off", () => {
    expect(withoutFunctionWords("Wo wohnt meine Schwester?", "de").trim()).toBe("wohnt   Schwester?");
    expect(withoutFunctionWords("What war is the?", undefined)).toBe("What war is the?");
  });
});

describe("whose a question in another language is", () => {
  it.each([
    ["¿Dónde trabaja Nuria?", [["nuria"]]],
    ["¿Cuál es el oficio de Nuria Pons?", [["nuria", "pons"]]],
    ["Où est-ce que travaille Basile ?", [["basile"]]],
    ["Qual é o cargo da Inês?", [["ines"]]],
    ["Где работает Лев?", [["лев"]]],
  ])("%s asks about %j", (query, names) => expect(askedAbout(query)?.names).toEqual(names));

  it.each(["¿Cuándo sale el tren para Sevilla?", "Quand part le train pour Lyon ?", "Когда поезд в Казань?"])(
    "%s asks about nobody",
    (query) => expect(askedAbout(query)).toBeUndefined(),
  );

  it.each([
    "Wo arbeite ich?",
    "¿Dónde vivo?",
    "Quelle est mon adresse ?",
    "Onde moro?",
    "Где я работаю?",
    "मैं कहाँ रहता हूँ?",
    "我住在哪里?",
    "私の犬の名前は?",
  ])("%s asks about who asks", (query) => expect(askedAbout(query)?.asker).toBe(true));
});

interface Store {
  readonly language: string;
  readonly said: readonly (readonly [speaker: string, text: string])[];
  readonly ask: string;
  readonly speaker?: string;
  readonly holds?: string;
  readonly lacks: string;
}

const stores: readonly Store[] = [
  {
    language: "German",
    said: [
      ["Jule", "Ich habe eine Allergie gegen Nüsse."],
      ["Henrik", "Ich arbeite als Tischler in Kiel."],
    ],
    ask: "Welche Allergie hat Henrik?",
    lacks: "Nüsse",
  },
  {
    language: "German",
    said: [
      ["Jule", "Ich wohne in Bremen."],
      ["Henrik", "Ich wohne in Kiel."],
    ],
    ask: "Wo wohne ich?",
    speaker: "Jule",
    holds: "Bremen",
    lacks: "Kiel",
  },
  {
    language: "Spanish",
    said: [
      ["Marta", "Mi gato se llama Pipo."],
      ["Luis", "Trabajo en un banco."],
    ],
    ask: "¿Cómo se llama el gato de Luis?",
    lacks: "Pipo",
  },
  {
    language: "Spanish",
    said: [
      ["Marta", "Vivo en Gijón."],
      ["Luis", "Vivo en Lugo."],
    ],
    ask: "¿Dónde vivo?",
    speaker: "Luis",
    holds: "Lugo",
    lacks: "Gijón",
  },
  {
    language: "French",
    said: [
      ["Odile", "Mon chat s'appelle Brioche."],
      ["Yann", "Je suis boulanger à Brest."],
    ],
    ask: "Comment s'appelle le chat de Gaston ?",
    lacks: "Brioche",
  },
  {
    language: "Portuguese",
    said: [
      ["Rui", "Sou alérgico a camarão."],
      ["Clara", "Trabalho numa padaria."],
    ],
    ask: "A que a Clara é alérgica?",
    lacks: "camarão",
  },
  {
    language: "Russian",
    said: [
      ["Лев", "У меня есть собака Шарик."],
      ["Нина", "Я работаю врачом в Туле."],
    ],
    ask: "Как зовут собаку Нины?",
    lacks: "Шарик",
  },
  {
    language: "Russian",
    said: [
      ["Лев", "Я живу в Перми."],
      ["Нина", "Я живу в Туле."],
    ],
    ask: "Где живёт Нина?",
    holds: "Туле",
    lacks: "Перми",
  },
  {
    language: "Hindi",
    said: [
      ["अमित", "मेरे कुत्ते का नाम शेरू है।"],
      ["सीमा", "मैं एक स्कूल में पढ़ाती हूँ।"],
    ],
    ask: "सीमा के कुत्ते का नाम क्या है?",
    lacks: "शेरू",
  },
  {
    language: "Chinese",
    said: [
      ["王芳", "我的狗叫豆豆。"],
      ["李强", "我在杭州当老师。"],
    ],
    ask: "李强的狗叫什么?",
    lacks: "豆豆",
  },
  {
    language: "Chinese",
    said: [["李强", "我在杭州当老师。"]],
    ask: "我做什么工作?",
    holds: "老师",
    lacks: "豆豆",
  },
  {
    language: "Japanese",
    said: [
      ["花子", "私の犬はポチです。"],
      ["太郎", "私は銀行で働いています。"],
    ],
    ask: "太郎の犬の名前は何ですか?",
    lacks: "ポチ",
  },
];

describe.each(stores)("recall() in $language of $ask", ({ said, ask, speaker, holds, lacks }) => {
  it("answers with what is about them", async () => {
    await using memory = new Memory();
    for (const [name, content] of said) await memory.remember({ content: [{ role: "user", name, content }] });
    const payload = await memory.recall({ query: ask, ...(speaker === undefined ? {} : { speaker }) });
    const prose = [payload.semantic_memory, payload.episodic_memory].join("\n");
    expect(prose).not.toContain(lacks);
    if (holds === undefined) expect(payload.confidence).not.toBe("found");
    else expect(prose).toContain(holds);
  });
});
