/** Markdown that says a text and nothing else: what the text itself has of marks is escaped (CommonMark 0.31, sections 2.4 and 6). Pure. */

/** Characters that mean something inside a line. */
const inline = /[\\`*_{}[\]<>#|~&!$]/g;
/** What means something only where a line begins: lists, headings underlined, numbers with a dot. */
const lineStart = /^(\s*)(?:([-+=])|(\d+)([.)]))/;

/** A text as Markdown. Its line breaks stay, as hard breaks; empty lines go, or they would end a list item. */
export function escaped(text: string): string {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map((line) => line.trim())
    .filter((line) => line.length > 0)
    .map(escapedLine)
    .join("\\\n  ");
}

function escapedLine(line: string): string {
  return line
    .replace(inline, "\\$&")
    .replace(lineStart, (_, space: string, mark?: string, digits?: string, end?: string) =>
      mark === undefined ? `${space}${digits}\\${end}` : `${space}\\${mark}`,
    );
}

/** A text on one line, for headings. */
export function escapedTitle(text: string): string {
  return escaped(text.replace(/\s+/gu, " "));
}
