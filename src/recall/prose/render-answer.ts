/**
 * Renders passages of conversations and extracts of files within one budget. Pure. Each of the two
 * gets at least half of the tokens and half of the records, and also what the other one does not
 * use. So a long document cannot displace messages, and messages cannot displace a document.
 */
import type { FileExtract } from "../../contract/recall.js";
import { sentenceSpans } from "../../text/sentences.js";
import type { Ranked } from "../ranking/rank.js";
import { type ComposeOptions, compose, type Placed, type Prose } from "./compose.js";

/** The passages to render, each list best first. */
export interface Relevant {
  readonly said: readonly Ranked[];
  readonly files: readonly Ranked[];
}

/** The fields of the search payload that contain the answer. */
export interface AnswerFields extends Prose {
  readonly relevant_file_ids: string[];
  readonly file_memory: FileExtract[];
}

/** The rendered fields, and their tokens as they were counted when the lines were chosen. */
export interface RenderedAnswer {
  readonly fields: AnswerFields;
  readonly tokens: number;
  /** What became of each passage, by its number. */
  readonly placed: ReadonlyMap<number, Placed>;
}

/** Renders passages and extracts within the token budget and the limit of records. */
export function renderAnswer({ said, files }: Relevant, options: ComposeOptions): RenderedAnswer {
  const { tokenBudget, limit, countTokens } = options;
  const certain = fileExtracts(files, {
    tokenBudget: Math.floor(tokenBudget / 2),
    limit: Math.floor(limit / 2),
    countTokens,
  });
  const { prose, tokens, records, placed } = compose(said, {
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
    placed: new Map([...placed, ...placedFiles(files, filed)]),
  };
}

function placedFiles(files: readonly Ranked[], { tokensOf }: Extracts): [number, Placed][] {
  const distinctOnes = new Set(distinct(files));
  return files.map((one) => {
    const { id } = one.passage;
    const tokens = tokensOf.get(id);
    const left = distinctOnes.has(one) ? "no_room" : "repeated";
    return [id, { outcome: tokens === undefined ? left : "returned", tokens: tokens ?? 0 }];
  });
}

/** Options of {@link fileExtracts}. */
export interface ExtractOptions {
  /** Maximum number of tokens of names, headings and texts. */
  readonly tokenBudget: number;
  /** Maximum number of extracts. */
  readonly limit: number;
  readonly countTokens: (text: string) => number;
}

/** Extracts, and the tokens that they take. */
export interface Extracts {
  readonly extracts: FileExtract[];
  readonly tokens: number;
  /** Tokens of each extract, by the number of its passage. */
  readonly tokensOf: ReadonlyMap<number, number>;
}

/** After this many extracts that did not fit, no further one is tried. */
const mostOversized = 12;

/**
 * Chooses the extracts that fit, best first. If the best one does not fit, chooses as many of its
 * sentences as fit.
 */
export function fileExtracts(ranked: readonly Ranked[], options: ExtractOptions): Extracts {
  const extracts: FileExtract[] = [];
  const tokensOf = new Map<number, number>();
  let left = options.tokenBudget;
  let tries = mostOversized;
  for (const one of distinct(ranked)) {
    if (extracts.length >= options.limit || tries <= 0) break;
    const fitting = fitted(extractOf(one), left, { ...options, alone: extracts.length === 0 });
    if (fitting === undefined) tries -= 1;
    else {
      extracts.push(fitting.extract);
      tokensOf.set(one.passage.id, fitting.tokens);
      left -= fitting.tokens;
    }
  }
  return { extracts, tokens: options.tokenBudget - left, tokensOf };
}

/** The tokens of an extract: its text, the name of its file and its heading. */
function extractTokens(
  { name, heading, text }: FileExtract,
  { countTokens }: Pick<ExtractOptions, "countTokens">,
): number {
  return countTokens([name, heading, text].filter((part) => part !== undefined).join("\n"));
}

/** Removes repeated texts of one file, such as page headers. */
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

interface FitOptions extends ExtractOptions {
  /** Nothing else was chosen, so a part of it is returned. */
  readonly alone: boolean;
}

/** An extract that fits, and its tokens: the whole extract, or as many of its sentences as fit. */
function fitted(
  extract: FileExtract,
  left: number,
  options: FitOptions,
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
