/**
 * A long Markdown text in parts that are parsed one after the other, because a parser takes hundreds of times a text in memory. It is cut only where
 * CommonMark ends every block that is open: before a heading or a paragraph that begins at the left edge after a blank line, outside of fenced code. Pure.
 */

/** Characters of a part from which on it is cut at the next such place. A text that is shorter is parsed whole. */
const partChars = 131_072;
/** Characters after which it is cut at any line: no such place came. A list of two thousand items is shorter. */
const maxPartChars = 524_288;

const fence = /^ {0,3}(`{3,}|~{3,})/;
/** A paragraph or a heading: not indented, no item of a list, no row of a table, no quotation, no HTML. */
const opens = /^(?:#{1,6}\s|[^\s\-+*\d|<>`~#=_])/u;

/** The parts of a text, in order: joined they are the text. */
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
  // A line without end is cut, so that no part is longer than two are.
  return end < 0 || end - at > maxPartChars ? Math.min(text.length, at + maxPartChars) : end + 1;
}

/** A definition of a link, `[name]: address`, which a paragraph cannot contain. */
const definition = /^ {0,3}\[((?:[^\]\\\n]|\\.){1,999})\]:[ \t]*\S/gm;

/** The links that a text defines, by their normalized name. Where they lead is not part of the text. */
export function linkReferences(
  text: string,
  normalized: (name: string) => string,
): Record<string, { href: string; title: string }> {
  const found: Record<string, { href: string; title: string }> = {};
  for (const [, name = ""] of text.matchAll(definition)) found[normalized(name)] = { href: "#", title: "" };
  return found;
}
