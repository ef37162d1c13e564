/**
 * Tell: what was said and what stands in files, in one budget. Pure. Either may count on half of the tokens and half of the records, and takes what the
 * other leaves: a long document cannot crowd out what somebody said, nor the reverse.
 */
import type { FileExtract } from "../../contract/recall.js";
import { sentenceSpans } from "../../text/sentences.js";
import type { Ranked } from "../ranking/rank.js";
import { type ComposeOptions, compose, type Prose } from "./compose.js";

/** What is worth telling, each best first. */
export interface Relevant {
  readonly said: readonly Ranked[];
  readonly files: readonly Ranked[];
}

/** The search payload's own fields. */
export interface AnswerFields extends Prose {
  readonly relevant_file_ids: string[];
  readonly file_memory: FileExtract[];
}

/** What is told, and the tokens of all of it: those that were counted when it was chosen. */
export interface RenderedAnswer {
  readonly fields: AnswerFields;
  readonly tokens: number;
}

export function renderAnswer({ said, files }: Relevant, options: ComposeOptions): RenderedAnswer {
  const { tokenBudget, limit, countTokens } = options;
  const certain = fileExtracts(files, {
    tokenBudget: Math.floor(tokenBudget / 2),
    limit: Math.floor(limit / 2),
    countTokens,
  });
  const { prose, tokens, records } = compose(said, {
    ...options,
    tokenBudget: tokenBudget - certain.tokens,
    limit: limit - certain.extracts.length,
  });
  const filed = fileExtracts(files, {
    tokenBudget: tokenBudget - tokens,
    limit: limit - records,
    countTokens,
  });
  const fileIds = new Set(files.flatMap(({ passage }) => passage.file?.id ?? []));
  return {
    fields: { ...prose, relevant_file_ids: [...fileIds], file_memory: filed.extracts },
    tokens: tokens + filed.tokens,
  };
}

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
const mostOversized = 12;

/** The extracts that fit. Where not even the best one does, as many of its sentences as do. */
export function fileExtracts(ranked: readonly Ranked[], options: ExtractOptions): Extracts {
  const extracts: FileExtract[] = [];
  let left = options.tokenBudget;
  let tries = mostOversized;
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

function extractOf({ passage: { file, text }, probability }: Ranked): FileExtract {
  const { id = "", name = "", mediaType = "", page = null, heading = null } = file ?? {};
  return {
    file_id: id,
    name,
    media_type: mediaType,
    text,
    ...(page === null ? {} : { page }),
    ...(heading === null ? {} : { heading }),
    score: probability,
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
