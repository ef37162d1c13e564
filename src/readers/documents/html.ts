/**
 * HTML: one section under each heading, below the page's title. Scripts, styles and menus are left
 * out.
 */

import { Parser } from "../../bundled/htmlparser2.js";
import { wholeText } from "../decode.js";
import type { FileSource, Reader, Section } from "../reader.js";
import { counted, unreadable } from "../reader.js";
import { BlockWriter } from "./block-writer.js";
import { Outline } from "./outline.js";

/** Maximum number of bytes of a page. The longest page of the HTML standard has 14 MB. */
const maxBytes = 32 * 1024 * 1024;

/** Reads HTML pages. */
export const htmlReader: Reader = { mediaType: "text/html", read };

async function* read(file: FileSource, options: { readonly signal?: AbortSignal }): AsyncGenerator<Section> {
  const html = await wholeText(file, { maxBytes, signal: options.signal });
  yield* htmlSections(file, html);
}

/** Number of characters that are parsed before the sections so far are yielded. */
const sliceChars = 65_536;
/**
 * Maximum nesting of elements. Pages have thirty; the parser's cost grows with the square of the
 * depth.
 */
const maxHtmlNesting = 1000;

/** Elements that are not the text of the page: scripts, styles, menus and form controls. */
const silent = new Set(
  "script style noscript template nav svg math iframe object canvas audio video select button textarea dialog".split(
    " ",
  ),
);
/** Elements that end a line of text. */
const blocks = new Set(
  `address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form header hgroup
  hr html legend li main ol p pre section summary table tbody td tfoot th thead tr ul head title h1 h2 h3 h4 h5 h6`.split(
    /\s+/,
  ),
);

/**
 * Yields the sections of a page, in its order.
 *
 * @throws {MemoryError} `unreadable_file` if elements nest deeper than {@link maxHtmlNesting}
 */
export function htmlSections(file: FileSource, html: string): Generator<Section> {
  return parsedPage(file, html, new Page(new Outline(file.sizeBytes)));
}

/**
 * Returns the text of an HTML fragment without its tags. Headings become lines of the text.
 *
 * @throws {MemoryError} as {@link htmlSections}
 */
export function htmlText(file: FileSource, html: string): string {
  const sections = [...parsedPage(file, html, new Page(new Outline(file.sizeBytes), { isFragment: true }))];
  return sections.map(({ text }) => text).join("\n\n");
}

function* parsedPage(file: FileSource, html: string, page: Page): Generator<Section> {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1;
        if (depth > maxHtmlNesting)
          throw unreadable(file, `has more than ${counted(maxHtmlNesting)} elements within each other`);
        page.open(name, attributes);
      },
      onclosetag: (name) => {
        depth -= 1;
        page.close(name);
      },
      ontext: (text) => page.text(text),
    },
    { decodeEntities: true },
  );
  for (let at = 0; at < html.length; at += sliceChars) {
    parser.write(html.slice(at, at + sliceChars));
    yield* page.found.splice(0);
  }
  parser.end();
  yield* page.end();
}

/** Collects the sections of one page from its tags. */
class Page {
  /** Complete sections, until the caller takes them. */
  readonly found: Section[] = [];
  readonly #outline: Outline;
  readonly #isFragment: boolean;
  readonly #writer = new BlockWriter();
  readonly #lists: { count: number | null }[] = [];
  #running = "";
  #depth = 0;
  #silentSince: number | null = null;
  #preformatted = 0;
  #isHeaderRow = false;

  constructor(outline: Outline, { isFragment = false } = {}) {
    this.#outline = outline;
    this.#isFragment = isFragment;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#depth += 1;
    if (this.#silentSince !== null) return;
    if (isSilent(name, attributes)) this.#silentSince = this.#depth;
    else if (name === "br") this.#running += "\n";
    else if (name === "img") this.#running += ` ${attributes.alt ?? ""} `;
    else if (blocks.has(name)) this.#openBlock(name, attributes);
  }

  close(name: string): void {
    const isSilentEnd = this.#silentSince === this.#depth;
    this.#depth -= 1;
    if (isSilentEnd) this.#silentSince = null;
    else if (this.#silentSince === null && blocks.has(name)) this.#closeBlock(name);
  }

  text(text: string): void {
    if (this.#silentSince === null)
      this.#running += this.#preformatted > 0 ? text : text.replace(/\s+/gu, " ");
  }

  end(): Section[] {
    this.#flush();
    this.#outline.block(this.#writer.end());
    this.found.push(...this.#outline.end());
    return this.found;
  }

  #openBlock(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#flush();
    if (name === "pre") this.#preformatted += 1;
    else if (name === "ul") this.#lists.push({ count: null });
    else if (name === "ol") this.#lists.push({ count: (Number(attributes.start) || 1) - 1 });
    else if (name === "li") this.#writer.openItem(this.#marker());
    else if (name === "table") this.#writer.openTable();
    else if (name === "tr") this.#openRow();
    else if (name === "td" || name === "th") this.#openCell(name);
  }

  #closeBlock(name: string): void {
    const level = /^h([1-6])$/.exec(name)?.[1];
    if (level !== undefined || name === "title") this.#heading(Number(level ?? 0));
    else if (name === "pre") this.#code();
    else this.#flush();
    if (name === "ul" || name === "ol") this.#lists.pop();
    else if (name === "li") this.#writer.closeItem();
    else if (name === "tr") this.#writer.closeRow(this.#isHeaderRow);
    else if (name === "table") this.#writer.closeTable();
    const isWhole = !this.#writer.isInside && this.#lists.length === 0 && name !== "tr";
    if (isWhole || this.#writer.isLong) this.#outline.block(this.#writer.end());
    this.found.push(...this.#outline.long());
  }

  #marker(): string {
    const list = this.#lists.at(-1);
    if (list === undefined || list.count === null) return "-";
    list.count += 1;
    return `${list.count}.`;
  }

  #openRow(): void {
    this.#writer.openRow();
    this.#isHeaderRow = true;
  }

  /** A row is a row of headings if all of its cells are headings. */
  #openCell(name: "td" | "th"): void {
    this.#writer.openCell();
    if (name === "td") this.#isHeaderRow = false;
  }

  #heading(level: number): void {
    if (this.#writer.isInside || this.#isFragment) this.#flush();
    else {
      this.#outline.block(this.#writer.end());
      this.found.push(...this.#outline.heading(level, this.#running));
      this.#running = "";
    }
  }

  #code(): void {
    this.#preformatted = Math.max(0, this.#preformatted - 1);
    if (this.#running.trim() !== "") this.#writer.code(this.#running.replace(/^\n/, ""));
    this.#running = "";
  }

  #flush(): void {
    const lines = this.#running
      .split("\n")
      .map((line) => (this.#preformatted > 0 ? line : line.replace(/\s+/gu, " ").trim()));
    this.#running = "";
    this.#writer.text(lines.join("\n").trim());
  }
}

function isSilent(name: string, attributes: Readonly<Record<string, string>>): boolean {
  return (
    silent.has(name) ||
    attributes.role === "navigation" ||
    attributes["aria-hidden"] === "true" ||
    attributes.hidden !== undefined
  );
}
