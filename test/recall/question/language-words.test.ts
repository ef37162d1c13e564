import { describe, expect, it } from "vitest";
import { askedInAnyLanguage, withoutQuestionWords } from "../../../src/recall/question/language-words.js";

describe("askedInAnyLanguage()", () => {
  it.each([
    ["Wann öffnet die Bäckerei?", "time"],
    ["¿Dónde vive Marta?", "place"],
    ["Pourquoi Luc a-t-il déménagé ?", "reason"],
    ["Quantos gatos tem a Rita?", "count"],
    ["Кто чинит лодку?", "person"],
    ["मीरा कहाँ रहती है?", "place"],
    ["小明什么时候去北京？", "time"],
    ["駅で誰に会いましたか。", "person"],
    ["회의는 언제 시작해?", "time"],
  ])("reads %s", (question, asked) => {
    expect([...askedInAnyLanguage(question)]).toEqual([asked]);
  });

  it("finds nothing in an English question", () => {
    expect([...askedInAnyLanguage("Who was at the quay when the wind rose?")]).toEqual([]);
  });
});

describe("withoutQuestionWords()", () => {
  it("leaves what is asked about", () => {
    expect(withoutQuestionWords("小明什么时候去北京？").replace(/ +/g, " ")).toBe("小明 去北京？");
    expect(withoutQuestionWords("Welches Instrument spielt Jonas?").trim()).toBe("Instrument spielt Jonas?");
  });

  it("takes no part out of a longer word", () => {
    expect(withoutQuestionWords("Wolfgang, Quito und Wasser")).toBe("Wolfgang, Quito und Wasser");
  });
});
