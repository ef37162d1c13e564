/** Groups blocks under headings into sections. Markdown, HTML and DOCX share it. */
import type { Section } from "../reader.js";

const between = " › ";

/**
 * Maximum number of characters of a heading. A longer one is a paragraph that was marked as a
 * heading; it would be stored with each passage below it.
 */
const maxHeadingChars = 400;

/**
 * Number of characters under one heading that are yielded before it ends: a chapter of a book has
 * half a million.
 */
const longChars = 1_048_576;
/** Number of blocks under one heading that are yielded before it ends. */
const longBlocks = 65_536;

/**
 * Takes a document's headings and blocks in their order, and yields a section for the text under
 * each heading. A heading with no text and no heading below it becomes a section itself, so that no
 * words are lost.
 */
export class Outline {
  readonly #readBytes: number;
  #headings: { readonly level: number; readonly text: string }[] = [];
  #blocks: string[] = [];
  #chars = 0;
  #isBare = false;

  /**
   * @param readBytes The `readBytes` of every section. These formats are read whole before the
   * first section.
   */
  constructor(readBytes: number) {
    this.#readBytes = readBytes;
  }

  /**
   * Starts a heading of level 1 or more; 0 is the document's title. Yields the section before it.
   */
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

  /** Adds a block under the last heading. */
  block(text: string): void {
    const block = text.replace(/^\s*\n/, "").trimEnd();
    if (block === "") return;
    this.#blocks.push(block);
    this.#chars += block.length;
  }

  /**
   * Yields the text under the last heading so far, once it is long, so that a document of one
   * chapter is not kept in memory until its end.
   */
  *long(): Generator<Section> {
    if (this.#chars > longChars || this.#blocks.length > longBlocks) yield* this.#flush(false);
  }

  /** Yields the text under the last heading. */
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
    // A page's title is often repeated as its first heading.
    const distinct = path.filter((heading, place) => heading !== path[place - 1]);
    return {
      text,
      ...(distinct.length > 0 ? { heading: distinct.join(between) } : {}),
      readBytes: this.#readBytes,
    };
  }
}
