/**
 * Turns WordprocessingML (ECMA-376, part 1, chapter 17) into headings and blocks: paragraphs, list
 * items, table rows.
 */
import { Parser } from "../../bundled/htmlparser2.js";
import type { Section } from "../reader.js";
import { BlockWriter } from "./block-writer.js";
import type { Outline } from "./outline.js";

/** Thrown for elements nested deeper than allowed. */
export class NestedTooDeep extends Error {}

type Attributes = Readonly<Record<string, string>>;

/** Handles the elements of an XML part as they are parsed. */
interface Walker {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(text: string): void;
}

/**
 * Parses XML that arrives in pieces. The depth is bounded, because the parser's cost grows with its
 * square.
 */
export class XmlWalk {
  readonly #parser: Parser;
  #depth = 0;

  constructor(walker: Walker, maxNesting: number) {
    this.#parser = new Parser(
      {
        onopentag: (name, attributes) => {
          this.#depth += 1;
          if (this.#depth > maxNesting) throw new NestedTooDeep();
          walker.open(name, attributes);
        },
        onclosetag: (name) => {
          this.#depth -= 1;
          walker.close(name);
        },
        ontext: (text) => walker.text(text),
      },
      { xmlMode: true, decodeEntities: true },
    );
  }

  /**
   * Parses the next piece.
   *
   * @throws {NestedTooDeep}
   */
  take(xml: string): void {
    this.#parser.write(xml);
  }

  /** Ends the text. */
  end(): void {
    this.#parser.end();
  }
}

/**
 * Finds the heading level of each style; 0 is the document's title. The names of styles are English
 * in Word of every language; their ids are not.
 */
export function headingLevels(): { readonly found: ReadonlyMap<string, number>; readonly walker: Walker } {
  const found = new Map<string, number>();
  let id = "";
  const open = (name: string, attributes: Attributes): void => {
    if (name === "w:style") id = attributes["w:styleId"] ?? "";
    const value = attributes["w:val"] ?? "";
    const named = name === "w:name" ? /^heading (\d)$/i.exec(value)?.[1] : undefined;
    if (named !== undefined) found.set(id, Number(named));
    else if (name === "w:name" && /^title$/i.test(value)) found.set(id, 0);
    else if (name === "w:outlineLvl" && Number(value) < 9 && !found.has(id)) found.set(id, Number(value) + 1);
  };
  return { found, walker: { open, close: () => {}, text: () => {} } };
}

/**
 * Collects the sections of a document, in its order. Deleted text of tracked changes and field
 * codes are left out.
 */
export class DocxBody implements Walker {
  /** Complete sections, until the caller takes them. */
  readonly found: Section[] = [];
  readonly #outline: Outline;
  readonly #levels: ReadonlyMap<string, number>;
  readonly #writer = new BlockWriter();
  #paragraph = "";
  #level: number | undefined;
  #isItem = false;
  #wasItem = false;
  #isText = false;
  #tables = 0;
  #rows = 0;
  #fallbacks = 0;

  constructor(outline: Outline, levels: ReadonlyMap<string, number>) {
    this.#outline = outline;
    this.#levels = levels;
  }

  /** Handles an opening tag. */
  open(name: string, attributes: Attributes): void {
    if (name === "mc:Fallback") this.#fallbacks += 1;
    if (this.#fallbacks > 0) return;
    if (name === "w:t") this.#isText = true;
    else if (name === "w:tab") this.#paragraph += " ";
    else if (name === "w:br" || name === "w:cr") this.#paragraph += "\n";
    else if (name === "w:pStyle") this.#level = this.#levels.get(attributes["w:val"] ?? "");
    else if (name === "w:numPr") this.#isItem = true;
    else if (name === "w:tbl") this.#openTable();
    else if (name === "w:tr" && this.#tables === 1) this.#writer.openRow();
    else if (name === "w:tc" && this.#tables === 1) this.#writer.openCell();
  }

  /** Handles a closing tag. */
  close(name: string): void {
    if (name === "mc:Fallback") this.#fallbacks -= 1;
    else if (this.#fallbacks > 0) return;
    else if (name === "w:t") this.#isText = false;
    else if (name === "w:p") this.#closeParagraph();
    else if (name === "w:tr" && this.#tables === 1) this.#closeRow();
    else if (name === "w:tbl") this.#closeTable();
  }

  /** Handles text between tags. */
  text(text: string): void {
    if (this.#isText && this.#fallbacks === 0) this.#paragraph += text;
  }

  /** Returns the remaining sections. */
  end(): Section[] {
    this.#closeParagraph();
    this.#endBlock();
    this.found.push(...this.#outline.end());
    return this.found;
  }

  #closeParagraph(): void {
    const text = this.#paragraph.trim();
    const level = this.#tables === 0 ? this.#level : undefined;
    const isItem = this.#isItem && this.#tables === 0;
    this.#paragraph = "";
    this.#level = undefined;
    this.#isItem = false;
    if (text === "") return;
    if (level !== undefined) {
      this.#endBlock();
      this.found.push(...this.#outline.heading(level, text));
    } else this.#text(text, isItem);
  }

  /** Neighbouring list items are one block. A paragraph in a cell belongs to the cell. */
  #text(text: string, isItem: boolean): void {
    if (this.#tables === 0 && (!(isItem && this.#wasItem) || this.#writer.isLong)) this.#endBlock();
    this.#wasItem = isItem;
    if (isItem) this.#writer.openItem("-");
    this.#writer.text(text);
    if (isItem) this.#writer.closeItem();
  }

  #openTable(): void {
    this.#tables += 1;
    if (this.#tables > 1) return;
    this.#endBlock();
    this.#writer.openTable();
    this.#rows = 0;
  }

  /**
   * Word does not reliably mark headings. The first row is taken as headings, as it is in nearly
   * every table.
   */
  #closeRow(): void {
    this.#writer.closeRow(this.#rows === 0);
    this.#rows += 1;
    if (this.#writer.isLong) this.#endBlock();
  }

  #closeTable(): void {
    this.#tables -= 1;
    if (this.#tables > 0) return;
    this.#writer.closeTable();
    this.#endBlock();
  }

  #endBlock(): void {
    this.#outline.block(this.#writer.end());
    this.found.push(...this.#outline.long());
    this.#wasItem = false;
  }
}
