/** Documents made by tests. */
import { zipSync } from "fflate";
import { PDFDocument, StandardFonts } from "pdf-lib";

/** Returns a PDF with these pages, each a list of lines; an empty line is a gap. */
export async function pdfOf(pages: readonly (readonly string[])[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const lines of pages) {
    const page = document.addPage([400, 600]);
    for (const [place, line] of lines.entries())
      if (line !== "") page.drawText(line, { x: 40, y: 560 - place * 14, size: 11, font });
  }
  return document.save();
}

const styles = `<w:styles><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>
<w:style w:styleId="Titel"><w:name w:val="Title"/></w:style></w:styles>`;

/** Returns a DOCX with this body. */
export function docxOf(body: string): Uint8Array {
  const text = `<?xml version="1.0"?><w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`;
  const bytes = (part: string) => new TextEncoder().encode(part);
  return zipSync({
    "[Content_Types].xml": bytes("<Types/>"),
    "word/document.xml": bytes(text),
    "word/styles.xml": bytes(styles),
  });
}

/** A paragraph, with the XML of its properties. */
export function paragraph(text: string, properties = ""): string {
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

/** A table row. */
export function row(...cells: string[]): string {
  return `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join("")}</w:tr>`;
}
