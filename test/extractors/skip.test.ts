import { describe, expect, test } from "vitest";
import { ruleExtractor } from "../../src/extractors/rule-extractor.js";
import { segment } from "../../src/remember/segment/segment.js";
import { decisionsOn, saidAt } from "./drafts.js";

const skipped: Readonly<Record<string, string>> = {
  "Hi!": "greeting",
  "Hey Tom, good to see you!": "greeting",
  "Good morning everyone": "greeting",
  "Guten Morgen!": "greeting",
  "Hola, buenos días": "greeting",
  "Bonjour !": "greeting",
  こんにちは: "greeting",
  "你好！": "greeting",
  "Bye, take care!": "farewell",
  "See you later, Tom.": "farewell",
  Tschüss: "farewell",
  ok: "acknowledgement",
  "Got it.": "acknowledgement",
  "Sure thing, makes sense.": "acknowledgement",
  "Alles klar!": "acknowledgement",
  "Thanks a lot, Tom!": "thanks",
  "Thank you so much for your help": "thanks",
  "Danke schön": "thanks",
  "Muchas gracias!": "thanks",
  "Hmm…": "filler",
  "😀😀": "filler",
  "…": "filler",
  "Wow, that's so cool!": "filler",
  "That sounds like a great plan, Tom!": "filler",
  "Congrats, Tom! So happy for you!": "filler",
  "I'm so sorry to hear that.": "filler",
  x: "nothing said",
  "NEAR(": "nothing said",
  AND: "nothing said",
  "How are you?": "bare question",
  "Hey Tom! How have you been?": "bare question",
  "What did you do last weekend?": "bare question",
  "Wow, great! Which city is it?": "bare question",
  "And you?": "bare question",
  "Wie geht es dir?": "bare question",
  "¿Cómo estás?": "bare question",
  "can you help me?": "bare question",
};

describe("RuleExtractor skips", () => {
  test.each(Object.entries(skipped))("%s", async (text, reason) => {
    expect(await decisionsOn(text)).toEqual([{ keep: false, reason }]);
  });
});

const kept = [
  "Hi, I moved to Lisbon.",
  "Thanks! The code is 4711.",
  "Great, see you on Friday at noon.",
  "The blue one.",
  "42",
  "Nobody came.",
  "Did you know that I moved to Lisbon?",
  "Can you find a flight to Rome for 3 June?",
  "My sister is visiting, what should we cook?",
  "Could you always answer in German?",
  "Is it true that Postgres 17 dropped it?",
  "Ich wohne in Wien.",
  "Me mudé a Madrid en mayo.",
  "我住在上海。",
  "私は東京に住んでいます。",
  "אני גר בחיפה",
  "const total = 4;",
  "https://example.org/page",
  "No, I have never smoked.",
  "Love your garden shed!",
];

describe("RuleExtractor keeps", () => {
  test.each(kept)("%s", async (text) => {
    const [decision] = await decisionsOn(text);
    expect(decision?.keep).toBe(true);
  });
  test("a bare yes where it answers a question of somebody else", async () => {
    const passages = segment(
      [
        { role: "assistant", content: "Are you allergic to nuts?" },
        { role: "user", content: "Yes." },
      ],
      { saidAt, speaker: "Ana" },
    );
    const { decisions } = await ruleExtractor().extract({ passages, previousContext: null });
    expect(decisions.map(({ keep }) => keep)).toEqual([false, true]);
  });
  test("what an assistant recites", async () => {
    const [decision] = await decisionsOn("The Danube flows through ten countries.", {
      role: "assistant",
      speaker: null,
    });
    expect(decision?.keep).toBe(true);
  });
});
