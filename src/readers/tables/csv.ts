/** CSV and TSV: one section per row, each value with the heading of its column. */
import { Readable } from "node:stream";
import { CsvError, parse } from "../../bundled/csv-parse.js";
import { firstBytes, headText, textChunks } from "../decode.js";
import type { FileSource, Reader, Section } from "../reader.js";
import { counted, unreadable } from "../reader.js";
import { maxColumnChars, rowText } from "./row-text.js";

/**
 * Maximum number of characters of a row. A quotation mark that is never closed would make the rest
 * of the file one row.
 */
const maxRowChars = 1024 * 1024;

/** Number of bytes in which the delimiter is looked for. */
const headBytes = 64 * 1024;

/** Reads CSV files. */
export const csvReader: Reader = { mediaType: "text/csv", read };
/** Reads TSV files. */
export const tsvReader: Reader = { mediaType: "text/tab-separated-values", read };

async function* read(file: FileSource, options: { readonly signal?: AbortSignal }): AsyncGenerator<Section> {
  let header: readonly string[] | undefined;
  let readBytes = 0;
  const text = async function* () {
    for await (const chunk of textChunks(file, options)) {
      readBytes = chunk.readBytes;
      yield chunk.text;
    }
  };
  try {
    for await (const row of rows(text(), await delimiterOf(file))) {
      if (header !== undefined) yield { text: rowText(header, row), readBytes };
      else if (isHeader(row)) header = row;
      else {
        header = [];
        yield { text: rowText(header, row), readBytes };
      }
    }
  } catch (error) {
    if (error instanceof CsvError) throw unreadable(file, reasonOf(error), error);
    throw error;
  }
}

function rows(text: AsyncIterable<string>, delimiter: string): AsyncIterable<readonly string[]> {
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: maxRowChars,
  });
  const source = Readable.from(text, { highWaterMark: 1 });
  source.on("error", (error) => parser.destroy(error));
  parser.on("close", () => source.destroy());
  return source.pipe(parser);
}

/**
 * The mark that is most frequent in the first line, outside quotation marks. Excel writes
 * semicolons where the comma is the decimal mark.
 */
async function delimiterOf(file: FileSource): Promise<string> {
  const text = headText(await firstBytes(file, headBytes)).replace(/"[^"]*"/g, "");
  const line = text.replace(/^[\r\n]+/, "").split(/[\r\n]/, 1)[0] ?? "";
  const counts = [",", ";", "\t", "|"].map((mark) => ({ mark, count: line.split(mark).length }));
  return counts.toSorted((one, other) => other.count - one.count)[0]?.mark ?? ",";
}

/** Headings are distinct words. A first row with a number, an empty cell or a long text is data. */
function isHeader(row: readonly string[]): boolean {
  const names = row.map((cell) => cell.trim());
  return (
    names.every((name) => name !== "" && name.length <= maxColumnChars && Number.isNaN(Number(name))) &&
    new Set(names).size === names.length
  );
}

function reasonOf({ code, message }: CsvError): string {
  if (code === "CSV_QUOTE_NOT_CLOSED") return "is cut off: a quotation mark is not closed";
  if (code === "CSV_MAX_RECORD_SIZE")
    return `has a row of more than ${counted(maxRowChars)} characters; a quotation mark may not be closed`;
  return `is not CSV: ${message}`;
}
