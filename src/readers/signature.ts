/** Recognises a file by its first bytes, whatever its name says. */

/**
 * Prefixes in hexadecimal; `..` is any byte. A longer prefix comes before a shorter one that it
 * starts with. Each has a byte that no text has, or is too long to begin a text: "ID3 tags" and
 * "GIF89" begin sentences.
 */
const prefixes = [
  ["255044462d", "a PDF document"],
  ["89504e470d0a1a0a", "a PNG image"],
  ["ffd8ff", "a JPEG image"],
  ["474946383761", "a GIF image"],
  ["474946383961", "a GIF image"],
  ["52494646........57454250", "a WebP image"],
  ["52494646........57415645", "a WAVE recording"],
  ["49492a00", "a TIFF image"],
  ["4d4d002a", "a TIFF image"],
  ["........66747970", "an MP4 or HEIC file"],
  ["49443302", "an MP3 recording"],
  ["49443303", "an MP3 recording"],
  ["49443304", "an MP3 recording"],
  ["4f676753", "an Ogg recording"],
  ["664c6143", "a FLAC recording"],
  ["1a45dfa3", "a Matroska or WebM film"],
  ["1f8b", "a gzip archive"],
  ["425a68..314159265359", "a bzip2 archive"],
  ["fd377a585a00", "an xz archive"],
  ["28b52ffd", "a zstd archive"],
  ["377abcaf271c", "a 7z archive"],
  ["526172211a07", "a RAR archive"],
  ["7f454c46", "a program"],
  ["53514c69746520666f726d6174203300", "an SQLite database"],
  ["d0cf11e0a1b11ae1", "an Office document that is of the old format or has a password"],
] as const;

/** Names of entries that tell kinds of ZIP archives apart. */
const archives = [
  ["word/", "a Word document"],
  ["xl/", "an Excel workbook"],
  ["ppt/", "a PowerPoint presentation"],
  ["mimetypeapplication/epub+zip", "an EPUB book"],
  ["mimetypeapplication/vnd.oasis.opendocument", "an OpenDocument file"],
] as const;

/** What a file is, with its article: `a PNG image`. */
export type Signature = (typeof prefixes)[number][1] | (typeof archives)[number][1] | "a ZIP archive";

/**
 * Returns what the first bytes are known to begin, or `null` for text and for unknown content.
 * Pure.
 */
export function signatureOf(head: Uint8Array): Signature | null {
  const start = Buffer.from(head.subarray(0, 16)).toString("hex");
  if (start.startsWith("504b0304") || start.startsWith("504b0506")) return archiveOf(head);
  return prefixes.find(([prefix]) => fits(start, prefix))?.[1] ?? null;
}

function fits(start: string, prefix: string): boolean {
  return (
    start.length >= prefix.length && [...prefix].every((digit, at) => digit === "." || digit === start[at])
  );
}

/** A ZIP archive has the name of each entry before the entry, uncompressed. */
function archiveOf(head: Uint8Array): Signature {
  const names = Buffer.from(head).toString("latin1");
  return archives.find(([entry]) => names.includes(entry))?.[1] ?? "a ZIP archive";
}
