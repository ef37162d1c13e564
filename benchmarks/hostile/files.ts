/**
 * Files that are expensive for their size: small archives that unpack to much, nested elements,
 * markup that repeats a name in every line. Made up; always the same.
 */
import { deflateSync } from "node:zlib";
import { zipSync } from "fflate";

export interface HostileFile {
  readonly name: string;
  /** Description for a table. */
  readonly what: string;
  make(): Uint8Array;
}

const mebi = 1024 * 1024;
const utf8 = (text: string) => new TextEncoder().encode(text);

/** A DOCX with this body and these styles. */
function docx(body: string, styles = "<w:styles></w:styles>"): Uint8Array {
  const text = `<?xml version="1.0"?><w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`;
  return zipSync(
    {
      "[Content_Types].xml": utf8("<Types/>"),
      "word/document.xml": utf8(text),
      "word/styles.xml": utf8(styles),
    },
    { level: 9 },
  );
}

const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

/** A PDF of one page with this content stream, packed this many times. */
function pdf(content: Uint8Array, packed = 1): Uint8Array {
  let stream = Buffer.from(content);
  for (let time = 0; time < packed; time += 1) stream = deflateSync(stream, { level: 9 });
  const filters = Array.from({ length: packed }, () => "/FlateDecode").join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 600] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    null,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  const parts: Buffer[] = [Buffer.from("%PDF-1.4\n")];
  const offsets: number[] = [];
  const size = () => parts.reduce((sum, part) => sum + part.length, 0);
  for (const [at, object] of objects.entries()) {
    offsets.push(size());
    if (object !== null) parts.push(Buffer.from(`${at + 1} 0 obj\n${object}\nendobj\n`));
    else {
      const head = `${at + 1} 0 obj\n<< /Length ${stream.length} /Filter [${filters}] >>\nstream\n`;
      parts.push(Buffer.from(head), stream, Buffer.from("\nendstream\nendobj\n"));
    }
  }
  const start = size();
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const end = `xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return new Uint8Array(Buffer.concat([...parts, Buffer.from(end)]));
}

const letter = (body: string) => utf8(`From: ana@example.org\r\nSubject: Hello\r\n\r\n${body}`);
const repeated = (text: string, bytes: number) => text.repeat(Math.floor(bytes / text.length));

/** The files, from the simplest reader to the most complex. */
export function hostileFiles(): HostileFile[] {
  const docxText = "<w:p></w:p>";
  const style = '<w:style w:styleId="a"><w:name w:val="b"/></w:style>';
  return [
    {
      name: "nested.docx",
      what: "300,000 elements within each other",
      make: () => docx("<w:x>".repeat(300_000) + "</w:x>".repeat(300_000)),
    },
    {
      name: "styles.docx",
      what: "60 MB of styles",
      make: () => docx(paragraph("Hello."), `<w:styles>${repeated(style, 60 * mebi)}</w:styles>`),
    },
    {
      name: "paragraphs.docx",
      what: "60 MB of empty paragraphs",
      make: () => docx(repeated(docxText, 60 * mebi)),
    },
    {
      name: "text.docx",
      what: "60 MB of text",
      make: () => docx(repeated(paragraph("Ships leave the harbour."), 60 * mebi)),
    },
    {
      name: "prose.md",
      what: "15 MB of prose",
      make: () => utf8(repeated("Ships leave the harbour in May, and they return in autumn.\n\n", 15 * mebi)),
    },
    { name: "items.md", what: "15 MB of list items", make: () => utf8(repeated("- a\n", 15 * mebi)) },
    { name: "emphasis.md", what: "15 MB of emphasis", make: () => utf8(repeated("*a* ", 15 * mebi)) },
    { name: "brackets.md", what: "1 MB of open brackets", make: () => utf8("[".repeat(mebi)) },
    {
      name: "heading.md",
      what: "a heading of 1 MB over 4 MB",
      make: () => utf8(`# ${"harbour ".repeat(mebi / 8)}\n${repeated("Ships leave in May.\n\n", 4 * mebi)}`),
    },
    { name: "ends.eml", what: "2 MB of line ends", make: () => letter("\n".repeat(2 * mebi)) },
    { name: "lines.eml", what: "8 MB of lines of one letter", make: () => letter("a\n".repeat(4 * mebi)) },
    {
      name: "headers.eml",
      what: "8 MB of header lines",
      make: () => utf8(`From: ana@example.org\r\n${repeated("X: y\r\n", 8 * mebi)}\r\nHello.`),
    },
    {
      name: "addresses.eml",
      what: "2 MB of addresses",
      make: () => utf8(`From: ana@example.org\r\nTo: ${repeated("a@b, ", 2 * mebi)}\r\n\r\nHello.`),
    },
    {
      name: "tags.eml",
      what: "8 MB of HTML",
      make: () =>
        utf8(`From: ana@example.org\r\nContent-Type: text/html\r\n\r\n${repeated("<p>a", 8 * mebi)}`),
    },
    {
      name: "page.pdf",
      what: "a page that unpacks to 40 MB",
      make: () => pdf(utf8(`BT /F1 9 Tf ${repeated("(a b c) Tj 0 1 Td ", 40 * mebi)} ET`)),
    },
    {
      name: "twice.pdf",
      what: "a page packed twice, 300 MB",
      make: () => pdf(utf8(`BT /F1 9 Tf ${repeated("(a b c) Tj 0 1 Td ", 300 * mebi)} ET`), 2),
    },
    {
      name: "deep.pdf",
      what: "8 MB of arrays within each other",
      make: () => pdf(utf8(`BT /F1 9 Tf ${"[".repeat(8 * mebi)} TJ ET`)),
    },
    {
      name: "numbers.pdf",
      what: "an array of 15,000,000 numbers",
      make: () => pdf(utf8(`BT /F1 9 Tf [${repeated("1 ", 30 * mebi)}] TJ ET`)),
    },
    {
      name: "plain-numbers.pdf",
      what: "an array of 60,000,000 numbers, not packed",
      make: () => pdf(utf8(`BT /F1 9 Tf [${repeated("1 ", 120 * mebi)}] TJ ET`), 0),
    },
    {
      name: "dictionaries.pdf",
      what: "6,000,000 dictionaries",
      make: () => pdf(utf8(`BT /F1 9 Tf [${repeated("<<>> ", 30 * mebi)}] TJ ET`)),
    },
    {
      name: "tags.html",
      what: "30 MB of tags",
      make: () => utf8(`<html>${repeated("<b>a</b>", 30 * mebi)}`),
    },
    {
      name: "paragraphs.html",
      what: "30 MB of paragraphs of one letter",
      make: () => utf8(`<html>${repeated("<p>a", 30 * mebi)}`),
    },
    {
      name: "cells.html",
      what: "a row of 7,000,000 cells",
      make: () => utf8(`<html><table><tr>${repeated("<td>", 30 * mebi)}`),
    },
    {
      name: "lists.html",
      what: "items in 900 lists, 8 MB",
      make: () => utf8(`<html>${"<ul><li>".repeat(450)}${repeated("<li>a", 8 * mebi)}`),
    },
    {
      name: "attributes.html",
      what: "a tag of 8 MB of attributes",
      make: () => utf8(`<html><p ${Array.from({ length: 800_000 }, (_, at) => `a${at}=1`).join(" ")}>Hello.`),
    },
    {
      name: "table.html",
      what: "a table whose heading has 1 MB, 4 MB",
      make: () =>
        utf8(
          `<html><table><tr><th>${"a".repeat(mebi)}</th></tr>${repeated("<tr><td>b</td></tr>", 4 * mebi)}</table>`,
        ),
    },
    {
      name: "heading.csv",
      what: "a heading of 500 kB over 4 MB",
      make: () => utf8(`${"a".repeat(500_000)}\n${repeated("bc\n", 4 * mebi)}`),
    },
    {
      name: "keys.json",
      what: "a key of 1 MB over 1,000,000 values",
      make: () =>
        utf8(
          JSON.stringify([{ ["k".repeat(mebi)]: Array.from({ length: 300_000 }, (_, at) => ({ a: at })) }]),
        ),
    },
    { name: "deep.json", what: "8 MB of arrays within each other", make: () => utf8("[".repeat(8 * mebi)) },
    {
      name: "objects.json",
      what: "60 MB of small objects of one array",
      make: () => utf8(`{"a":[${repeated('{"b":1},', 60 * mebi)}1]}`),
    },
    {
      name: "keys-of-all.json",
      what: "950,000 objects, each with a key of its own",
      make: () => utf8(`[[${Array.from({ length: 950_000 }, (_, at) => `{"k${at}":1}`).join()}]]`),
    },
    { name: "numbers.json", what: "64 MB of numbers", make: () => utf8(`[[${repeated("1,", 64 * mebi)}1]]`) },
    { name: "ends.txt", what: "31 MB of line ends", make: () => utf8("\n".repeat(31 * mebi)) },
    { name: "ends.jsonl", what: "31 MB of line ends", make: () => utf8("\n".repeat(31 * mebi)) },
    { name: "ends.ts", what: "8 MB of line ends", make: () => utf8("\n".repeat(8 * mebi)) },
    { name: "letters.txt", what: "15 MB without a line end", make: () => utf8("a".repeat(15 * mebi)) },
  ];
}
