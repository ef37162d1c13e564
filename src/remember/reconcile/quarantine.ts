/**
 * Quarantine: what an assistant or a tool says is kept as what it said, and changes nothing that a
 * person stated. Pure. Whichever extractor read it, a draft from such a passage neither replaces
 * nor ends a record, and is not stated as a fact: an answer gives the passage, with who said it.
 */
import type { Decision, Draft, EpisodicDraft, SemanticDraft } from "../../extractors/extractor.js";
import type { Passage } from "../../text/passage.js";
import { isRecited } from "../../text/recited.js";

/**
 * How sure a fact can be that only a program said. Below 1 nothing is replaced by it or stated from
 * it.
 */
const mostCertainty = 0.9;

/** The decision as far as the passage may bring it about. */
export function quarantined(decision: Decision, passage: Passage): Decision {
  if (!decision.keep || !isRecited(passage)) return decision;
  const ending = decision.drafts.find(isEnding);
  const said = ending === undefined ? [] : [asSaid(ending, passage)];
  return {
    ...decision,
    drafts: [...decision.drafts.filter((draft) => !isEnding(draft)).map(tamed), ...said],
  };
}

function isEnding(draft: Draft): draft is SemanticDraft {
  return draft.type === "semantic" && draft.polarity === "ended";
}

function tamed(draft: Draft): Draft {
  if (draft.type === "semantic") return unsure(draft);
  if (draft.type === "episodic") return draft;
  const { replaces: _, ...rest } = draft;
  return rest;
}

function unsure(draft: SemanticDraft): SemanticDraft {
  const { replaces: _, corrects: __, former: ___, ...rest } = draft;
  return { ...rest, cardinality: "many", certainty: Math.min(draft.certainty ?? 1, mostCertainty) };
}

/** That something is over is kept as an utterance, and ends nothing. */
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
