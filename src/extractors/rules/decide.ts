/** One decision a passage: skip it with a reason, or keep it with what was drafted from it. */
import type { Passage } from "../../internal/passage.js";
import type { Decision, Draft, EpisodicDraft } from "../extractor.js";
import type { DateReader } from "./dates.js";
import type { Grammar } from "./grammar.js";
import { mentionsOf } from "./mentions.js";
import { skipReason } from "./skip.js";
import { nameOfSpeaker } from "./speakers.js";

/** What reading needs, loaded once. */
export interface Reading {
  readonly grammar: Grammar;
  readonly dates: DateReader;
}

export function decide(passage: Passage, reading: Reading): Decision {
  const skipped = skipReason(passage);
  if (skipped !== null) return { keep: false, reason: skipped };
  const mentions = mentionsOf(passage.text);
  const drafts: Draft[] = [said(passage, reading, mentions)];
  return { keep: true, drafts, mentions };
}

function said(passage: Passage, reading: Reading, mentions: readonly string[]): EpisodicDraft {
  const date = reading.dates(passage.text.slice(0, 2000), passage.saidAt)[0];
  const entity = nameOfSpeaker(passage);
  return {
    type: "episodic",
    entity,
    participants: [...new Set([entity, ...mentions])],
    occurredAt: date?.at("past") ?? passage.saidAt,
    dated: date !== undefined,
    reason: date === undefined ? "it was said" : "it happened on a date",
  };
}
