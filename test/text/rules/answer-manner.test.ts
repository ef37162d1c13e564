import { describe, expect, it } from "vitest";
import { asksForAnswerManner } from "../../../src/text/rules/answer-manner.js";

describe("asksForAnswerManner() finds how somebody wants to be answered", () => {
  it.each([
    "Keep your answers brief please, I read them between two trains.",
    "Oh and no smileys.",
    "I'd rather you didn't write me whole novels of explanations.",
    "It would help if you always began with the result.",
    "I don't like it when you use abbreviations.",
    "You needn't remind me of the disclaimer each time.",
    "Your replies should fit on a postcard.",
    "Enough with the exclamation marks",
    "No more tables, okay?",
    "Be frank with me.",
    "Talk to me as if I were a colleague.",
    "Stop telling me how clever my questions are.",
    "You're too wordy.",
    "Write dates as year, month, day.",
    "Distances in nautical miles, speeds in knots.",
    "I'd like to be addressed as Captain.",
    "You may skip the pleasantries.",
    "I hate being called buddy.",
    "You're my editor, so correct my spelling.",
    "Two sentences at most in every reply.",
    "Percentages without decimals.",
    "The word synergy is banned.",
    "Henceforth write to me in Welsh.",
    "Let's stick to first names.",
    "Simple words please.",
    "I want replies without headings.",
    "I like my answers dry and short.",
    "I need shorter answers.",
    "I dislike smileys in answers.",
    "I prefer tables rather than prose.",
    "I'd like you to be blunt.",
    "You can call me Skipper.",
    "Longer explanations are welcome from now on.",
  ])("%s", (sentence) => expect(asksForAnswerManner(sentence, true)).toBe(true));

  it.each([
    "I'd love it if you came to the barbecue.",
    "It would be great if you could send me the recipe.",
    "You should write to your aunt.",
    "No more cake for me.",
    "I like it when you laugh.",
    "My boss says your answers should be short.",
    "Can you speak Polish?",
    "We need two more tables.",
    "Write a letter to the bank.",
    "Drop the rule about smileys.",
    "No answer from the landlord yet.",
    "I hate tables with wobbly legs.",
    "I need the names of everyone in the choir.",
    "I want answers from the council.",
    "I'd like you to be happy.",
    "I want a passport without delay.",
    "Your answers are great.",
  ])("and not: %s", (sentence) => expect(asksForAnswerManner(sentence, true)).toBe(false));

  it("takes among people only what names answering", () => {
    expect(asksForAnswerManner("Don't call me before nine.", true)).toBe(true);
    expect(asksForAnswerManner("Don't call me before nine.", false)).toBe(false);
    expect(asksForAnswerManner("No emojis please, they show as squares here.", false)).toBe(true);
  });
});
