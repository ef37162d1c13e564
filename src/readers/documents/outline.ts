/** Blocks under headings, as sections: what Markdown, HTML and DOCX have in common. */
import type { Section } from "../reader.js";

const between = " › ";

/** Characters of a heading. What is longer is a paragraph that was marked as one, and would be kept with each passage under it. */
const maxHeadingChars = 400;

/** Characters and blocks under one heading that are given out before its end: a chapter of a book has half a million. */
const longChars = 1_048_576;
const longBlocks = 65_536;

/**
 * Takes a document's headings and blocks in their order and gives a section for what stands under each heading. A heading with nothing
 * under it, neither text nor a heading of its own, is told as a section, so that no words are lost.
 */
export class Outline {
  readonly #readBytes: number;
  #headings: { readonly level: number; readonly text: string }[] = [];
  #blocks: string[] = [];
  #chars = 0;
  #isBare = false;

  /** @param readBytes What each section says it is read up to: a format that is read whole has read all. */
  constructor(readBytes: number) {
    this.#readBytes = readBytes;
  }

  /** Opens a heading, of level 1 and more; 0 is the document's title. Gives what stood before it. */
  *heading(level: number, text: string): Generator<Section> {
    const title = text.replace(/\s+/gu, " ").trim();
    if (title === "") return;
    if (title.length > maxHeadingChars) {
      this.block(text);
      return;
    }
    const isInside = level > (this.#headings.at(-1)?.level ?? -1);
    yield* this.#flush(isInside);
    this.#headings = [...this.#headings.filter((outer) => outer.level < level), { level, text: title }];
    this.#isBare = true;
  }

  block(text: string): void {
    const block = text.replace(/^\s*\n/, "").trimEnd();
    if (block === "") return;
    this.#blocks.push(block);
    this.#chars += block.length;
  }

  /** What stands under the last heading so far, once that is long: a document of one chapter is not kept in memory until its end. */
  *long(): Generator<Section> {
    if (this.#chars > longChars || this.#blocks.length > longBlocks) yield* this.#flush(false);
  }

  /** What stands under the last heading. */
  *end(): Generator<Section> {
    yield* this.#flush(false);
  }

  *#flush(nextIsInside: boolean): Generator<Section> {
    const [last] = this.#headings.slice(-1);
    if (this.#blocks.length > 0) yield this.#section(this.#blocks.join("\n\n"), this.#headings);
    else if (this.#isBare && last !== undefined && !nextIsInside)
      yield this.#section(last.text, this.#headings.slice(0, -1));
    this.#blocks = [];
    this.#chars = 0;
    this.#isBare = false;
  }

  #section(text: string, headings: readonly { readonly text: string }[]): Section {
    const path = headings.map((heading) => heading.text);
    // A page's title is often its first heading again.
    const distinct = path.filter((heading, place) => heading !== path[place - 1]);
    return {
      text,
      ...(distinct.length > 0 ? { heading: distinct.join(between) } : {}),
      readBytes: this.#readBytes,
    };
  }
}
