/**
 * Source code: a section a definition that stands at the outermost level, under its name. Languages are told by how their definitions
 * begin, not by their grammars: a definition that is not seen joins the one before it, and nothing is lost. Lines have no numbers: one
 * more line at the top would make every definition below look like another one in the file's next version.
 */
import { textLines } from "./decode.js";
import type { FileSource, Reader, Section } from "./reader.js";

/** Characters after which a definition is cut at the end of a line: a screen shows a fifth of it. */
const maxDefinitionChars = 8000;

/** Words that may stand before what says that something is defined. Data. */
const before =
  "export|default|declare|pub(?:\\([^)]*\\))?|public|private|protected|internal|static|final|abstract|sealed|open|override|async|unsafe|extern|inline|partial|data|virtual|const|suspend";
const word = String.raw`[\p{L}_$][\p{L}\p{N}_$]*`;
const definition = new RegExp(
  String.raw`^(?:(?:${before})\s+)*(?:function\*?|class|def|fn|func|fun|interface|type|struct|enum|union|impl|trait|module|mod|namespace|package|object|record|protocol|extension|macro_rules!|sub|procedure|defmodule|defp?|const|let|var|val|CREATE\s+(?:OR\s+REPLACE\s+)?\w+)\s*\(?\s*(${word}(?:(?:\.|::)${word})*)`,
  "iu",
);
/** `int main(` and `func` in languages that name the type first, at the beginning of a line. */
const typed = /^[\p{L}_][\p{L}\p{N}_<>,:*&\s[\]]*\s[*&]?([\p{L}_][\p{L}\p{N}_:~]*)\s*\([^;]*$/u;
/** Comments, decorators and attributes belong to what they stand before. */
const lead = /^(?:\/\/|\/\*|\*|#|--|;;|@|\[|"""|'''|<!--)/;

export const sourceCodeReader: Reader = { mediaType: "text/x-source-code", read };

async function* read(file: FileSource, options: { readonly signal?: AbortSignal }): AsyncGenerator<Section> {
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
      // What is cut for its length goes on under the same name.
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
