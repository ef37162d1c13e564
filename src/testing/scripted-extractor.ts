/** An extractor whose decisions a test writes down. */
import type { Decision, Draft, Extractor, SemanticDraft } from "../extractors/extractor.js";
import type { Passage } from "../text/passage.js";

/** What is drafted from a passage: a fact in short form, or any draft. */
export type ScriptedDraft = Pick<SemanticDraft, "entity" | "property" | "value"> | Draft;

/**
 * For each passage that contains a text: its drafts; a text alone is the reason why it is skipped.
 */
export type ExtractionScript = Readonly<Record<string, readonly ScriptedDraft[] | string>>;

/**
 * An {@link Extractor} that follows a script. The first entry whose key a passage contains decides;
 * a passage without an entry is kept as an event.
 *
 * @example
 * import { Memory } from "keepsake";
 * import { scriptedExtractor } from "keepsake/testing";
 *
 * const extractor = scriptedExtractor({
 *   Lisbon: [{ entity: "Ana", property: "home", value: "Lisbon" }],
 *   hello: "small talk",
 * });
 * const memory = new Memory({ extractor });
 */
export function scriptedExtractor(script: ExtractionScript): Extractor {
  return {
    id: "scripted@1",
    extract: async ({ passages }) => ({
      decisions: passages.map((passage) => decisionOn(passage, script)),
      success: true,
      tokens: 0,
    }),
  };
}

function decisionOn(passage: Passage, script: ExtractionScript): Decision {
  const entry = Object.entries(script).find(([key]) => passage.text.includes(key));
  if (entry === undefined) return { keep: true, drafts: [eventOf(passage)], mentions: [] };
  const [, drafts] = entry;
  if (typeof drafts === "string") return { keep: false, reason: drafts };
  const whole = drafts.map((draft) => ("type" in draft ? draft : factOf(draft)));
  const mentions = [...new Set(whole.map(({ entity }) => entity))];
  return { keep: true, drafts: whole.length === 0 ? [eventOf(passage)] : whole, mentions };
}

function factOf({ entity, property, value }: Pick<SemanticDraft, "entity" | "property" | "value">): Draft {
  return {
    type: "semantic",
    entity,
    property,
    value,
    text: `${entity}'s ${property} is ${value}.`,
    cardinality: "one",
    polarity: "holds",
    validFrom: null,
    validTo: null,
    reason: "the script says so",
  };
}

function eventOf({ speaker, saidAt }: Passage): Draft {
  return {
    type: "episodic",
    entity: speaker ?? "the user",
    participants: [],
    occurredAt: saidAt,
    dated: false,
    reason: "the script says nothing about it",
  };
}
