/**
 * Markdown: one section under each heading, its text without the markup. Lists, tables and code
 * keep their form.
 */

import MarkdownIt, { type Token } from "../../bundled/markdown-it.js";
import { matchesIn } from "../../text/patterns/matches.js";
import { wholeText } from "../decode.js";
import type { FileSource, Reader, Section } from "../reader.js";
import { unreadable } from "../reader.js";
import { BlockWriter } from "./block-writer.js";
import { htmlText } from "./html.js";
import { Outline } from "./outline.js";

/** Maximum number of bytes of a file. The longest books are 5 MB. */
const maxBytes = 16 * 1024 * 1024;
/**
 * Maximum nesting of lists and quotations. The parser would leave out deeper ones, so the file is
 * refused instead.
 */
const maxNesting = 100;

const frontMatter = /^---[^\S\n]*\n([\s\S]*?)\n(?:---|\.\.\.)[^\S\n]*(?:\n|$)/;

/** Reads Markdown files. */
export const markdownReader: Reader = { mediaType: "text/markdown", read };

async function* read(file: FileSource, options: { readonly signal?: AbortSignal }): AsyncGenerator<Section> {
  const text = await wholeText(file, { maxBytes, signal: options.signal });
  const front = frontMatter.exec(text);
  const body = text.slice(front?.[0].length ?? 0);
  const outline = new Outline(file.sizeBytes);
  outline.block(front?.[1] ?? "");
  const parser = new MarkdownIt({ html: true }).set({ maxNesting });
  const parts = [...markdownParts(body)];
  // A link may be defined anywhere, even in a later part than the one that uses it.
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

/**
 * A block ends with a token at the top level: everything inside a list or a quotation is one block.
 */
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

/** Where the tokens of one file are written. */
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

/** The number of an item in an ordered list, such as `1.`; otherwise a dash. */
function markerOf({ info, markup }: Token): string {
  return info === "" ? "-" : `${info}${markup}`;
}

/** What a reader sees: the words of a link, the description of a picture. */
function inlineText({ children }: Token): string {
  return (children ?? [])
    .map(({ type, content }) => {
      if (type === "softbreak") return " ";
      if (type === "hardbreak" || (type === "html_inline" && /^<br\b/i.test(content))) return "\n";
      return type === "html_inline" ? "" : content;
    })
    .join("");
}

/**
 * A part with at least this many characters is cut at the next possible place. A shorter text is
 * parsed whole.
 */
const partChars = 131_072;
/**
 * Number of characters after which a part is cut at any line, if there was no such place. A list of
 * two thousand items is shorter.
 */
const maxPartChars = 524_288;

const fence = /^ {0,3}(`{3,}|~{3,})/;
/**
 * The start of a paragraph or heading: not indented, and not a list item, a table row, a quotation
 * or HTML.
 */
const opens = /^(?:#{1,6}\s|[^\s\-+*\d|<>`~#=_])/u;

/** Yields the parts of a text, in order. Joined, they are the text. */
export function* markdownParts(text: string): Generator<string> {
  let start = 0;
  let mark: string | undefined;
  let wasBlank = true;
  for (let at = 0; at < text.length; ) {
    const end = lineEnd(text, at);
    const line = text.slice(at, Math.min(end, at + partChars));
    const isSafe = mark === undefined && wasBlank && opens.test(line);
    const length = at - start;
    if ((length >= partChars && isSafe) || length >= maxPartChars) {
      yield text.slice(start, at);
      start = at;
    }
    const found = fence.exec(line)?.[1];
    if (mark === undefined) mark = found;
    else if (found !== undefined && found[0] === mark[0] && found.length >= mark.length) mark = undefined;
    wasBlank = line.trim() === "";
    at = end;
  }
  yield text.slice(start);
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  // A very long line is cut, so that no part is longer than twice `maxPartChars`.
  return end < 0 || end - at > maxPartChars ? Math.min(text.length, at + maxPartChars) : end + 1;
}

/** A link definition, `[name]: address`, which cannot be inside a paragraph. */
const definition = /^ {0,3}\[((?:[^\]\\\n]|\\.){1,999})\]:[ \t]*\S/gm;

/**
 * Returns the links that a text defines, by their normalized name. Their addresses are left out:
 * they are not part of the text.
 */
export function linkReferences(
  text: string,
  normalized: (name: string) => string,
): Record<string, { href: string; title: string }> {
  const found: Record<string, { href: string; title: string }> = {};
  for (const [, name = ""] of matchesIn(text, definition)) found[normalized(name)] = { href: "#", title: "" };
  return found;
}
