/** HTML: a section under each heading, below the page's title; without programs, looks and menus. */
import { wholeText } from "../decode.js";
import type { FileSource, Reader, Section } from "../reader.js";
import { htmlSections } from "./html-blocks.js";

/** Bytes of a page. The longest that the HTML standard's authors publish has 14 MB. */
const maxBytes = 32 * 1024 * 1024;

export const htmlReader: Reader = { mediaType: "text/html", read };

async function* read(file: FileSource, options: { readonly signal?: AbortSignal }): AsyncGenerator<Section> {
  const html = await wholeText(file, { maxBytes, signal: options.signal });
  yield* htmlSections(file, html);
}
