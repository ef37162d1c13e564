import { zipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { readerFor } from "../../src/readers/reader-for.js";
import { fileOf, sectionsOf, textsOf } from "./file-source.js";
import { docxOf, paragraph, pdfOf, row } from "./made-documents.js";

describe("PDF", () => {
  let book: Uint8Array;
  beforeAll(async () => {
    book = await pdfOf(
      Array.from({ length: 300 }, (_, at) => [
        `Page ${at + 1} of the harbour book.`,
        `The keeper noted ${(at + 1) * 3} ships and their trans-`,
        "port to the Anglo-",
        "American fleet.",
        "",
        "",
        "A paragraph of its own.",
      ]),
    );
  });

  it("has one section per page, with paragraphs and hyphenated words rebuilt", async () => {
    const sections = await sectionsOf(fileOf("book.pdf", book));
    expect(sections.map(({ page }) => page)).toEqual(Array.from({ length: 300 }, (_, at) => at + 1));
    expect(sections[216]?.text).toBe(
      "Page 217 of the harbour book. The keeper noted 651 ships and their transport to the Anglo-American fleet.\n\nA paragraph of its own.",
    );
    expect(sections.at(-1)?.readBytes).toBe(book.byteLength);
  });

  it("leaves the caller's bytes unchanged, and can be read again", async () => {
    const small = await pdfOf([["One page."]]);
    const file = { ...fileOf("a", small), bytes: async () => small };
    const first = await sectionsOf(file);
    expect(small.byteLength).toBeGreaterThan(0);
    expect(await sectionsOf(file)).toEqual(first);
  });

  it("is read page by page, only as far as the caller asks", async () => {
    const reader = await readerFor(fileOf("book.pdf", book));
    for await (const { page, readBytes } of reader.read(fileOf("book.pdf", book), {})) {
      expect(page).toBe(1);
      expect(readBytes).toBeLessThan(book.byteLength / 100);
      break;
    }
  });

  it("refuses a file that is truncated at any place", async () => {
    const whole = await pdfOf([["One."], ["Two."], ["Three."]]);
    for (let tenth = 1; tenth < 10; tenth += 1) {
      const cut = whole.slice(0, Math.floor((whole.length * tenth) / 10));
      await expect(sectionsOf(fileOf("a.pdf", cut))).rejects.toMatchObject({ code: "unreadable_file" });
    }
  });

  it("refuses files that are encrypted, contain only pictures, or are not PDF", async () => {
    await expect(sectionsOf(fileOf("a.pdf", await pdfOf([[], []])))).rejects.toThrow(
      "has no text on its 2 pages",
    );
    await expect(readerFor(fileOf("a.pdf", "Dear all,"))).rejects.toThrow(
      'claims to be PDF, but begins with "Dear all,"',
    );
    await expect(sectionsOf(fileOf("a.pdf", encryptedPdf()))).rejects.toThrow("is encrypted");
    const junk = Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(2000, 7), Buffer.from("%%EOF")]);
    await expect(sectionsOf(fileOf("a.pdf", junk))).rejects.toMatchObject({ code: "unreadable_file" });
  });
});

/** A PDF with an unknown password: the hashes in its encryption dictionary are made up. */
function encryptedPdf(): Buffer {
  const objects = [
    "1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n",
    "2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n",
    "3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>\nendobj\n",
    `4 0 obj\n<< /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O <${"ab".repeat(32)}> /U <${"cd".repeat(32)}> >>\nendobj\n`,
  ];
  let body = "%PDF-1.4\n";
  const offsets = objects.map((object) => {
    const offset = body.length;
    body += object;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const id = "0123456789abcdef".repeat(2);
  return Buffer.from(
    `${body}xref\n0 5\n0000000000 65535 f \n${offsets.join("")}trailer\n<< /Size 5 /Root 1 0 R /Encrypt 4 0 R /ID [<${id}> <${id}>] >>\nstartxref\n${body.length}\n%%EOF\n`,
    "latin1",
  );
}

describe("DOCX", () => {
  const document = docxOf(
    paragraph("Harbour rules", '<w:pStyle w:val="Titel"/>') +
      paragraph("Ferries", '<w:pStyle w:val="berschrift1"/>') +
      paragraph("They leave &amp; come back.") +
      "<w:p><w:r><w:delText>Gone.</w:delText></w:r><w:r><w:t>Stay</w:t></w:r><w:r><w:t>s.</w:t></w:r></w:p>" +
      paragraph("wind", "<w:numPr/>") +
      paragraph("ice", "<w:numPr/>") +
      `<w:tbl>${row("Who", "Costs")}${row("Dogs", "nothing")}</w:tbl>` +
      `<w:tbl>${row("alone")}</w:tbl>`,
  );

  it("has one section under each heading, for styles of any language", async () => {
    expect(await textsOf(fileOf("a.docx", document))).toEqual([
      {
        text: "They leave & come back.\n\nStays.\n\n- wind\n- ice\n\nWho: Dogs; Costs: nothing\n\nalone",
        heading: "Harbour rules › Ferries",
      },
    ]);
  });

  it("refuses a truncated file, another archive, and text that unpacks to too much", async () => {
    for (let tenth = 1; tenth < 10; tenth += 1) {
      const cut = document.slice(0, Math.floor((document.length * tenth) / 10));
      await expect(sectionsOf(fileOf("a.docx", cut))).rejects.toMatchObject({ code: "unreadable_file" });
    }
    const workbook = zipSync({ "xl/workbook.xml": new Uint8Array(3) });
    await expect(readerFor(fileOf("a.docx", workbook))).rejects.toThrow("is an Excel workbook");
    const bomb = zipSync({ "word/document.xml": new Uint8Array(80 * 1024 * 1024) });
    expect(bomb.byteLength).toBeLessThan(200_000);
    await expect(sectionsOf(fileOf("a.docx", bomb))).rejects.toThrow("unpacks to more than 67,108,864 bytes");
  });
});

describe("HTML", () => {
  it("has one section under each heading, without scripts, styles and menus", async () => {
    const page = `<!doctype html><html><head><title>Texel &amp; more</title><style>p{}</style></head><body>
      <nav><a href="/">Home</a></nav><script>let secret = "<p>no</p>";</script>
      <p>Welcome to the <b>island</b>.<br>It is windy.</p>
      <h1>Ferries</h1><p>Every   hour&nbsp;on the hour.</p>
      <ol><li>Pay<ul><li>in coins</li></ul></li><li>Board</li></ol>
      <h2>Prices</h2><table><tr><th>Who</th><th>Costs</th></tr><tr><td>Dogs</td><td>nothing</td></tr></table>
      <pre>a
  b</pre><p>&eacute;nd`;
    expect(await textsOf(fileOf("a.html", page))).toEqual([
      { text: "Welcome to the island.\nIt is windy.", heading: "Texel & more" },
      {
        text: "Every hour on the hour.\n\n1. Pay\n  - in coins\n2. Board",
        heading: "Texel & more › Ferries",
      },
      {
        text: "Who: Dogs; Costs: nothing\n\n```\na\n  b\n```\n\nénd",
        heading: "Texel & more › Ferries › Prices",
      },
    ]);
  });

  it("refuses endlessly nested elements", async () => {
    await expect(sectionsOf(fileOf("a.html", "<div>".repeat(200_000)))).rejects.toThrow("1,000 elements");
  });
});
