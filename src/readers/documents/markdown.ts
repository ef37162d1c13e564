/** Markdown: a section under each heading, its text without the marks. Lists, tables and code keep a shape that plain text has too. */
import MarkdownIt, { type Token } from "markdown-it";
import { wholeText } from "../decode.js";
import type { FileSource, Reader, Section } from "../reader.js";
import { unreadable } from "../unreadable.js";
import { BlockWriter } from "./block-writer.js";
import { htmlText } from "./html-blocks.js";
import { linkReferences, markdownParts } from "./markdown-parts.js";
import { Outline } from "./outline.js";

/** Bytes of a file. The longest books are 5 MB. */
const maxBytes = 16 * 1024 * 1024;
/** Lists and quotations within each other. The parser leaves out what is deeper, so it is refused instead. */
const maxNesting = 100;

const frontMatter = /^---[^\S\n]*\n([\s\S]*?)\n(?:---|\.\.\.)[^\S\n]*(?:\n|$)/;

export const markdownReader: Reader = { mediaType: "text/markdown", read };

async function* read(file: FileSource, options: { readonly signal?: AbortSignal }): AsyncGenerator<Section> {
  const text = await wholeText(file, { maxBytes, signal: options.signal });
  const front = frontMatter.exec(text);
  const body = text.slice(front?.[0].length ?? 0);
  const outline = new Outline(file.sizeBytes);
  outline.block(front?.[1] ?? "");
  const parser = new MarkdownIt({ html: true }).set({ maxNesting });
  const parts = [...markdownParts(body)];
  // A link may be defined anywhere, also after the part that it is used in.
  const env = parts.length > 1 ? { references: linkReferences(body, parser.utils.normalizeReference) } : {};
  for (const part of parts) {
    const tokens = parser.parse(part, env);
    if (tokens.some(({ level }) => level >= maxNesting - 1))
      throw unreadable(file, `nests lists or quotations deeper than ${maxNesting / 2} levels`);
    yield* sections(tokens, { outline, file });
    yield* outline.long();
    options.signal?.throwIfAborted();
  }
  yield* outline.end();
}

/** Blocks are told apart by tokens that stand at the top: what is inside a list or a quotation belongs to one block. */
function* sections(
  tokens: readonly Token[],
  { outline, file }: { readonly outline: Outline; readonly file: FileSource },
): Generator<Section> {
  const writer = new BlockWriter();
  let heading: number | undefined;
  let isHeader = false;
  for (const token of tokens) {
    if (token.type === "heading_open" && token.level === 0) heading = Number(token.tag.slice(1));
    else if (token.type === "heading_close") heading = undefined;
    else if (heading !== undefined) yield* outline.heading(heading, inlineText(token));
    else if (token.type === "thead_open" || token.type === "thead_close") isHeader = token.nesting > 0;
    else if (token.type === "tr_close") writer.closeRow(isHeader);
    else take(token, { writer, file });
    if (token.level === 0 && token.nesting <= 0) outline.block(writer.end());
  }
}

interface Writing {
  readonly writer: BlockWriter;
  readonly file: FileSource;
}

function take(token: Token, { writer, file }: Writing): void {
  const { type } = token;
  if (type === "list_item_open") writer.openItem(markerOf(token));
  else if (type === "list_item_close") writer.closeItem();
  else if (type === "fence" || type === "code_block") writer.code(token.content, token.info.trim());
  else if (type === "html_block") writer.text(htmlText(file, token.content));
  else if (type === "inline") writer.text(inlineText(token));
  else if (type === "table_open") writer.openTable();
  else if (type === "table_close") writer.closeTable();
  else if (type === "tr_open") writer.openRow();
  else if (type === "th_open" || type === "td_open") writer.openCell();
}

/** Of an ordered list `1.`, as it counts; else a dash. */
function markerOf({ info, markup }: Token): string {
  return info === "" ? "-" : `${info}${markup}`;
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
