import { describe, expect, test } from "vitest";
import { sentenceSpans, sentences } from "../../src/text/sentences.js";
import { isBareQuestion } from "../../src/text/small-talk/bare-question.js";
import { smallTalk } from "../../src/text/small-talk/small-talk.js";

describe("sentences()", () => {
  const cuts: Readonly<Record<string, readonly string[]>> = {
    "One. Two! Three?": ["One.", "Two!", "Three?"],
    'He said "Go." Then he went.': ['He said "Go."', "Then he went."],
    "I saw Mr. Berg. He waved.": ["I saw Mr. Berg.", "He waved."],
    "It costs 3.50 euros. Fine.": ["It costs 3.50 euros.", "Fine."],
    "At 5 p.m. Tom left.": ["At 5 p.m.", "Tom left."],
    "It was me, not I. Then Tom came.": ["It was me, not I.", "Then Tom came."],
    "1. Wash\n2. Dry": ["1. Wash", "2. Dry"],
    "No. Not now.": ["No.", "Not now."],
    "今日は。明日は？": ["今日は。", "明日は？"],
    "": [],
  };
  test.each(Object.entries(cuts))("cuts %j", (text, parts) => {
    expect(sentences(text)).toEqual(parts);
  });

  test.each(["?", "…", ".", '."', "!’", "\n", " "])("splits 1 MiB of %j in linear time", (mark) => {
    const text = `${mark.repeat(1_048_576 / mark.length)}word`;
    expect(sentenceSpans(text).at(-1)?.end).toBe(text.length);
  });
});

describe("smallTalk()", () => {
  const reasons: readonly (readonly [string, ReturnType<typeof smallTalk>])[] = [
    ["Hey Ana, good to see you!", "greeting"],
    ["Thanks for your help!", "thanks"],
    ["Your support means a lot to me.", "thanks"],
    ["I'll keep you posted.", "acknowledgement"],
    ["Have a great weekend!", "farewell"],
    ["🙂", "filler"],
    ["No, Lisbon.", null],
    ["Great, Friday!", null],
    ["Thanks for the help with my visa.", null],
    ["I love Lisbon.", null],
    ["42", null],
    ["Hello from Oslo", null],
  ];
  test.each(reasons)("of %j is %s", (sentence, reason) => {
    expect(smallTalk(sentence)).toBe(reason);
  });
});

describe("isBareQuestion()", () => {
  test.each([
    "How are you?",
    "Hi Tom! Where did you go?",
    "And you?",
    "Wie alt bist du?",
    "¿Dónde vives?",
    "Really? Why?",
  ])("is true for %j", (text) => {
    expect(isBareQuestion(text)).toBe(true);
  });
  test.each([
    "I moved. Where are you?",
    "Did you know that I moved?",
    "Is the code 4711?",
    "Where is my sister?",
    "Could you always answer in German?",
    "How about this book?",
    "Hello!",
    "",
  ])("is false for %j", (text) => {
    expect(isBareQuestion(text)).toBe(false);
  });
});
