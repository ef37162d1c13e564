import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fold, indexWords, passageWords } from "../../src/internal/words.js";

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
    ["keeps the vowel signs of Hindi", "नमस्ते दुनिया", ["नमस्ते", "दुनिया"]],
    ["leaves other alphabets unstemmed", "живу Λισαβόνα", ["живу", "λισαβονα"]],
    ["keeps numbers", "room 42 at 3pm", ["room", "42", "3pm"]],
    ["gives nothing for search operators alone", '"* NOT (', []],
  ])("%s", (_, text, words) => {
    expect(indexWords(text)).toEqual(words);
  });

  it("gives words that SQLite's tokenizer cannot cut further, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), (text) => {
        for (const word of indexWords(text)) expect(word).toMatch(/^[\p{L}\p{N}\p{M}ー]{1,64}$/u);
      }),
    );
  });

  it("reads a composed and a decomposed text alike", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), (text) => {
        expect(fold(text.normalize("NFD"))).toBe(fold(text.normalize("NFC")));
      }),
    );
  });
});

describe("passageWords()", () => {
  it("finds a passage by its speaker and by the question it answers", () => {
    const words = passageWords({
      text: "Pottery, mostly.",
      prompt: "What do you do to relax?",
      speaker: "Mel",
    });
    expect(words).toEqual(expect.arrayContaining(["mel", "relax", "potteri"]));
  });
});
