/** WordprocessingML (ECMA-376, part 1, chapter 17) as headings and blocks: paragraphs, list items, rows of tables. */
import { Parser } from "htmlparser2";
import type { Section } from "../reader.js";
import { BlockWriter } from "./block-writer.js";
import { Outline } from "./outline.js";

/** The parts of a document that hold its text. */
export interface DocxParts {
  readonly text: string;
  readonly styles: string;
  readonly readBytes: number;
}

type Attributes = Readonly<Record<string, string>>;

/** The sections of a document, in its order. What was deleted with changes tracked, and field codes, are no text of it. */
export function docxSections({ text, styles, readBytes }: DocxParts): Section[] {
  const body = new Body(new Outline(readBytes), headingLevels(styles));
  walk(text, body);
  return body.end();
}

interface Walker {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(text: string): void;
}

function walk(xml: string, walker: Walker): void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => walker.open(name, attributes),
      onclosetag: (name) => walker.close(name),
      ontext: (text) => walker.text(text),
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(xml);
  parser.end();
}

/** Level of heading of each style: its name is English in every language's Word, its id is not. 0 is the document's title. */
function headingLevels(styles: string): ReadonlyMap<string, number> {
  const levels = new Map<string, number>();
  let id = "";
  walk(styles, {
    open: (name, attributes) => {
      if (name === "w:style") id = attributes["w:styleId"] ?? "";
      const value = attributes["w:val"] ?? "";
      const named = name === "w:name" ? /^heading (\d)$/i.exec(value)?.[1] : undefined;
      if (named !== undefined) levels.set(id, Number(named));
      else if (name === "w:name" && /^title$/i.test(value)) levels.set(id, 0);
      else if (name === "w:outlineLvl" && Number(value) < 9 && !levels.has(id))
        levels.set(id, Number(value) + 1);
    },
    close: () => {},
    text: () => {},
  });
  return levels;
}

class Body implements Walker {
  readonly #outline: Outline;
  readonly #levels: ReadonlyMap<string, number>;
  readonly #writer = new BlockWriter();
  readonly #found: Section[] = [];
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
    this.#found.push(...this.#outline.end());
    return this.#found;
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
      this.#found.push(...this.#outline.heading(level, text));
    } else this.#text(text, isItem);
  }

  /** Neighbouring items are one block; a paragraph in a cell belongs to the cell. */
  #text(text: string, isItem: boolean): void {
    if (this.#tables === 0 && !(isItem && this.#wasItem)) this.#endBlock();
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
  }

  #closeTable(): void {
    this.#tables -= 1;
    if (this.#tables > 0) return;
    this.#writer.closeTable();
    this.#endBlock();
  }

  #endBlock(): void {
    this.#outline.block(this.#writer.end());
    this.#wasItem = false;
  }
}
