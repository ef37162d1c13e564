import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { fold, indexWords, passageWords, withoutExcessMarks } from "../../src/text/words.js";

describe("indexWords()", () => {
  it.each([
    ["drops stop words and stems", "I have been running to the stations", ["run", "station"]],
    ["folds accents of Latin letters", "Café Ümlaut naïve", ["cafe", "umlaut", "naiv"]],
    ["drops a possessive", "Ana's dog", ["ana", "dog"]],
    ["drops contractions that carry nothing", "I don't, they're, it's", []],
    ["keeps both sides of an elision", "l'amour", ["l", "amour"]],
    ["cuts Chinese into pairs", "我住在里斯本", ["我住", "住在", "在里", "里斯", "斯本"]],
    ["cuts Korean into pairs and does not decompose it", "서울에서", ["서울", "울에", "에서"]],
    ["keeps a lone character of an unspaced script", "茶", ["茶"]],
    ["keeps the vowel signs of Hindi that are no ending", "बैंक घर", ["बैंक", "घर"]],
    ["takes the endings of Hindi off", "लड़की लड़कियों रहते रहती", ["लड़क", "लड़क", "रह", "रह"]],
    [
      "takes the endings of Russian off",
      "живу живёт живут Тимура Тимуру",
      ["жив", "жив", "жив", "тимур", "тимур"],
    ],
    ["keeps short words of Russian whole", "я дом Уфа", ["я", "дом", "уф"]],
    ["leaves other alphabets unstemmed", "Λισαβόνα", ["λισαβονα"]],
    ["keeps numbers", "room 42 at 3pm", ["room", "42", "3pm"]],
    ["gives nothing for search operators alone", '"* NOT (', []],
  ])("%s", (_, text, words) => {
    expect(indexWords(text)).toEqual(words);
  });

  it("lowers the capitals of compatibility characters, and reads them as words", () => {
    expect(indexWords("㎬ 𝗝ohn ℝunning")).toEqual(indexWords("GPa John Running"));
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => {
        for (const word of indexWords(text)) expect(word).toBe(word.toLowerCase());
      }),
    );
  });

  it("returns words that SQLite's tokenizer cannot split further, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), (text) => {
        for (const word of indexWords(text)) expect(word).toMatch(/^[\p{L}\p{N}\p{M}ー]{1,64}$/u);
      }),
    );
  });

  it("normalizes at most 30 marks of a letter together", () => {
    const marks = "\u0301\u0316".repeat(50);
    const normalize = vi.spyOn(String.prototype, "normalize");
    fold(`\u05D0${marks} a${marks}`);
    const texts = normalize.mock.contexts.map(String);
    normalize.mockRestore();
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) expect(text).not.toMatch(/(?:(?!\u034F)\p{M}){31}/u);
  });

  it("cuts more marks than 30 on a letter from a question, in time linear in their number", () => {
    const marks = "\u0301\u0316";
    expect(withoutExcessMarks(`a${marks.repeat(500_000)}b${marks.repeat(2)}`)).toBe(
      `a${marks.repeat(15)}b${marks.repeat(2)}`,
    );
    expect(withoutExcessMarks(`ca${marks.repeat(15)}fe`)).toBe(`ca${marks.repeat(15)}fe`);
    expect(withoutExcessMarks("plain")).toBe("plain");
  });

  it("drops any number of accents on a letter", () => {
    expect(fold(`caf\u00E9${"\u0301\u0316".repeat(50)} a`)).toBe("cafe a");
  });

  it("changes nothing when applied again", () => {
    const once = fold(`\u05D0${"\u05B7\u05BC".repeat(50)}`);
    expect(fold(once)).toBe(once);
  });

  it("treats composed and decomposed text alike", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), (text) => {
        expect(fold(text.normalize("NFD"))).toBe(fold(text.normalize("NFC")));
      }),
    );
  });
});

describe("passageWords()", () => {
  it("includes the speaker and the question that the passage answers", () => {
    const words = passageWords({
      text: "Pottery, mostly.",
      prompt: "What do you do to relax?",
      speaker: "Mel",
    });
    expect(words).toEqual(expect.arrayContaining(["mel", "relax", "potteri"]));
  });
});
