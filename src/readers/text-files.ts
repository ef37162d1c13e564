/**
 * Text files that are read line by line: plain text, one section per paragraph, and source code,
 * one section per definition at the outermost level, with its name as heading.
 */
import { cutText } from "./bounded-sections.js";
import { textLines } from "./decode.js";
import type { FileSource, Reader, Section } from "./reader.js";

/**
 * Number of characters after which a paragraph is cut at the end of a line: two or three pages of
 * prose. A log has no blank lines, and a section is kept in memory.
 */
const maxParagraphChars = 8000;

/** Reads plain text: one section per paragraph, streamed. */
export const plainTextReader: Reader = { mediaType: "text/plain", read: readParagraphs };

async function* readParagraphs(
  file: FileSource,
  options: { readonly signal?: AbortSignal },
): AsyncGenerator<Section> {
  let lines: string[] = [];
  let chars = 0;
  let readBytes = 0;
  for await (const line of textLines(file, options)) {
    readBytes = line.readBytes;
    const blank = line.text.trim() === "";
    if (lines.length > 0 && (blank || chars + line.text.length > maxParagraphChars)) {
      yield { text: lines.join("\n").trim(), readBytes };
      lines = [];
      chars = 0;
    }
    if (blank) continue;
    const [last, ...cut] = cutText(line.text.trimEnd(), maxParagraphChars).reverse();
    for (const text of cut.reverse()) yield { text, readBytes };
    lines.push(last ?? "");
    chars += (last ?? "").length + 1;
  }
  if (lines.length > 0) yield { text: lines.join("\n").trim(), readBytes };
}

/** Number of characters after which a definition is cut at a line's end: about five screens. */
const maxDefinitionChars = 8000;

/** Modifiers that may come before the keyword of a definition. */
const before =
  "export|default|declare|pub(?:\\([^)]*\\))?|public|private|protected|internal|static|final|abstract|sealed|open|override|async|unsafe|extern|inline|partial|data|virtual|const|suspend";
const word = String.raw`[\p{L}_$][\p{L}\p{N}_$]*`;
const definition = new RegExp(
  String.raw`^(?:(?:${before})\s+)*(?:function\*?|class|def|fn|func|fun|interface|type|struct|enum|union|impl|trait|module|mod|namespace|package|object|record|protocol|extension|macro_rules!|sub|procedure|defmodule|defp?|const|let|var|val|CREATE\s+(?:OR\s+REPLACE\s+)?\w+)\s*\(?\s*(${word}(?:(?:\.|::)${word})*)`,
  "iu",
);
/** Definitions that start with a type, such as `int main(`, at the beginning of a line. */
const typed = /^[\p{L}_][\p{L}\p{N}_<>,:*&\s[\]]*\s[*&]?([\p{L}_][\p{L}\p{N}_:~]*)\s*\([^;]*$/u;
/** Comments, decorators and attributes belong to the definition below them. */
const lead = /^(?:\/\/|\/\*|\*|#|--|;;|@|\[|"""|'''|<!--)/;

/**
 * Reads source code. A definition is recognised by its first words, not by the grammar of the
 * language. A definition that is not recognised joins the one before it, so nothing is lost. Line
 * numbers are left out: one more line at the top would change every definition below it in the
 * file's next version.
 */
export const sourceCodeReader: Reader = { mediaType: "text/x-source-code", read: readDefinitions };

async function* readDefinitions(
  file: FileSource,
  options: { readonly signal?: AbortSignal },
): AsyncGenerator<Section> {
  const lines: string[] = [];
  let pending = 0;
  let chars = 0;
  let name: string | undefined;
  let readBytes = 0;
  const take = (count: number): Section[] => {
    const text = lines
      .splice(0, count)
      .join("\n")
      .replace(/^\s*\n/, "")
      .trimEnd();
    return text === "" ? [] : [{ text, ...(name === undefined ? {} : { heading: name }), readBytes }];
  };
  for await (const line of textLines(file, options)) {
    const found = definitionOf(line.text);
    if (found !== undefined || chars + line.text.length > maxDefinitionChars) {
      // What is cut for its length continues under the same name.
      yield* take(found === undefined ? lines.length : lines.length - pending);
      if (found !== undefined) name = found;
      chars = lines.join("\n").length;
    }
    lines.push(line.text);
    chars += line.text.length + 1;
    pending = lead.test(line.text) ? Math.min(pending + 1, lines.length) : 0;
    readBytes = line.readBytes;
  }
  yield* take(lines.length);
}

function definitionOf(line: string): string | undefined {
  const start = line.slice(0, 300);
  return definition.exec(start)?.[1] ?? typed.exec(start)?.[1];
}
