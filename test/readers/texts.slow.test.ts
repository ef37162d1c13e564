import { describe, expect, it } from "vitest";
import { readerFor } from "../../src/readers/reader-for.js";
import { fileOf, sectionsOf, textsOf } from "./file-source.js";

describe("CSV", () => {
  it("has one section per row, each value with its heading, for any delimiter", async () => {
    const expected = [
      { text: 'City: Lisbon; Note: two lines "quoted"; Since: 2021' },
      { text: "City: Graz; Since: 2019" },
    ];
    const rows = [
      ["City", "Note", "Since"],
      ["Lisbon", '"two\nlines ""quoted"""', "2021"],
      ["Graz", "", "2019"],
    ];
    for (const mark of [",", ";", "|"])
      expect(await textsOf(fileOf("a.csv", rows.map((row) => row.join(mark)).join("\r\n")))).toEqual(
        expected,
      );
    expect(await textsOf(fileOf("a.tsv", rows.map((row) => row.join("\t")).join("\n")))).toEqual(expected);
  });

  it("treats a first row with numbers as data, and refuses an unclosed quotation mark", async () => {
    expect(await textsOf(fileOf("a.csv", "1,2\n3,4\n"))).toEqual([{ text: "1; 2" }, { text: "3; 4" }]);
    await expect(sectionsOf(fileOf("a.csv", 'a,b\n1,"two'))).rejects.toThrow("is cut off");
    const endless = `a,b\n1,"${"x".repeat(3_000_000)}"\n`;
    await expect(sectionsOf(fileOf("a.csv", endless))).rejects.toThrow("1,048,576 characters");
  });
});

describe("JSON", () => {
  it("has one section per object, under its path", async () => {
    const long = "word ".repeat(500).trim();
    const value = {
      name: "Atlas",
      tags: ["a", "b"],
      people: [
        { name: "Ana", home: { city: "Lisbon" } },
        { name: "Rita", none: null },
      ],
      about: { history: long, future: { plan: "more" } },
    };
    expect(await textsOf(fileOf("a.json", JSON.stringify(value, null, 2)))).toEqual([
      { text: "name: Atlas" },
      { text: "a, b", heading: "tags" },
      { text: "name: Ana\nhome.city: Lisbon", heading: "people › 1" },
      { text: "name: Rita", heading: "people › 2" },
      { text: `history: ${long}`, heading: "about" },
      { text: "plan: more", heading: "about › future" },
    ]);
  });

  it("reads lines, arrays and plain values", async () => {
    const lines = '{"a":1}\n{"a":2}\n';
    const expected = [
      { text: "a: 1", heading: "1" },
      { text: "a: 2", heading: "2" },
    ];
    expect(await textsOf(fileOf("a.jsonl", lines))).toEqual(expected);
    expect(await textsOf(fileOf("a.json", lines))).toEqual(expected);
    expect(await textsOf(fileOf("a.json", '[{"a":1},{"a":2}]', { chunkBytes: 3 }))).toEqual(expected);
    expect(await textsOf(fileOf("a.json", '"just this"'))).toEqual([{ text: "just this" }]);
  });

  it("reads a root of 50,000 plain values, and refuses a root that is too large", async () => {
    const names = Array.from({ length: 50_000 }, (_, place) => [`n${place}`, place] as const);
    const json = JSON.stringify(Object.fromEntries(names));
    const sections = await textsOf(fileOf("a.json", json));
    expect(sections.flatMap(({ text }) => text.split("\n"))).toHaveLength(50_000);
    const large = { ...fileOf("a.json", json), sizeBytes: 200_000_000 };
    await expect(sectionsOf(large)).rejects.toThrow("split it");
  });

  it("does not keep an endless value in memory", async () => {
    const [open, more] = ['{"mapping":{"a":"', "x".repeat(1_048_576)].map((text) =>
      new TextEncoder().encode(text),
    );
    async function* endless() {
      yield open!;
      for (let count = 0; count < 200; count += 1) yield more!;
    }
    await expect(
      sectionsOf({ ...fileOf("a.json", "{}"), sizeBytes: 200_000_000, chunks: endless }),
    ).rejects.toThrow("has a value of more than 134,217,728 bytes");
  });

  it("refuses truncated, invalid and endlessly nested JSON", async () => {
    const whole = JSON.stringify([{ a: 1 }, { b: [1, 2, { c: "d" }] }]);
    for (let end = 1; end < whole.length; end += 1)
      await expect(sectionsOf(fileOf("a.json", whole.slice(0, end)))).rejects.toMatchObject({
        code: "unreadable_file",
      });
    await expect(sectionsOf(fileOf("a.jsonl", '{"a":1}\n{"a":'))).rejects.toThrow("line 2");
    await expect(sectionsOf(fileOf("a.json", "[".repeat(50_000) + "]".repeat(50_000)))).rejects.toMatchObject(
      {
        code: "unreadable_file",
      },
    );
    const deep = `${'{"a":'.repeat(500)}1${"}".repeat(500)}`;
    await expect(sectionsOf(fileOf("a.json", deep))).rejects.toThrow("100 levels");
  });
});

describe("chat exports", () => {
  const node = (parent: string | null, role: string, text: string, time: number) => ({
    parent,
    children: [],
    message: { author: { role }, create_time: time, content: { content_type: "text", parts: [text] } },
  });
  const conversation = {
    title: "Ferry plans",
    create_time: 1_760_000_000,
    mapping: {
      root: { parent: null, message: null, children: ["a"] },
      a: node("root", "user", "When does the ferry leave?", 1_760_000_000),
      b: node("a", "assistant", "A discarded answer.", 1_760_000_001),
      c: node("a", "assistant", "Every hour.", 1_760_000_002.5),
      d: node("c", "tool", "{}", 1_760_000_003),
      e: node("d", "user", "Thank you!", 1_760_000_004),
    },
    current_node: "e",
  };
  const sections = [
    {
      text: "When does the ferry leave?",
      role: "user",
      heading: "Ferry plans",
      at: "2025-10-09T08:53:20.000Z",
    },
    {
      text: "Every hour.",
      role: "assistant",
      speaker: "ChatGPT",
      heading: "Ferry plans",
      at: "2025-10-09T08:53:22.500Z",
    },
    { text: "Thank you!", role: "user", heading: "Ferry plans", at: "2025-10-09T08:53:24.000Z" },
  ];

  it("of ChatGPT follow the branch that the user last saw", async () => {
    expect(await textsOf(fileOf("conversations.json", JSON.stringify([conversation])))).toEqual(sections);
    expect(await textsOf(fileOf("one.json", JSON.stringify(conversation)))).toEqual(sections);
    const circle = structuredClone(conversation);
    circle.mapping.a.parent = "e";
    expect(await textsOf(fileOf("c.json", JSON.stringify([circle])))).toEqual(sections);
  });

  it("of Claude contain texts and text attachments", async () => {
    const message = (sender: string, text: string, more = {}) => ({
      sender,
      text,
      created_at: "2026-02-03T04:05:06Z",
      ...more,
    });
    const exported = [
      {
        uuid: "1",
        name: "Boats",
        chat_messages: [
          message("human", "Read this.", {
            attachments: [{ file_name: "a.txt", extracted_content: "Hulls rust." }],
          }),
          message("assistant", "old", {
            content: [
              { type: "thinking", thinking: "hm" },
              { type: "text", text: "Done." },
            ],
          }),
        ],
      },
    ];
    const at = "2026-02-03T04:05:06.000Z";
    expect(await textsOf(fileOf("conversations.json", JSON.stringify(exported)))).toEqual([
      { text: "Read this.\n\nHulls rust.", role: "user", heading: "Boats", at },
      { text: "Done.", role: "assistant", speaker: "Claude", heading: "Boats", at },
    ]);
  });
});

describe("WhatsApp chats", () => {
  const at = "2024-03-12T21:14:05.000Z";
  it.each([
    ["an iPhone", "[12.03.24, 21:14:05] Ana: Hello", "[13.03.24, 00:00:00] Tom: Hi"],
    ["a British phone", "12/03/2024, 21:14:05 - Ana: Hello", "13/03/2024, 00:00:00 - Tom: Hi"],
    ["an American one", "[3/12/24, 9:14:05\u202fPM] Ana: Hello", "[3/13/24, 12:00:00\u202fAM] Tom: Hi"],
    ["a Dutch one", "12-03-2024 21:14:05 - Ana: Hello", "13-03-2024 00:00:00 - Tom: Hi"],
    ["an ISO one", "2024-03-12, 21:14:05 - Ana: Hello", "2024-03-13, 00:00:00 - Tom: Hi"],
  ])("of %s have speaker, time and all lines", async (_, first, second) => {
    const text = `\u200e${first}\nsecond line: yes\n${second}\n`;
    expect(await textsOf(fileOf("_chat.txt", text))).toEqual([
      { text: "Hello\nsecond line: yes", speaker: "Ana", role: "user", at },
      { text: "Hi", speaker: "Tom", role: "user", at: "2024-03-13T00:00:00.000Z" },
    ]);
  });

  it("leave out WhatsApp's own notices and missing media", async () => {
    const text = [
      "1/2/24, 10:00 - Messages and calls are end-to-end encrypted.",
      "1/2/24, 10:01 - Ana: <Media omitted>",
      "1/2/24, 10:02 - Ana: Look!",
      "1/2/24, 10:03 - Tom joined using this group's invite link",
      "1/2/24, 10:04 - Tom: \u200eimage omitted",
    ].join("\n");
    expect((await textsOf(fileOf("chat.txt", text))).map((section) => section.text)).toEqual(["Look!"]);
  });

  it("find the order of day and month from dates that run forward", async () => {
    const text = ["1/9/24, 10:00 - A: a", "2/8/24, 10:00 - A: b", "3/7/24, 10:00 - A: c"].join("\n");
    expect((await textsOf(fileOf("chat.txt", text))).map((section) => section.at?.slice(0, 10))).toEqual([
      "2024-01-09",
      "2024-02-08",
      "2024-03-07",
    ]);
  });
});

describe("100,000 entries", () => {
  const chunk = 65_536;
  it.each([
    ["a.txt", (at: number) => `paragraph ${at}\n\n`],
    ["a.csv", (at: number) => `${at === 0 ? "Name,Since\n" : ""}Ana,${at}\n`],
    ["a.jsonl", (at: number) => `{"note":"number ${at}"}\n`],
    ["a.json", (at: number) => `${at === 0 ? "[" : ","}{"note":"number ${at}"}${at === 99_999 ? "]" : ""}`],
    ["chat.txt", (at: number) => `12/03/2024, 21:14 - Ana: message number ${at}\n`],
  ])("of %s are read only as far as the caller asks", async (name, entry) => {
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, at) => entry(at)).join(""));
    let given = 0;
    const file = {
      ...fileOf(name, bytes),
      bytes: () => Promise.reject(new Error("must be streamed")),
      async *chunks() {
        given = 0;
        for (let at = 0; at < bytes.length; at += chunk) {
          given = at + chunk;
          yield bytes.subarray(at, at + chunk);
        }
      },
    };
    const reader = await readerFor(file);
    let count = 0;
    let ahead = 0;
    for await (const _ of reader.read(file, {})) {
      count += 1;
      ahead = Math.max(ahead, given - (count / 100_000) * bytes.length);
    }
    expect(count).toBe(100_000);
    expect(ahead).toBeLessThanOrEqual(6 * chunk);
  });
});

describe("e-mails", () => {
  const head = [
    "From: Ana Silva <ana@example.org>",
    "To: tom@example.org",
    "Subject: =?utf-8?q?The_caf=C3=A9?=",
    "Date: Tue, 12 Mar 2024 21:14:05 +0100",
  ];
  const about = { speaker: "Ana Silva", role: "user", heading: "The café", at: "2024-03-12T20:14:05.000Z" };

  it("have sender, time, subject and no quoted text", async () => {
    const letter = [
      ...head,
      "",
      "It opens at nine.",
      "",
      "On Monday Tom wrote:",
      "> When does it open?",
      "> Tom",
      "",
      "Ana",
    ];
    expect(await textsOf(fileOf("a.eml", letter.join("\r\n")))).toEqual([
      { text: "It opens at nine.\n\n[quoted text left out]\n\nAna", ...about },
    ]);
  });

  it("mention attachments that were not read, and are refused if their last part is truncated", async () => {
    const letter = [
      ...head,
      'Content-Type: multipart/mixed; boundary="b1"',
      "",
      "--b1",
      "Content-Type: text/html",
      "",
      "<p>See the <b>plan</b>.</p>",
      "--b1",
      "Content-Type: application/pdf",
      'Content-Disposition: attachment; filename="plan.pdf"',
      "Content-Transfer-Encoding: base64",
      "",
      "AAAA",
      "--b1--",
    ].join("\r\n");
    expect(await textsOf(fileOf("a.eml", letter))).toEqual([
      { text: "See the plan.", ...about },
      { text: "Attachments, which were not read: plan.pdf.", ...about },
    ]);
    await expect(sectionsOf(fileOf("a.eml", letter.slice(0, -10)))).rejects.toThrow("is cut off");
    await expect(sectionsOf(fileOf("a.eml", "no head at all"))).rejects.toThrow("is not an e-mail");
  });
});

describe("source code", () => {
  it("has one section per definition, with its comment and its name", async () => {
    const code = [
      'import { a } from "a";',
      "",
      "/** Adds. */",
      "export function add(x: number, y: number) {",
      "  const sum = x + y;",
      "  return sum;",
      "}",
      "",
      "export default class Boat {",
      "  sail() {}",
      "}",
    ].join("\n");
    expect(await textsOf(fileOf("math.ts", code))).toEqual([
      { text: 'import { a } from "a";' },
      {
        text: "/** Adds. */\nexport function add(x: number, y: number) {\n  const sum = x + y;\n  return sum;\n}",
        heading: "add",
      },
      { text: "export default class Boat {\n  sail() {}\n}", heading: "Boat" },
    ]);
  });

  it.each([
    ["a.py", "# Greets.\ndef greet(name):\n    return name\n\nclass Ship:\n    pass", ["greet", "Ship"]],
    ["a.go", "func Sail(a int) int {\n\treturn a\n}\n\ntype Ship struct {\n}", ["Sail", "Ship"]],
    ["a.rs", "pub fn sail() {}\n#[derive(Debug)]\npub struct Ship;", ["sail", "Ship"]],
    ["a.c", "int sail(int a)\n{\n  return a;\n}\nstatic void stop(void) {\n}", ["sail", "stop"]],
  ])("is recognised in %s", async (name, code, headings) => {
    expect((await sectionsOf(fileOf(name, code))).map(({ heading }) => heading)).toEqual(headings);
  });
});
