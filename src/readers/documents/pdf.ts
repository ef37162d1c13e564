/**
 * PDF: one section per page, with paragraphs rebuilt from the positions of lines. The file and one
 * page are in memory.
 */
import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { MemoryError } from "../../contract/errors.js";
import { refuseOver } from "../decode.js";
import type { FileSource, Reader, Section } from "../reader.js";
import { counted, unreadable } from "../reader.js";
import { type PdfPiece, pageText } from "./pdf-page.js";
import { streamTooLarge } from "./pdf-streams.js";

/**
 * Maximum number of bytes of a file, which is in memory whole because its index is at its end. The
 * objects that the library makes from an array of that size fit into the memory of a thread.
 */
const maxBytes = 128 * 1024 * 1024;
/** Maximum number of pages. The longest printed works have some ten thousand. */
const maxPages = 20_000;
/**
 * Maximum number of characters of a page. A page of small print has ten thousand; a small file can
 * unpack to any size.
 */
const maxPageChars = 1_000_000;

type TextContent = Awaited<ReturnType<PDFPageProxy["getTextContent"]>>;
/**
 * A PDF ends with this mark. Readers look for it in the last 1024 bytes (PDF Reference 1.7,
 * appendix H, note 18).
 */
const endMark = "%%EOF";
const endBytes = 1024;

/** Reads PDF documents. */
export const pdfReader: Reader = { mediaType: "application/pdf", read };

async function* read(file: FileSource, options: { readonly signal?: AbortSignal }): AsyncGenerator<Section> {
  refuseOver(file, maxBytes);
  const pdfjs = await library();
  // The library takes ownership of the bytes, so it receives a copy.
  const data = Uint8Array.from(await file.bytes());
  options.signal?.throwIfAborted();
  if (!Buffer.from(data.subarray(-endBytes)).includes(endMark))
    throw unreadable(file, `is cut off: a PDF ends in ${endMark}`);
  const tooLarge = await streamTooLarge(data);
  if (tooLarge !== undefined)
    throw unreadable(file, `has a part that unpacks to more than ${counted(tooLarge)} bytes`);
  options.signal?.throwIfAborted();
  const loading = pdfjs.getDocument({
    data,
    verbosity: 0,
    stopAtErrors: true,
    isEvalSupported: false,
    useSystemFonts: false,
  });
  try {
    yield* pages(await loading.promise, file, options.signal);
  } catch (error) {
    throw failed(file, error, options.signal);
  } finally {
    await loading.destroy();
  }
}

async function* pages(
  document: PDFDocumentProxy,
  file: FileSource,
  signal: AbortSignal | undefined,
): AsyncGenerator<Section> {
  const { numPages } = document;
  if (numPages > maxPages)
    throw unreadable(
      file,
      `has ${counted(numPages)} pages, and up to ${counted(maxPages)} are read; split it`,
    );
  let isBlank = true;
  for (let number = 1; number <= numPages; number += 1) {
    signal?.throwIfAborted();
    const text = pageText(await pieces(document, number, file));
    if (text === "") continue;
    isBlank = false;
    yield { text, page: number, readBytes: Math.floor((file.sizeBytes * number) / numPages) };
  }
  if (isBlank)
    throw unreadable(
      file,
      `has no text on its ${counted(numPages)} pages, only pictures; run text recognition over it first`,
    );
}

/** Returns the pieces of a page. A page that never ends is refused at the limit. */
async function pieces(document: PDFDocumentProxy, number: number, file: FileSource): Promise<PdfPiece[]> {
  const page = await document.getPage(number);
  const found: PdfPiece[] = [];
  let chars = 0;
  let items = 0;
  // Node can iterate this stream, although the library's types do not say so.
  const text = page.streamTextContent() as unknown as AsyncIterable<TextContent>;
  for await (const chunk of text) {
    items += chunk.items.length;
    for (const item of chunk.items) {
      if (!("str" in item)) continue;
      chars += item.str.length;
      found.push(toPiece(item));
    }
    if (chars > maxPageChars || items > maxPageChars)
      throw unreadable(file, `has more than ${counted(maxPageChars)} characters on page ${number}`);
  }
  page.cleanup();
  return found;
}

function toPiece(item: {
  str: string;
  transform: number[];
  width: number;
  height: number;
  hasEOL: boolean;
}): PdfPiece {
  const [, , , , left = 0, baseline = 0] = item.transform;
  return { text: item.str, left, baseline, width: item.width, height: item.height, endsLine: item.hasEOL };
}

async function library() {
  try {
    return await import("pdfjs-dist/legacy/build/pdf.mjs");
  } catch (cause) {
    throw new MemoryError(
      "missing_dependency",
      "Cannot read a PDF: pdfjs-dist must be installed; run npm install pdfjs-dist",
      {
        data: { package: "pdfjs-dist" },
        cause,
      },
    );
  }
}

/** Turns an error of the library into ours if it has a known name. */
function failed(file: FileSource, error: unknown, signal: AbortSignal | undefined): unknown {
  if (MemoryError.is(error) || signal?.aborted === true) return error;
  const name = error instanceof Error ? error.name : "";
  if (name === "PasswordException")
    return unreadable(file, "is encrypted; save it without a password", error);
  return unreadable(
    file,
    `is damaged or cut off: ${error instanceof Error ? error.message : String(error)}`,
    error,
  );
}
