/** WordprocessingML (ECMA-376, part 1, chapter 17) as headings and blocks: paragraphs, list items, rows of tables. */
import { Parser } from "htmlparser2";
import type { Section } from "../reader.js";
import { BlockWriter } from "./block-writer.js";
import type { Outline } from "./outline.js";

/** Past the bound of elements within each other. */
export class NestedTooDeep extends Error {}

type Attributes = Readonly<Record<string, string>>;

/** What is done with the elements of a part, as they come. */
interface Walker {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(text: string): void;
}

/** Walks through XML that comes in pieces. The parser's cost grows with the square of the depth, which is bounded for that. */
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

  /** @throws {NestedTooDeep} */
  take(xml: string): void {
    this.#parser.write(xml);
  }

  end(): void {
    this.#parser.end();
  }
}

/** Finds the level of heading of each style: its name is English in every language's Word, its id is not. 0 is the document's title. */
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

/** The sections of a document, in its order. What was deleted with changes tracked, and field codes, are no text of it. */
export class DocxBody implements Walker {
  /** Sections that are whole. */
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

  close(name: string): void {
    if (name === "mc:Fallback") this.#fallbacks -= 1;
    else if (this.#fallbacks > 0) return;
    else if (name === "w:t") this.#isText = false;
    else if (name === "w:p") this.#closeParagraph();
    else if (name === "w:tr" && this.#tables === 1) this.#closeRow();
    else if (name === "w:tbl") this.#closeTable();
  }

  text(text: string): void {
    if (this.#isText && this.#fallbacks === 0) this.#paragraph += text;
  }

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

  /** Neighbouring items are one block; a paragraph in a cell belongs to the cell. */
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

  /** Word marks no heading reliably: the first row is taken for it, as it is in nearly every table. */
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
