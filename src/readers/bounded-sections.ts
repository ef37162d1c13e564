/**
 * Bounds that apply to the sections of every format. A section is short enough to be cut into
 * passages without blocking other calls. A heading is short, because it is stored with each passage
 * below it. All sections together are in proportion to the size of the file.
 */
import type { FileSource, Section } from "./reader.js";
import { counted, unreadable } from "./reader.js";

/**
 * Maximum number of characters of a section: a chapter of a book. Cutting it into passages takes a
 * few milliseconds.
 */
const maxSectionChars = 32_768;
/** Maximum number of characters of a heading path, which is stored with each passage. */
const maxHeadingChars = 1000;
/** Maximum number of characters of a speaker's name. */
const maxSpeakerChars = 200;
/**
 * Maximum number of characters of all sections for each byte of the file. Prose in a DOCX has some
 * 5, a table with long column names 50. A file with more either repeats itself or was crafted to
 * expand.
 */
const maxCharsPerByte = 100;
/** Number of characters that any file may have, however small it is. */
const freeChars = 1024 * 1024;

/**
 * Applies these bounds to the sections of a reader. It shortens headings and speakers, and cuts
 * long sections; the pieces have the same heading and page.
 *
 * @throws {MemoryError} `unreadable_file` when all sections together exceed the bound
 */
export async function* boundedSections(
  sections: AsyncIterable<Section>,
  file: Pick<FileSource, "name" | "sizeBytes">,
): AsyncGenerator<Section> {
  const maxChars = freeChars + maxCharsPerByte * file.sizeBytes;
  let chars = 0;
  for await (const section of sections) {
    const labels = shortLabels(section);
    for (const text of cutText(section.text.trim(), maxSectionChars)) {
      chars += text.length + (labels.heading?.length ?? 0);
      if (chars > maxChars)
        throw unreadable(
          file,
          `says more than ${counted(maxCharsPerByte)} characters for each of its ${counted(file.sizeBytes)} bytes`,
        );
      yield { ...section, ...labels, text };
    }
  }
}

function shortLabels({ heading, speaker }: Section): Pick<Section, "heading" | "speaker"> {
  return {
    ...(heading === undefined ? {} : { heading: heading.slice(0, maxHeadingChars).toWellFormed() }),
    ...(speaker === undefined ? {} : { speaker: speaker.slice(0, maxSpeakerChars).toWellFormed() }),
  };
}

/** Where a text may be cut, the best place first. The mark stays before the cut. */
const breaks = ["\n\n", "\n", ". ", " "];

/**
 * Returns the text in pieces of at most `maxChars`. It cuts after a paragraph; if there is none,
 * after a line, a sentence or a word; otherwise between two characters. Pieces of white space are
 * left out.
 */
export function cutText(text: string, maxChars: number): string[] {
  const found: string[] = [];
  let start = 0;
  while (text.length - start > maxChars) {
    const end = start + breakOf(text.slice(start, start + maxChars));
    found.push(text.slice(start, end).trim());
    start = end;
  }
  found.push(text.slice(start));
  return found.filter((piece) => piece.trim() !== "");
}

function breakOf(window: string): number {
  const half = Math.floor(window.length / 2);
  for (const mark of breaks) {
    const place = window.lastIndexOf(mark);
    if (place > half) return place + mark.length;
  }
  return /[\uD800-\uDBFF]$/.test(window) ? window.length - 1 : window.length;
}
