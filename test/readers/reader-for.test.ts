import { describe, expect, it } from "vitest";
import { readerFor } from "../../src/readers/reader-for.js";
import { fileOf, sectionsOf, textsOf } from "./file-source.js";

const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);

describe("readerFor()", () => {
  it("decides by the name, then the media type, then the bytes", async () => {
    const typeOf = async (name: string, content: string, mediaType?: string) =>
      (await readerFor(fileOf(name, content, mediaType === undefined ? {} : { mediaType }))).mediaType;
    expect(await typeOf("a.md", "# A", "text/plain")).toBe("text/markdown");
    expect(await typeOf("a", "# A", "text/markdown; charset=utf-8")).toBe("text/markdown");
    expect(await typeOf("README", "Hello.")).toBe("text/plain");
  });

  it("refuses an empty file, a blank file, and binary data that claims to be text", async () => {
    await expect(readerFor(fileOf("a.txt", ""))).rejects.toMatchObject({
      code: "unreadable_file",
      message: 'Cannot read "a.txt": it is empty',
    });
    await expect(sectionsOf(fileOf("a.txt", " \n\n "))).rejects.toThrow("it has no text");
    await expect(readerFor(fileOf("a.txt", png))).rejects.toThrow(
      "claims to be plain text, but is a PNG image",
    );
    const noise = Uint8Array.from({ length: 4000 }, (_, at) => (at * 7919) % 251);
    await expect(readerFor(fileOf("a.dat", noise))).rejects.toThrow("unknown binary format");
  });

  it("recognises text that starts with the first letters of a binary format", async () => {
    for (const text of ["ID3 tags hold the title.", "BZhang called.", "GIF89 is older than PNG."])
      expect(await textsOf(fileOf("a.txt", text))).toEqual([{ text }]);
    await expect(readerFor(fileOf("a.txt", "ID3\u0004\0\0"))).rejects.toThrow("is an MP3 recording");
    await expect(readerFor(fileOf("a.txt", "BZh91AY&SY"))).rejects.toThrow("is a bzip2 archive");
  });

  it("throws the reason of an aborted signal, before and between sections", async () => {
    const file = fileOf("a.txt", "One.\n\nTwo.\n\nThree.");
    await expect(sectionsOf(file, AbortSignal.abort(new Error("enough")))).rejects.toThrow("enough");
    const controller = new AbortController();
    const reader = await readerFor(file);
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { text } of reader.read(file, { signal: controller.signal })) {
        seen.push(text);
        controller.abort(new Error("enough"));
      }
    })();
    await expect(reading).rejects.toThrow("enough");
    expect(seen).toEqual(["One."]);
  });
});

describe("plain text", () => {
  it("has one section per paragraph, for any line end and any size of chunks", async () => {
    const expected = [{ text: "One,\nstill one." }, { text: "Two." }];
    for (const end of ["\n", "\r\n", "\r"])
      for (const chunkBytes of [1, 3, 7, 100])
        expect(
          await textsOf(fileOf("a.txt", ["One,", "still one.", "", "Two."].join(end), { chunkBytes })),
        ).toEqual(expected);
  });

  it("is read as UTF-8, UTF-16 and Windows-1252, with and without a byte order mark", async () => {
    const text = "Zoë's café costs 5 €.";
    const utf16 = Buffer.from(text, "utf16le");
    const windows1252 = Uint8Array.from(text, (letter) => (letter === "€" ? 0x80 : letter.charCodeAt(0)));
    const files = [
      Buffer.from(text),
      Buffer.from(`\uFEFF${text}`),
      utf16,
      Buffer.from(`\uFEFF${text}`, "utf16le"),
      Buffer.from(`\uFEFF${text}`, "utf16le").swap16(),
      Buffer.from(utf16).swap16(),
      windows1252,
    ];
    for (const bytes of files) expect(await textsOf(fileOf("a.txt", bytes))).toEqual([{ text }]);
  });

  it("decides the encoding from the whole file, and shows damaged bytes as U+FFFD", async () => {
    const late = Buffer.concat([Buffer.from("plain words\n".repeat(20_000)), Buffer.from([0xe9])]);
    expect((await sectionsOf(fileOf("a.txt", late))).at(-1)?.text.endsWith("é")).toBe(true);
    const damaged = Buffer.concat([Buffer.from("äöü "), Buffer.from([0xff])]);
    expect(await textsOf(fileOf("a.txt", damaged))).toEqual([{ text: "äöü \uFFFD" }]);
  });

  it("cuts an endless paragraph", async () => {
    const log = Array.from({ length: 2000 }, (_, at) => `line ${at} of the log`).join("\n");
    const sections = await sectionsOf(fileOf("a.log", log));
    expect(sections.map(({ text }) => text).join("\n")).toBe(log);
    expect(Math.max(...sections.map(({ text }) => text.length))).toBeLessThanOrEqual(8000);
    const line = "Sentence after sentence. ".repeat(2000);
    const cut = await sectionsOf(fileOf("a.txt", line));
    expect(cut.length).toBeGreaterThan(5);
    expect(cut.every(({ text }) => text.endsWith("sentence."))).toBe(true);
  });
});

describe("Markdown", () => {
  it("has one section under each heading, with the path of headings and without markup", async () => {
    const text = [
      "---",
      "title: Boats",
      "---",
      "# Ferries #",
      "The *ferry* to [Texel](https://example.org)",
      "leaves **hourly**.",
      "",
      "## Prices",
      "",
      "| Who | Costs |",
      "|---|---|",
      "| Adults | 2.50 |",
      "| Dogs | nothing |",
      "",
      "Winter",
      "------",
      "- wind",
      "  - more wind",
      "- ice",
      "",
      "```sh",
      "# not a heading",
      "```",
      "# Nothing here",
    ].join("\n");
    expect(await textsOf(fileOf("a.md", text))).toEqual([
      { text: "title: Boats" },
      { text: "The ferry to Texel leaves hourly.", heading: "Ferries" },
      { text: "Who: Adults; Costs: 2.50\nWho: Dogs; Costs: nothing", heading: "Ferries › Prices" },
      { text: "- wind\n  - more wind\n- ice\n\n```sh\n# not a heading\n```", heading: "Ferries › Winter" },
      { text: "Nothing here" },
    ]);
  });

  it("includes the text of embedded HTML, headings too", async () => {
    const text = '<h1 align="center">Boats</h1>\n<p>They float.</p>\n\nAnd <i>sink</i>.';
    expect(await textsOf(fileOf("a.md", text))).toEqual([{ text: "Boats\n\nThey float.\n\nAnd sink." }]);
    const deep = fileOf("a.md", "<div>".repeat(2000));
    await expect(sectionsOf(deep)).rejects.toMatchObject({ code: "unreadable_file" });
  });

  it("refuses text that is nested so deep that the parser would drop it", async () => {
    const deep = `${">".repeat(400)} hidden`;
    await expect(sectionsOf(fileOf("a.md", deep))).rejects.toMatchObject({ code: "unreadable_file" });
  });
});
