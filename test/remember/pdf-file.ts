/** A PDF (ISO 32000-1) written by hand: one page a list of lines, in Helvetica, uncompressed. */

/** Bytes of a file of so many pages; lines of plain ASCII. */
export function pdfOf(pages: readonly (readonly string[])[]): Uint8Array {
  const first = 4;
  const pageIds = pages.map((_, index) => first + 2 * index);
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count ${pages.length} /Kids [${pageIds.map((id) => `${id} 0 R`).join(" ")}] >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...pages.flatMap((lines, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${pageIds[index]! + 1} 0 R >>`,
      streamOf(lines),
    ]),
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return new TextEncoder().encode(`${text}xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`);
}

function streamOf(lines: readonly string[]): string {
  const shown = lines.map((line) => `(${line.replace(/[\\()]/g, "\\$&")}) Tj T*`).join("\n");
  const content = `BT\n/F1 12 Tf\n14 TL\n72 770 Td\n${shown}\nET`;
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
}
