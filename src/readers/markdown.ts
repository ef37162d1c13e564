/** Markdown: a section under each heading, its text without the marks. Lists, tables and code keep a shape that plain text has too. */
import MarkdownIt, { type Token } from "markdown-it";
import { wholeText } from "./decode.js";
import { Outline } from "./outline.js";
import type { FileSource, Reader, Section } from "./reader.js";
import { rowText } from "./row-text.js";
import { unreadable } from "./unreadable.js";

/** Bytes of a file. The longest books are 5 MB; parsing takes some thirty times the text in memory. */
const maxBytes = 16 * 1024 * 1024;
/** Lists and quotations within each other. The parser leaves out what is deeper, so it is refused instead. */
const maxNesting = 100;

const frontMatter = /^---[^\S\n]*\n([\s\S]*?)\n(?:---|\.\.\.)[^\S\n]*(?:\n|$)/;

export const markdownReader: Reader = { mediaType: "text/markdown", read };

async function* read(file: FileSource, options: { readonly signal?: AbortSignal }): AsyncGenerator<Section> {
  const text = await wholeText(file, { maxBytes, signal: options.signal });
  const front = frontMatter.exec(text);
  const outline = new Outline(file.sizeBytes);
  outline.block(front?.[1] ?? "");
  const tokens = new MarkdownIt({ html: true })
    .set({ maxNesting })
    .parse(text.slice(front?.[0].length ?? 0), {});
  if (tokens.some(({ level }) => level >= maxNesting - 1))
    throw unreadable(file, `nests lists or quotations deeper than ${maxNesting / 2} levels`);
  yield* sections(tokens, outline);
}

/** Blocks are told apart by tokens that stand at the top: what is inside a list or a quotation belongs to one block. */
function* sections(tokens: readonly Token[], outline: Outline): Generator<Section> {
  const writer = new BlockWriter();
  let heading: number | undefined;
  for (const token of tokens) {
    if (token.type === "heading_open" && token.level === 0) heading = Number(token.tag.slice(1));
    else if (token.type === "heading_close") heading = undefined;
    else if (heading !== undefined) yield* outline.heading(heading, inlineText(token));
    else writer.take(token);
    if (token.level === 0 && token.nesting <= 0) outline.block(writer.end());
  }
  yield* outline.end();
}

/** Writes the lines of one block, indented and marked as a list is in plain text. */
class BlockWriter {
  #lines: string[] = [];
  #items: { readonly marker: string; isTold: boolean }[] = [];
  #header: readonly string[] = [];
  #cells: string[] = [];
  #isHeader = false;

  take(token: Token): void {
    const { type } = token;
    if (type === "list_item_open") this.#items.push({ marker: markerOf(token), isTold: false });
    else if (type === "list_item_close") this.#items.pop();
    else if (type === "fence" || type === "code_block") this.#write(fenced(token));
    else if (type === "html_block") this.#write(withoutTags(token.content));
    else if (type === "inline") this.#inline(inlineText(token));
    else if (type === "table_open") this.#header = [];
    else if (type === "thead_open" || type === "thead_close") this.#isHeader = type === "thead_open";
    else if (type === "tr_open") this.#cells = [];
    else if (type === "th_open" || type === "td_open") this.#cells.push("");
    else if (type === "tr_close") this.#row();
  }

  end(): string {
    const text = this.#lines.join("\n");
    this.#lines = [];
    return text;
  }

  #inline(text: string): void {
    if (this.#cells.length > 0) this.#cells[this.#cells.length - 1] = text;
    else this.#write(text);
  }

  #row(): void {
    const cells = this.#cells;
    this.#cells = [];
    if (this.#isHeader) this.#header = cells;
    else this.#write(rowText(this.#header, cells));
  }

  #write(text: string): void {
    if (text.trim() === "") return;
    const item = this.#items.at(-1);
    const indent = "  ".repeat(Math.max(0, this.#items.length - 1));
    const lead = item === undefined ? "" : item.isTold ? `${indent}  ` : `${indent}${item.marker} `;
    if (item !== undefined) item.isTold = true;
    else if (this.#lines.length > 0) this.#lines.push("");
    const hang = " ".repeat(lead.length);
    for (const [place, line] of text.trimEnd().split("\n").entries())
      this.#lines.push(`${place === 0 ? lead : hang}${line}`);
  }
}

/** Of an ordered list `1.`, as it counts; else a dash. */
function markerOf({ info, markup }: Token): string {
  return info === "" ? "-" : `${info}${markup}`;
}

/** Fences stay: they say where code begins and ends, and what cuts text keeps them whole. */
function fenced({ content, info }: Token): string {
  return `\`\`\`${info.trim()}\n${content.trimEnd()}\n\`\`\``;
}

/** What a reader would see: of a link its words, of a picture its description. */
function inlineText({ children }: Token): string {
  return (children ?? [])
    .map(({ type, content }) => {
      if (type === "softbreak") return " ";
      if (type === "hardbreak" || (type === "html_inline" && /^<br\b/i.test(content))) return "\n";
      return type === "html_inline" ? "" : content;
    })
    .join("");
}

function withoutTags(html: string): string {
  return html.replace(/<!--[\s\S]*?-->/g, "").replace(/<[^<>]*>/g, "");
}
