/** DOCX: a section under each heading. The two parts that hold the text and its styles are unpacked, and no more than a bound of them. */
import { strFromU8, unzipSync } from "fflate";
import { refuseOver } from "../decode.js";
import type { FileSource, Reader, Section } from "../reader.js";
import { counted, unreadable } from "../unreadable.js";
import { docxSections } from "./docx-blocks.js";

/** Bytes of a file: pictures make it large, and are not unpacked. */
const maxBytes = 128 * 1024 * 1024;
/** Bytes of what is unpacked: a thousand pages are 10 MB. A small file can say that it unpacks to any number. */
const maxUnpackedBytes = 64 * 1024 * 1024;

const textPart = "word/document.xml";
const stylesPart = "word/styles.xml";
const parts = [textPart, stylesPart];

export const docxReader: Reader = {
  mediaType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  read,
};

async function* read(file: FileSource, options: { readonly signal?: AbortSignal }): AsyncGenerator<Section> {
  refuseOver(file, maxBytes);
  const archive = await file.bytes();
  options.signal?.throwIfAborted();
  const unpacked = unpack(file, archive);
  const document = unpacked[textPart];
  if (document === undefined) throw unreadable(file, `is no Word document: it has no ${textPart}`);
  const text = strFromU8(document);
  if (!/<\/(?:\w+:)?document>\s*$/.test(text.slice(-200)))
    throw unreadable(file, "is damaged: its text has no end");
  const styles = unpacked[stylesPart];
  yield* docxSections({
    text,
    styles: styles === undefined ? "" : strFromU8(styles),
    readBytes: file.sizeBytes,
  });
}

function unpack(file: FileSource, archive: Uint8Array): Record<string, Uint8Array> {
  let bytes = 0;
  try {
    // What is unpacked is never longer than the archive says, so that what it says can be added up beforehand.
    return unzipSync(archive, {
      filter: ({ name, originalSize }) => {
        if (!parts.includes(name)) return false;
        bytes += originalSize;
        if (bytes > maxUnpackedBytes)
          throw new Error(`it unpacks to more than ${counted(maxUnpackedBytes)} bytes of text`);
        return true;
      },
    });
  } catch (error) {
    throw unreadable(
      file,
      `is damaged, cut off or too large: ${error instanceof Error ? error.message : String(error)}`,
      error,
    );
  }
}
