/** Extracts: ranked passages of files as `file_memory` tells them, best first, inside what is left of the budget. Pure. */
import type { FileExtract } from "../../contract/recall.js";
import { sentenceSpans } from "../../text/sentences.js";
import type { Ranked } from "../ranking/rank.js";

export interface ExtractOptions {
  /** Tokens of names, headings and texts. */
  readonly tokenBudget: number;
  /** Extracts at most. */
  readonly limit: number;
  readonly countTokens: (text: string) => number;
}

/** Extracts, and the tokens that they take. */
export interface Extracts {
  readonly extracts: FileExtract[];
  readonly tokens: number;
}

/** Extracts that may be too long for what is left before nothing shorter is looked for. */
const patience = 12;

/** The extracts that fit. Where not even the best one does, as many of its sentences as do. */
export function fileExtracts(ranked: readonly Ranked[], options: ExtractOptions): Extracts {
  const extracts: FileExtract[] = [];
  let left = options.tokenBudget;
  let tries = patience;
  for (const one of distinct(ranked)) {
    if (extracts.length >= options.limit || tries <= 0) break;
    const fitting = fitted(extractOf(one), left, { ...options, alone: extracts.length === 0 });
    if (fitting === undefined) tries -= 1;
    else {
      extracts.push(fitting.extract);
      left -= fitting.tokens;
    }
  }
  return { extracts, tokens: options.tokenBudget - left };
}

/** What an extract costs of the budget: its text, and what says where it stands. */
function extractTokens(
  { name, heading, text }: FileExtract,
  { countTokens }: Pick<ExtractOptions, "countTokens">,
): number {
  return countTokens([name, heading, text].filter((part) => part !== undefined).join("\n"));
}

/** A file may say the same on every page. */
function distinct(ranked: readonly Ranked[]): readonly Ranked[] {
  return [
    ...new Map(
      ranked.toReversed().map((one) => [`${one.passage.file?.id} ${one.passage.text}`, one]),
    ).values(),
  ].toReversed();
}

function extractOf({ passage: { file, text }, chance }: Ranked): FileExtract {
  const { id = "", name = "", mediaType = "", page = null, heading = null } = file ?? {};
  return {
    file_id: id,
    name,
    media_type: mediaType,
    text,
    ...(page === null ? {} : { page }),
    ...(heading === null ? {} : { heading }),
    score: chance,
  };
}

interface Fitting extends ExtractOptions {
  /** Nothing else was chosen: then a part is better than nothing. */
  readonly alone: boolean;
}

/** An extract that fits, and its tokens: the whole one, or as many of its sentences as do. */
function fitted(
  extract: FileExtract,
  left: number,
  options: Fitting,
): { readonly extract: FileExtract; readonly tokens: number } | undefined {
  const tokens = extractTokens(extract, options);
  if (tokens <= left) return { extract, tokens };
  if (!options.alone) return undefined;
  const spans = sentenceSpans(extract.text);
  for (let count = spans.length - 1; count > 0; count -= 1) {
    const shorter = { ...extract, text: extract.text.slice(0, spans[count - 1]!.end) };
    const tokens = extractTokens(shorter, options);
    if (tokens <= left) return { extract: shorter, tokens };
  }
  return undefined;
}
