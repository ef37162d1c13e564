/**
 * Writes the lines of one block: paragraphs, list items with their markers, table rows with their
 * headings, and fenced code.
 */
import { maxColumnChars, rowText } from "../tables/row-text.js";

/**
 * Maximum number of nested lists that indent a line. Deeper ones are not indented further, because
 * a small file of deep lists would otherwise produce long lines.
 */
const maxIndents = 16;

/** Number of lines after which a block is cut. */
const longLines = 10_000;

/** Collects the text of one block at a time. */
export class BlockWriter {
  #lines: string[] = [];
  #items: { readonly marker: string; hasText: boolean }[] = [];
  #header: readonly string[] = [];
  /** The texts of each cell of the open row. */
  #cells: string[][] | null = null;
  #hasRows = false;

  /**
   * Whether the block has so many lines that it should end here, such as a list of a million items.
   */
  get isLong(): boolean {
    return this.#lines.length > longLines;
  }

  /** Whether the next text belongs to the open block. */
  get isInside(): boolean {
    return this.#items.length > 0 || this.#cells !== null;
  }

  /** Opens a list item with its marker: `-` or `1.`. */
  openItem(marker: string): void {
    this.#items.push({ marker, hasText: false });
  }

  /** Closes the innermost list item. */
  closeItem(): void {
    this.#items.pop();
  }

  /** Opens a table. */
  openTable(): void {
    this.#header = [];
    this.#hasRows = false;
  }

  /** Closes the table. A table that has only headings becomes one row of them. */
  closeTable(): void {
    if (!this.#hasRows) this.#write(rowText([], this.#header), "\n");
    this.#header = [];
  }

  /** Opens a table row. */
  openRow(): void {
    this.#cells = [];
  }

  /** Opens a table cell. */
  openCell(): void {
    this.#cells ??= [];
    this.#cells.push([]);
  }

  /**
   * Closes the row. Headings are repeated before the values of the rows below, unless one of them
   * is too long: then they are a row like any other.
   */
  closeRow(isHeader: boolean): void {
    const cells = (this.#cells ?? []).map((texts) => texts.join(" "));
    this.#cells = null;
    const heads = isHeader && cells.every((cell) => cell.length <= maxColumnChars);
    this.#hasRows ||= !heads;
    if (heads) this.#header = cells;
    else this.#write(rowText(this.#header, cells), "\n");
  }

  /** Adds a text to the open cell, or as a paragraph. */
  text(text: string): void {
    if (this.#cells === null) this.#write(text, "\n\n");
    else if (text.trim() !== "") {
      if (this.#cells.length === 0) this.#cells.push([]);
      this.#cells.at(-1)?.push(text.trim());
    }
  }

  /**
   * Adds code. The fences stay: they say where code begins and ends, and text is not cut inside
   * them.
   */
  code(code: string, language = ""): void {
    this.text(`\`\`\`${language}\n${code.trimEnd()}\n\`\`\``);
  }

  /** Returns the block and starts a new one. */
  end(): string {
    const text = this.#lines.join("\n");
    this.#lines = [];
    return text;
  }

  #write(text: string, apart: "\n" | "\n\n"): void {
    if (text.trim() === "") return;
    const item = this.#items.at(-1);
    const indent = "  ".repeat(Math.min(maxIndents, Math.max(0, this.#items.length - 1)));
    const lead = item === undefined ? "" : item.hasText ? `${indent}  ` : `${indent}${item.marker} `;
    if (item !== undefined) item.hasText = true;
    else if (apart === "\n\n" && this.#lines.length > 0) this.#lines.push("");
    const hang = " ".repeat(lead.length);
    for (const [place, line] of text.trimEnd().split("\n").entries())
      this.#lines.push(`${place === 0 ? lead : hang}${line}`);
  }
}
