/**
 * Tell: what was said and what stands in files, in one budget. Pure. Either may count on half of the tokens and half of the records, and takes what the
 * other leaves: a long document cannot crowd out what somebody said, nor the reverse.
 */
import type { FileExtract } from "../../contract/recall.js";
import type { Ranked } from "../ranking/rank.js";
import { type ComposeOptions, compose, type Prose } from "./compose.js";
import { fileExtracts } from "./file-extracts.js";

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

/** What is told, and the tokens of all of it: those that were counted when it was chosen. */
export interface Telling {
  readonly told: Told;
  readonly tokens: number;
}

export function tell({ said, files }: Relevant, options: ComposeOptions): Telling {
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
    told: { ...prose, relevant_file_ids: [...fileIds], file_memory: filed.extracts },
    tokens: tokens + filed.tokens,
  };
}
