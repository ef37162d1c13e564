/**
 * Tell: what was said and what stands in files, in one budget. Pure. Either may count on half of the tokens and half of the records, and takes what the
 * other leaves: a long document cannot crowd out what somebody said, nor the reverse.
 */
import type { FileExtract } from "../contract/recall.js";
import { type ComposeOptions, compose, type Prose } from "./compose.js";
import { extractTokens, fileExtracts } from "./file-extracts.js";
import type { Ranked } from "./rank.js";

/** What is worth telling, each best first. */
export interface Relevant {
  readonly said: readonly Ranked[];
  readonly files: readonly Ranked[];
}

/** The search payload's own fields. */
export interface Told extends Prose {
  readonly relevant_file_ids: string[];
  readonly file_memory: FileExtract[];
}

export function tell({ said, files }: Relevant, options: ComposeOptions): Told {
  const { tokenBudget, limit, countTokens } = options;
  const certain = fileExtracts(files, {
    tokenBudget: Math.floor(tokenBudget / 2),
    limit: Math.floor(limit / 2),
    countTokens,
  });
  const { prose, tokens, records } = compose(said, {
    ...options,
    tokenBudget: tokenBudget - tokensOf(certain, countTokens),
    limit: limit - certain.length,
  });
  const file_memory = fileExtracts(files, {
    tokenBudget: tokenBudget - tokens,
    limit: limit - records,
    countTokens,
  });
  const fileIds = new Set(files.flatMap(({ passage }) => passage.file?.id ?? []));
  return { ...prose, relevant_file_ids: [...fileIds], file_memory };
}

/** Tokens of all that is told. */
export function toldTokens(told: Told, countTokens: (text: string) => number): number {
  const prose = [told.semantic_memory, told.episodic_memory, told.procedural_memory];
  const ofProse = prose.reduce((sum, text) => sum + countTokens(text), 0);
  return ofProse + tokensOf(told.file_memory, countTokens);
}

function tokensOf(extracts: readonly FileExtract[], countTokens: (text: string) => number): number {
  return extracts.reduce((sum, extract) => sum + extractTokens(extract, { countTokens }), 0);
}
