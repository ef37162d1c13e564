/**
 * What holds for the sections of every format, whatever a file says: none is so long that cutting it into passages keeps the process from
 * its other callers, no heading is so long that it outweighs the text under it, and all together they are no more than a file of that size can say.
 */
import { cutText } from "./cut-text.js";
import type { FileSource, Section } from "./reader.js";
import { counted, unreadable } from "./unreadable.js";

/** Characters of a section. Cutting so many into passages takes a few milliseconds; a chapter of a book has as many. */
const maxSectionChars = 32_768;
/** Characters of a heading path, which is kept with each passage, and of a speaker. */
const maxHeadingChars = 1000;
const maxSpeakerChars = 200;
/**
 * Characters that a file may say for each of its bytes, and that any may say: prose in a DOCX is some 5, a table with long column names 50. What says more repeats
 * itself, or was made to.
 */
const maxCharsPerByte = 100;
const freeChars = 1024 * 1024;

/**
 * The sections of a reader within these bounds. Headings and speakers are shortened; long sections are cut, and say the same heading and page.
 *
 * @throws {MemoryError} `unreadable_file` past the bound of all characters
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
