/**
 * What the tagger sees of a token: the word pieces of its word, hashes of the word and of its ending, its shape and
 * its part of speech. Each is the number of a row
 * in one of the model's tables; the rows are added up to the token's input vector.
 */
import { partsOfSpeech } from "./parts-of-speech.js";
import type { Token } from "./tokens.js";

/** Rows of the hashed tables. Words that share a row are distinguished by their pieces and endings. */
export const tableRows = {
  words: 4096,
  endings: 2048,
  shapes: 256,
  places: 4,
  parts: partsOfSpeech,
} as const;
/** Word pieces of one token that are read. */
export const maxPieces = 4;

/** Cuts a word into pieces: rows of the model's table, those that it has. */
export type PiecesOf = (text: string) => readonly number[];

/** The rows of one token. */
export interface TokenFeatures {
  /** Rows of the table of pieces, at most {@link maxPieces}. */
  readonly pieces: readonly number[];
  /** Hash of the word in lower case, 32 bits: its row is the rest by the number of rows. */
  readonly word: number;
  readonly ending: number;
  readonly shape: number;
  /** 0: in the message before; 1: in the message itself, said by a person; 2: said by an assistant. */
  readonly place: number;
  /** Part of speech; 0 where the grammar did not read it. */
  readonly part: number;
}

export function featuresOf(
  { text }: Token,
  { place, part }: Pick<TokenFeatures, "place" | "part">,
  piecesOf: PiecesOf,
): TokenFeatures {
  const lower = text.toLowerCase();
  return {
    pieces: text.length > 60 ? [] : piecesOf(text).slice(0, maxPieces),
    word: hashOf(lower),
    ending: hashOf(lower.slice(-3)) % tableRows.endings,
    shape: hashOf(shapeOf(text)) % tableRows.shapes,
    place,
    part,
  };
}

/** "Lisbon" → "Xx", "2.3.1" → "d.d.d", "API" → "XX", "I" → "X", a mark → itself. */
function shapeOf(text: string): string {
  if (text.startsWith("```") || /^\[../.test(text)) return "code";
  if (text.startsWith("http")) return "link";
  return text
    .slice(0, 24)
    .replace(/\p{Lu}{2,}/gu, "XX")
    .replace(/\p{Lu}/gu, "X")
    .replace(/\p{Ll}+/gu, "x")
    .replace(/\d{4}/g, "D")
    .replace(/\d+/g, "d");
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
