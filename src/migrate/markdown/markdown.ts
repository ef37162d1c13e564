/**
 * Escapes a text for Markdown, so that its own characters are no markup (CommonMark 0.31, sections
 * 2.4 and 6). Pure.
 */

/** Characters with a meaning inside a line. */
const inline = /[\\`*_{}[\]<>#|~&!$]/g;
/**
 * Characters with a meaning only at the start of a line: lists, underlined headings, numbers with a
 * dot.
 */
const lineStart = /^(\s*)(?:([-+=])|(\d+)([.)]))/;

/**
 * Escapes a text. Its line breaks become hard breaks; empty lines are removed, because they would
 * end a list item.
 */
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

/** Escapes a text on one line, for headings. */
export function escapedTitle(text: string): string {
  return escaped(text.replace(/\s+/gu, " "));
}
