/** Writes the lines of one block: paragraphs, list items as plain text marks them, table rows with their headings, code between fences. */
import { rowText } from "../tables/row-text.js";

export class BlockWriter {
  #lines: string[] = [];
  #items: { readonly marker: string; isTold: boolean }[] = [];
  #header: readonly string[] = [];
  #cells: string[] | null = null;
  #hasRows = false;

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
    this.#cells.push("");
  }

  closeRow(isHeader: boolean): void {
    const cells = this.#cells ?? [];
    this.#cells = null;
    this.#hasRows ||= !isHeader;
    if (isHeader) this.#header = cells;
    else this.#write(rowText(this.#header, cells), "\n");
  }

  text(text: string): void {
    if (this.#cells === null) this.#write(text, "\n\n");
    else this.#cells.push(`${this.#cells.pop() ?? ""} ${text}`.trim());
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
    const indent = "  ".repeat(Math.max(0, this.#items.length - 1));
    const lead = item === undefined ? "" : item.isTold ? `${indent}  ` : `${indent}${item.marker} `;
    if (item !== undefined) item.isTold = true;
    else if (apart === "\n\n" && this.#lines.length > 0) this.#lines.push("");
    const hang = " ".repeat(lead.length);
    for (const [place, line] of text.trimEnd().split("\n").entries())
      this.#lines.push(`${place === 0 ? lead : hang}${line}`);
  }
}
