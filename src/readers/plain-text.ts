/** Plain text: a section a paragraph, as it streams. */
import { textLines } from "./decode.js";
import type { FileSource, Reader, Section } from "./reader.js";

/**
 * Characters after which a paragraph is cut at the end of a line. A log has no blank lines, and a section is held in memory; two or three
 * pages of prose are more than anybody writes without one.
 */
export const maxParagraphChars = 8000;

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
    const [last, ...cut] = pieces(line.text.trimEnd()).reverse();
    for (const text of cut.reverse()) yield { text, readBytes };
    lines.push(last ?? "");
    chars += (last ?? "").length + 1;
  }
  if (lines.length > 0) yield { text: lines.join("\n").trim(), readBytes };
}

/** A line in pieces of at most {@link maxParagraphChars}, cut after a sentence, else after a word, else between two characters. */
function pieces(line: string): string[] {
  const found: string[] = [];
  let rest = line;
  while (rest.length > maxParagraphChars) {
    const end = breakOf(rest.slice(0, maxParagraphChars));
    found.push(rest.slice(0, end).trim());
    rest = rest.slice(end);
  }
  found.push(rest);
  return found.filter((piece) => piece.trim() !== "");
}

function breakOf(window: string): number {
  const half = Math.floor(window.length / 2);
  const sentence = window.lastIndexOf(". ");
  if (sentence > half) return sentence + 2;
  const word = window.lastIndexOf(" ");
  if (word > half) return word + 1;
  return /[\uD800-\uDBFF]$/.test(window) ? window.length - 1 : window.length;
}
