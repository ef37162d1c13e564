/** Plain text: one section per paragraph, streamed. */
import { cutText } from "./bounded-sections.js";
import { textLines } from "./decode.js";
import type { FileSource, Reader, Section } from "./reader.js";

/**
 * Characters after which a paragraph is cut at the end of a line: two or three pages of prose. A
 * log has no blank lines, and a section is kept in memory.
 */
export const maxParagraphChars = 8000;

/** Reads plain text. */
export const plainTextReader: Reader = { mediaType: "text/plain", read };

async function* read(file: FileSource, options: { readonly signal?: AbortSignal }): AsyncGenerator<Section> {
  let lines: string[] = [];
  let chars = 0;
  let readBytes = 0;
  for await (const line of textLines(file, options)) {
    readBytes = line.readBytes;
    const blank = line.text.trim() === "";
    if (lines.length > 0 && (blank || chars + line.text.length > maxParagraphChars)) {
      yield { text: lines.join("\n").trim(), readBytes };
      lines = [];
      chars = 0;
    }
    if (blank) continue;
    const [last, ...cut] = cutText(line.text.trimEnd(), maxParagraphChars).reverse();
    for (const text of cut.reverse()) yield { text, readBytes };
    lines.push(last ?? "");
    chars += (last ?? "").length + 1;
  }
  if (lines.length > 0) yield { text: lines.join("\n").trim(), readBytes };
}
