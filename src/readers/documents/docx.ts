/**
 * DOCX: one section under each heading. The two parts with the text and its styles are unpacked
 * while they are read, up to a limit.
 */
import { refuseOver } from "../decode.js";
import type { FileSource, Reader, Section } from "../reader.js";
import { counted, unreadable } from "../reader.js";
import { DocxBody, headingLevels, NestedTooDeep, XmlWalk } from "./docx-blocks.js";
import { Outline } from "./outline.js";
import { unpacked, ZipError, type ZipPart, zipParts } from "./zip.js";

/** Maximum number of bytes of a file. Pictures make it large, and are not unpacked. */
const maxBytes = 128 * 1024 * 1024;
/**
 * Maximum number of bytes of the unpacked text: a thousand pages are 10 MB. A small file can unpack
 * to any size.
 */
const maxTextBytes = 64 * 1024 * 1024;
/**
 * Maximum number of bytes of the unpacked styles: Word writes some 30 kB, templates of large
 * companies 500 kB.
 */
const maxStylesBytes = 4 * 1024 * 1024;
/** Maximum nesting of elements: a paragraph in a table in a text box has some thirty. */
const maxNesting = 256;

const textPart = "word/document.xml";
const stylesPart = "word/styles.xml";
/** The end of a complete document. Without it the document is cut off. */
const end = /<\/(?:\w+:)?document>\s*$/;
/** The end tag is searched for in this many characters at the end of the text. */
const endChars = 200;

/** Reads Word documents. */
export const docxReader: Reader = {
  mediaType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  read,
};

async function* read(file: FileSource, options: { readonly signal?: AbortSignal }): AsyncGenerator<Section> {
  refuseOver(file, maxBytes);
  const archive = await file.bytes();
  options.signal?.throwIfAborted();
  try {
    yield* sections(file, archive);
  } catch (error) {
    if (error instanceof ZipError) throw unreadable(file, error.message, error);
    if (error instanceof NestedTooDeep)
      throw unreadable(file, `has more than ${counted(maxNesting)} elements within each other`, error);
    throw error;
  }
}

async function* sections(file: FileSource, archive: Uint8Array): AsyncGenerator<Section> {
  const parts = zipParts(archive, [textPart, stylesPart]);
  const text = parts.get(textPart);
  const styles = parts.get(stylesPart);
  if (text === undefined) throw unreadable(file, `is not a Word document: it has no ${textPart}`);
  const levels = headingLevels();
  if (styles !== undefined) {
    const walk = new XmlWalk(levels.walker, maxNesting);
    for await (const piece of decoded(styles, maxStylesBytes)) walk.take(piece);
  }
  const body = new DocxBody(new Outline(file.sizeBytes), levels.found);
  const walk = new XmlWalk(body, maxNesting);
  let last = "";
  for await (const piece of decoded(text, maxTextBytes)) {
    walk.take(piece);
    last = (last + piece.slice(-endChars)).slice(-endChars);
    yield* body.found.splice(0);
  }
  if (!end.test(last)) throw unreadable(file, "is damaged: its text has no end");
  walk.end();
  yield* body.end();
}

async function* decoded(part: ZipPart, limit: number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const piece of unpacked(part, limit)) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}
