/**
 * Splits a text into tokens for the tagger: words, the clitics after them ("'m", "'s"), numbers,
 * links, punctuation and line ends.
 */
import { matchesIn } from "../../text/patterns/matches.js";

/** A piece of a text: UTF-16 offsets, `end` exclusive. */
export interface Token {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Maximum number of tokens of one text. The rest is left untagged, so that the time for a text is
 * bounded.
 */
export const maxTokens = 256;

const tokenPattern =
  /```[^`]*(?:```|$)|\[(?:image|photo|picture|video|audio|sticker|gif)\b[^\]\n]*\]|https?:\/\/\S+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\d+(?:[.,:]\d+)*|['’](?:s|m|d|t|re|ve|ll)(?!\p{L})|\p{L}[\p{L}\p{M}]*|\n+|\S/giu;

/**
 * The first {@link maxTokens} tokens of `text`, in order. A fenced code block is one token, and so
 * is a note about an attachment: "[image: a dog]".
 */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of matchesIn(text, tokenPattern)) {
    if (tokens.length === maxTokens) break;
    tokens.push({ start: match.index, end: match.index + match[0].length, text: match[0] });
  }
  return tokens;
}
