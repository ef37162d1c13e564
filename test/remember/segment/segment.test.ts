import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { passageChars, segment, segmenting } from "../../../src/remember/segment/segment.js";

const saidAt = "2026-03-10T15:00:00.000Z";
const texts = (content: Parameters<typeof segment>[0]) =>
  segment(content, { saidAt }).map(({ text }) => text);
const sentence = (words: number) =>
  `${Array.from({ length: words }, (_, index) => `Word${index}`).join(" ")}.`;

describe("segment() cuts plain text", () => {
  const cuts: Readonly<Record<string, readonly string[]>> = {
    "Ana lives in Graz. Tom lives in Oslo.": ["Ana lives in Graz.", "Tom lives in Oslo."],
    "Ana moved to Lisbon. She loves it there. Tom stayed.": [
      "Ana moved to Lisbon. She loves it there.",
      "Tom stayed.",
    ],
    "Tom stayed in Graz. But Ana moved to Lisbon.": ["Tom stayed in Graz. But Ana moved to Lisbon."],
    "I like tea. I live in Graz.": ["I like tea.", "I live in Graz."],
    "Dr. Lang met Mrs. Berg at 9 a.m. in Graz. Tom was late.": [
      "Dr. Lang met Mrs. Berg at 9 a.m. in Graz.",
      "Tom was late.",
    ],
    "Pi is 3.14 and v1.2.3 is out. Read https://example.org/a.html?x=1. Done deal here.": [
      "Pi is 3.14 and v1.2.3 is out.",
      "Read https://example.org/a.html?x=1.",
      "Done deal here.",
    ],
    "Use tools, e.g. saws, etc. when needed. Ask J. Berg first.": [
      "Use tools, e.g. saws, etc. when needed.",
      "Ask J. Berg first.",
    ],
    "Room No. 5 is free. Take it.": ["Room No. 5 is free.", "Take it."],
    "What a day! When was that? Nobody knows… Tom slept.": [
      "What a day!",
      "When was that?",
      "Nobody knows…",
      "Tom slept.",
    ],
    "我住在上海。东京很大！你在哪里？": ["我住在上海。", "东京很大！", "你在哪里？"],
    "I run with Tom. On Mondays.": ["I run with Tom. On Mondays."],
    "First paragraph here.\n\nThe second one here.": ["First paragraph here.", "The second one here."],
    "This line was wrapped\nin the middle. Next one starts here.": [
      "This line was wrapped\nin the middle.",
      "Next one starts here.",
    ],
    "To release:\n1. Run the tests.\n2. Tag it.\n3. Push.\n\nTom knows more.": [
      "To release:\n1. Run the tests.\n2. Tag it.\n3. Push.",
      "Tom knows more.",
    ],
    "To restart the pump: 1. close the valve 2. wait 3. open the valve": [
      "To restart the pump: 1. close the valve 2. wait 3. open the valve",
    ],
    "To restart the pump: 1. Close the valve. 2. Open it. Tom has the key.": [
      "To restart the pump: 1. Close the valve. 2. Open it.",
      "Tom has the key.",
    ],
    "Client notes - T. Abernathy\n* 44, joiner\n* rents in Leith": [
      "Client notes - T. Abernathy\n* 44, joiner\n* rents in Leith",
    ],
    "Client notes - T. Abernathy\n\n* 44, joiner\n* rents in Leith": [
      "Client notes - T. Abernathy",
      "* 44, joiner\n* rents in Leith",
    ],
    "Present: Ana, Ben\n- The scanner is late.": ["Present: Ana, Ben", "- The scanner is late."],
    "The score was 1. Tom had 2. Mei won.": ["The score was 1.", "Tom had 2.", "Mei won."],
    "- milk\n- eggs\n- a lot of bread": ["- milk\n- eggs\n- a lot of bread"],
    "Run this:\n```\nlet a = 1. b\n\nlet c = 2.\n```\nIt prints two numbers.": [
      "Run this:\n```\nlet a = 1. b\n\nlet c = 2.\n```",
      "It prints two numbers.",
    ],
  };
  test.each(Object.entries(cuts))("%j", (text, passages) => {
    // A dependent sentence after a code block begins a new paragraph.
    expect(texts(text)).toEqual(passages);
  });
  test("after 1,024 sentences into passages of up to 400 characters, without losing a sentence", () => {
    const sentences = Array.from({ length: 4000 }, (_, at) => `I like food${at}.`);
    const passages = texts(sentences.join(" "));
    expect(passages.slice(0, 1024)).toEqual(sentences.slice(0, 1024));
    const rest = passages.slice(1024);
    expect(rest.length).toBeLessThan(200);
    for (const passage of rest) expect(passage.length).toBeLessThanOrEqual(passageChars);
    expect(rest.join(" ")).toBe(sentences.slice(1024).join(" "));
  });
  test("in steps of at most 4,096 sentences", () => {
    const content = Array.from({ length: 20_000 }, (_, at) => `I like food${at}.`).join(" ");
    const work = segmenting(content, { saidAt });
    let steps = 0;
    while (work.next().done !== true) steps += 1;
    expect(steps).toBe(Math.floor(20_000 / 4096));
  });
  test("and gives every passage the speaker, the role and the time of the request", () => {
    expect(segment("I live in Graz.", { saidAt, speaker: "Ana" })).toEqual([
      { text: "I live in Graz.", message: 0, speaker: "Ana", role: "user", saidAt, prompt: null },
    ]);
  });
});

describe("segment() reads a pasted conversation", () => {
  const speakers = (text: string) =>
    segment(text, { saidAt, speaker: "Ana" }).map(
      ({ speaker, role, message, text: words }) => `${message} ${role} ${speaker}: ${words}`,
    );
  test("with the speakers that its lines begin with, without their labels", () => {
    expect(speakers("Tom: I live in Oslo.\nMei Lin: I live in Graz. It rains.\n")).toEqual([
      "0 user Tom: I live in Oslo.",
      "0 user Mei Lin: I live in Graz. It rains.",
    ]);
  });
  test("with the roles that its lines begin with", () => {
    expect(speakers("User: I live in Oslo.\r\n\r\nAI: Noted.\nhuman: Good.\nassistant: Yes.")).toEqual([
      "0 user Ana: I live in Oslo.",
      "0 assistant null: Noted.",
      "0 user Ana: Good.",
      "0 assistant null: Yes.",
    ]);
  });
  test("and keeps a bare question with its answer", () => {
    const passages = segment("Tom: Where do you live?\nMei: In Graz.", { saidAt });
    expect(passages.map(({ prompt }) => prompt)).toEqual([null, "Where do you live?"]);
  });
  test.each([
    "Note: I live in Oslo.\nWarning: It rains on us.",
    "Tom: I live in Oslo.\nHe likes it.",
    "Tom: I live in Oslo.",
    "Flour: two cups\nSugar: one cup",
    "Subject: our trip\nFrom: Mei",
    "https://example.org\nhttp://example.com",
    "10:30 I get up\n11:00 I eat",
    "toString: I run\nconstructor: I walk",
  ])("but not where a line is nobody's: %j", (text) => {
    for (const { speaker } of segment(text, { saidAt, speaker: "Ana" })) expect(speaker).toBe("Ana");
  });
});

describe("segment() cuts chat", () => {
  test("not where a message is short, whatever its content", () => {
    const content = "I live in Graz. Tom lives in Oslo.\n\nWe meet in May.";
    expect(texts([{ role: "user", content }])).toEqual([content]);
  });
  test("at sentences where a message is long, into passages of at most 400 characters", () => {
    const content = Array.from({ length: 12 }, () => sentence(15)).join(" ");
    const passages = texts([{ role: "assistant", content }]);
    expect(passages.length).toBeGreaterThan(2);
    for (const passage of passages) {
      expect(passage.length).toBeLessThanOrEqual(passageChars);
      expect(passage.endsWith(".")).toBe(true);
    }
  });
  test("preferably at the end of a paragraph", () => {
    const [first, second] = [sentence(35), `Other ${sentence(20)}`];
    expect(texts([{ role: "user", content: `${first}\n\n${second}\n\n${sentence(10)}` }])[0]).toBe(first);
  });
  test("a heading is never the end of a passage", () => {
    const content = `${sentence(50)}\n\n### Next step\n${sentence(20)}`;
    expect(texts([{ role: "assistant", content }]).at(-1)).toMatch(/^### Next step\n/);
  });
  test("a code block of up to 2,000 characters stays whole", () => {
    const code = `\`\`\`js\n${"call(1); // one. two.\n".repeat(60)}\`\`\``;
    expect(texts([{ role: "assistant", content: `Look at this:\n${code}\nThat was all of it.` }])).toContain(
      `Look at this:\n${code}`,
    );
  });
  test("skips messages without text and counts them", () => {
    const passages = segment(
      [
        { role: "user", content: " \n" },
        { role: "user", content: "I live in Graz." },
      ],
      { saidAt },
    );
    expect(passages.map(({ message }) => message)).toEqual([1]);
  });
  test("each message has its own speaker and time", () => {
    const passages = segment(
      [
        { role: "user", content: "I live in Graz." },
        { role: "assistant", content: "You live in Graz." },
        { role: "user", content: "I live in Oslo.", name: "Tom", at: "2026-01-01T00:00:00.000Z" },
      ],
      { saidAt, speaker: "Ana" },
    );
    expect(passages.map(({ speaker }) => speaker)).toEqual(["Ana", null, "Tom"]);
    expect(passages.map((passage) => passage.saidAt)).toEqual([saidAt, saidAt, "2026-01-01T00:00:00.000Z"]);
  });
});

describe("segment() keeps a bare question as the prompt of its answer", () => {
  const ask = (question: string, answer: { role: "user" | "assistant"; content: string }) =>
    segment([{ role: "assistant", content: question }, answer], { saidAt }).at(-1)?.prompt;

  test("where somebody else asked it right before", () => {
    expect(ask("Where do you live? ", { role: "user", content: "In Graz." })).toBe("Where do you live?");
  });
  test("not where the same speaker asked it", () => {
    expect(ask("Where do you live?", { role: "assistant", content: "I can guess." })).toBeNull();
  });
  test("not where the question says something itself", () => {
    expect(ask("I moved to Graz, where do you live?", { role: "user", content: "In Oslo." })).toBeNull();
  });
  test("not where an empty message is between", () => {
    const passages = segment(
      [
        { role: "assistant", content: "Where do you live?" },
        { role: "user", content: "" },
        { role: "user", content: "In Graz." },
      ],
      { saidAt },
    );
    expect(passages.at(-1)?.prompt).toBeNull();
  });
  test("only on the first passage of a long answer", () => {
    const answer = Array.from({ length: 12 }, () => sentence(15)).join(" ");
    const passages = segment(
      [
        { role: "assistant", content: "What is new?" },
        { role: "user", content: answer },
      ],
      { saidAt },
    );
    expect(passages.slice(1).map(({ prompt }) => prompt)).toEqual([
      "What is new?",
      ...passages.slice(2).map(() => null),
    ]);
  });
});

describe("segment() of any text", () => {
  const anyText = fc.oneof(
    fc.string({ unit: "binary", maxLength: 3000 }),
    fc
      .array(
        fc.constantFrom(
          "a. ",
          "Tom came. ",
          "\n",
          "\n\n",
          "- x\n",
          "1. y\n",
          "```\n",
          "# h\n",
          "你好。",
          "word ",
          "😀",
          "e.g. ",
          "?",
        ),
        { maxLength: 600 },
      )
      .map((parts) => parts.join("")),
  );
  const plain = (text: string) => text.replace(/\s+/g, "");

  test("returns verbatim parts that together have every character except white space", () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, chat) => {
        const passages = texts(chat ? [{ role: "user", content: text }] : text);
        expect(passages.map(plain).join("")).toBe(plain(text));
        for (const passage of passages) {
          expect(text).toContain(passage);
          expect(passage.trim()).toBe(passage);
          expect(passage.length).toBeLessThanOrEqual(5 * passageChars);
        }
      }),
    );
  });
  test("never splits a surrogate pair", () => {
    for (const passage of texts("😀".repeat(5000))) expect(passage.isWellFormed()).toBe(true);
  });
  test("splits a mebibyte of one letter", () => {
    const text = "a".repeat(1 << 20);
    expect(texts(text).join("")).toBe(text);
  });
});
