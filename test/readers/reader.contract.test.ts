/** What every reader promises, checked for every format, and what hostile files must not do. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MemoryError } from "../../src/contract/errors.js";
import { readerFor } from "../../src/readers/reader-for.js";
import { fileOf, sectionsOf } from "./file-source.js";
import { docxOf, paragraph, pdfOf } from "./made-documents.js";

interface Sample {
  readonly name: string;
  readonly mediaType: string;
  readonly content: string | Uint8Array;
  /** Whether a part of the file can be recognised as truncated. */
  readonly knowsItsEnd: boolean;
}

const heading = '<w:pStyle w:val="berschrift1"/>';
const message = (text: string) => `{"sender":"human","text":"${text}","created_at":"2026-01-02T03:04:05Z"}`;
const samples: readonly Sample[] = [
  { name: "a.txt", mediaType: "text/plain", content: "One.\n\nTwo.\n\nThree.", knowsItsEnd: false },
  { name: "a.md", mediaType: "text/markdown", content: "# One\ntext\n\n# Two\n- a\n- b", knowsItsEnd: false },
  {
    name: "a.html",
    mediaType: "text/html",
    content: "<h1>One</h1><p>text<h1>Two</h1>text",
    knowsItsEnd: false,
  },
  { name: "a.csv", mediaType: "text/csv", content: "Name,Age\nAna,41\nTom,39\n", knowsItsEnd: false },
  {
    name: "a.tsv",
    mediaType: "text/tab-separated-values",
    content: "Name\tAge\nAna\t41\nTom\t39\n",
    knowsItsEnd: false,
  },
  { name: "a.json", mediaType: "application/json", content: '[{"a":"one"},{"a":"two"}]', knowsItsEnd: true },
  {
    name: "a.jsonl",
    mediaType: "application/jsonl",
    content: '{"a":"one"}\n{"a":"two"}\n',
    knowsItsEnd: false,
  },
  {
    name: "a.ts",
    mediaType: "text/x-source-code",
    content: "function a() {}\n\nfunction b() {}\n",
    knowsItsEnd: false,
  },
  {
    name: "a.eml",
    mediaType: "message/rfc822",
    content:
      'From: a@example.org\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n\r\nOne.\r\n--b\r\nContent-Disposition: attachment; filename="a.pdf"\r\n\r\nA\r\n--b--\r\n',
    knowsItsEnd: false,
  },
  {
    name: "claude.json",
    mediaType: "application/vnd.keepsake.claude+json",
    content: `[{"name":"Talk","chat_messages":[${message("One.")},${message("Two.")}]}]`,
    knowsItsEnd: true,
  },
  {
    name: "chatgpt.json",
    mediaType: "application/vnd.keepsake.chatgpt+json",
    content: JSON.stringify([
      {
        create_time: 1,
        mapping: {
          a: { parent: null, message: { author: { role: "user" }, content: { parts: ["One."] } } },
          b: { parent: "a", message: { author: { role: "assistant" }, content: { parts: ["Two."] } } },
        },
        current_node: "b",
      },
    ]),
    knowsItsEnd: true,
  },
  {
    name: "chat.txt",
    mediaType: "text/x-whatsapp-chat",
    content: "12/03/2024, 21:14 - Ana: One.\n12/03/2024, 21:15 - Tom: Two.\n",
    knowsItsEnd: false,
  },
  {
    name: "a.pdf",
    mediaType: "application/pdf",
    content: await pdfOf([["One."], ["Two."]]),
    knowsItsEnd: true,
  },
  {
    name: "a.docx",
    mediaType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    content: docxOf(
      paragraph("One", heading) + paragraph("text") + paragraph("Two", heading) + paragraph("text"),
    ),
    knowsItsEnd: true,
  },
];

describe.each(samples)("the reader of $mediaType", ({ name, mediaType, content, knowsItsEnd }) => {
  const file = fileOf(name, content);
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;

  it("yields sections with text, and reads the file to its end", async () => {
    expect((await readerFor(file)).mediaType).toBe(mediaType);
    const sections = await sectionsOf(file);
    expect(sections.length).toBeGreaterThanOrEqual(2);
    expect(sections.every(({ text }) => text.trim() !== "" && text === text.trim())).toBe(true);
    const read = sections.map(({ readBytes }) => readBytes);
    expect(read).toEqual(read.toSorted((one, other) => one - other));
    expect(read.at(-1)).toBe(file.sizeBytes);
  });

  it("yields the same sections for chunks of any size", async () => {
    const sections = async (chunkBytes: number) =>
      (await sectionsOf(fileOf(name, content, { chunkBytes }))).map(
        ({ readBytes: _, ...section }) => section,
      );
    const first = await sections(65_536);
    expect(await sections(65_536)).toEqual(first);
    expect(await sections(1)).toEqual(first);
  });

  it("stops at an aborted signal", async () => {
    await expect(sectionsOf(file, AbortSignal.abort(new Error("enough")))).rejects.toThrow("enough");
    const controller = new AbortController();
    const reader = await readerFor(file);
    const reading = (async () => {
      for await (const _ of reader.read(file, { signal: controller.signal }))
        controller.abort(new Error("enough"));
    })();
    await expect(reading).rejects.toThrow("enough");
  });

  it("refuses a truncated file, or reads what is there", async () => {
    for (let tenth = 1; tenth < 10; tenth += 1) {
      const cut = fileOf(name, bytes.slice(0, Math.floor((bytes.length * tenth) / 10)), { mediaType });
      const outcome = await sectionsOf(cut).catch((error: unknown) => error);
      const isRefused = MemoryError.is(outcome, "unreadable_file");
      expect(knowsItsEnd ? isRefused : isRefused || Array.isArray(outcome)).toBe(true);
    }
  });

  it("reads a damaged file, or refuses it as unreadable", async () => {
    const damage = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(damage, async (changes) => {
        const damaged = bytes.slice();
        for (const [place, byte] of changes) damaged[place] = byte;
        const outcome = await sectionsOf(fileOf(name, damaged)).catch((error: unknown) => error);
        expect(MemoryError.is(outcome, "unreadable_file") || Array.isArray(outcome), String(outcome)).toBe(
          true,
        );
      }),
      { numRuns: 40 },
    );
  });
});

describe("any text", () => {
  const mark = fc.constantFrom(..."#*_`[]()<>|&;:,\"'{}\\-=~!\n\r\t .:0123456789aé中€\u200e".split(""));
  it.each(["a.txt", "a.md", "a.html", "a.csv", "a.json", "a.jsonl", "a.ts", "a.eml"])(
    "in %s is read, or refused as unreadable",
    async (name) => {
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: mark, minLength: 1, maxLength: 300 }), async (text) => {
          const outcome = await sectionsOf(fileOf(name, text)).catch((error: unknown) => error);
          expect(MemoryError.is(outcome, "unreadable_file") || Array.isArray(outcome), String(outcome)).toBe(
            true,
          );
        }),
        { numRuns: 150 },
      );
    },
  );
});
