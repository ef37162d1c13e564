/**
 * Decides which parts of an extractor's draft are trusted. Pure. Statements of an assistant or a
 * tool are saved, but change nothing that a person stated. This is true for every extractor: a
 * draft from such a passage neither replaces nor ends a record, and is not returned as a fact.
 * Recall returns the passage with its speaker. Spans and certainties out of range are ignored.
 */
import type { Decision, Draft, EpisodicDraft, SemanticDraft } from "../../extractors/extractor.js";
import type { Passage } from "../../text/passage.js";
import { isRecited } from "../../text/recited.js";

/**
 * The highest certainty of a fact that only a program stated. Below 1, a fact replaces nothing and
 * is not returned as a fact.
 */
const mostCertainty = 0.9;

/** The decision, limited to what a statement of a program may cause. */
export function quarantined(decision: Decision, passage: Passage): Decision {
  if (!decision.keep || !isRecited(passage)) return decision;
  const ending = decision.drafts.find(isEnding);
  const said = ending === undefined ? [] : [asSaid(ending, passage)];
  return {
    ...decision,
    drafts: [...decision.drafts.filter((draft) => !isEnding(draft)).map(limited), ...said],
  };
}

function isEnding(draft: Draft): draft is SemanticDraft {
  return draft.type === "semantic" && draft.polarity === "ended";
}

function limited(draft: Draft): Draft {
  if (draft.type === "semantic") return unsure(draft);
  if (draft.type === "episodic") return draft;
  const { replaces: _, ...rest } = draft;
  return rest;
}

function unsure(draft: SemanticDraft): SemanticDraft {
  const { replaces: _, corrects: __, former: ___, ...rest } = draft;
  return { ...rest, cardinality: "many", certainty: Math.min(draft.certainty ?? 1, mostCertainty) };
}

/** Converts a statement that something ended to an event, which is stored but ends no fact. */
function asSaid({ entity, reason, span }: SemanticDraft, { saidAt }: Passage): EpisodicDraft {
  return {
    type: "episodic",
    entity,
    participants: [],
    occurredAt: saidAt,
    dated: false,
    reason,
    ...(span === undefined ? {} : { span }),
  };
}

/**
 * The verbatim part of a passage that a draft is based on. If the offsets are out of range, empty
 * or within a surrogate pair, it is the whole passage: an extractor may be third-party code, and a
 * wrong span is not a reason to lose the draft.
 */
export function spanOf({ span }: Pick<Draft, "span">, passage: string): string {
  if (span === undefined || !isWithin(span, passage)) return passage;
  const part = passage.slice(span.start, span.end);
  return part.isWellFormed() ? part : passage;
}

/**
 * The extractor's certainty, from 0 to 1; 1 if it is missing or invalid.
 */
export function certaintyOf({ certainty = 1 }: Pick<Draft, "certainty">): number {
  return certainty >= 0 && certainty <= 1 ? certainty : 1;
}

function isWithin({ start, end }: NonNullable<Draft["span"]>, text: string): boolean {
  return Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start < end && end <= text.length;
}
