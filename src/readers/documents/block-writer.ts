/** Writes the lines of one block: paragraphs, list items as plain text marks them, table rows with their headings, code between fences. */
import { maxColumnChars, rowText } from "../tables/row-text.js";

/** Lists within each other that indent a line. What is deeper is not indented further, or a small file of deep lists would write long lines. */
const maxIndents = 16;

/** Lines of a block that is cut after them. */
const longLines = 10_000;

export class BlockWriter {
  #lines: string[] = [];
  #items: { readonly marker: string; isTold: boolean }[] = [];
  #header: readonly string[] = [];
  /** The texts of each cell of the row that is open. */
  #cells: string[][] | null = null;
  #hasRows = false;

  /** Whether the block has so many lines that it should be ended here: a list of a million items is no block. */
  get isLong(): boolean {
    return this.#lines.length > longLines;
  }

  /** Whether what comes next belongs to the block that is open. */
  get isInside(): boolean {
    return this.#items.length > 0 || this.#cells !== null;
  }

  openItem(marker: string): void {
    this.#items.push({ marker, isTold: false });
  }

  closeItem(): void {
    this.#items.pop();
  }

  openTable(): void {
    this.#header = [];
    this.#hasRows = false;
  }

  /** A table that is nothing but its headings is told as a row of them. */
  closeTable(): void {
    if (!this.#hasRows) this.#write(rowText([], this.#header), "\n");
    this.#header = [];
  }

  openRow(): void {
    this.#cells = [];
  }

  openCell(): void {
    this.#cells ??= [];
    this.#cells.push([]);
  }

  /** A row of headings is written beside the values of the rows after it, unless one of them is too long for that: then it is a row as others are. */
  closeRow(isHeader: boolean): void {
    const cells = (this.#cells ?? []).map((texts) => texts.join(" "));
    this.#cells = null;
    const heads = isHeader && cells.every((cell) => cell.length <= maxColumnChars);
    this.#hasRows ||= !heads;
    if (heads) this.#header = cells;
    else this.#write(rowText(this.#header, cells), "\n");
  }

  text(text: string): void {
    if (this.#cells === null) this.#write(text, "\n\n");
    else if (text.trim() !== "") {
      if (this.#cells.length === 0) this.#cells.push([]);
      this.#cells.at(-1)?.push(text.trim());
    }
  }

  /** Fences stay: they say where code begins and ends, and what cuts text keeps them whole. */
  code(code: string, language = ""): void {
    this.text(`\`\`\`${language}\n${code.trimEnd()}\n\`\`\``);
  }

  /** The block, and a new one begins. */
  end(): string {
    const text = this.#lines.join("\n");
    this.#lines = [];
    return text;
  }

  #write(text: string, apart: "\n" | "\n\n"): void {
    if (text.trim() === "") return;
    const item = this.#items.at(-1);
    const indent = "  ".repeat(Math.min(maxIndents, Math.max(0, this.#items.length - 1)));
    const lead = item === undefined ? "" : item.isTold ? `${indent}  ` : `${indent}${item.marker} `;
    if (item !== undefined) item.isTold = true;
    else if (apart === "\n\n" && this.#lines.length > 0) this.#lines.push("");
    const hang = " ".repeat(lead.length);
    for (const [place, line] of text.trimEnd().split("\n").entries())
      this.#lines.push(`${place === 0 ? lead : hang}${line}`);
  }
}
