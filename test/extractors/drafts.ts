/**
 * Runs the bundled extractor on one message and returns a line for each draft. It uses the grammar
 * alone, unless a test selects both parts.
 */
import type { Decision, Draft } from "../../src/extractors/extractor.js";
import { type ExtractorPart, ruleExtractor } from "../../src/extractors/rule-extractor.js";
import { segment } from "../../src/remember/segment/segment.js";

/** A Tuesday. */
export const saidAt = "2026-03-10T15:00:00.000Z";

export interface Said {
  readonly speaker?: string | null;
  readonly role?: "user" | "assistant" | "system" | "tool";
  readonly previousContext?: string;
  readonly saidAt?: string;
  /** @default ["grammar"] */
  readonly parts?: readonly ExtractorPart[];
}

/** The decisions about one chat message, by default of Ana. */
export async function decisionsOn(text: string, said: Said = {}): Promise<readonly Decision[]> {
  const speaker = said.speaker === undefined ? "Ana" : said.speaker;
  const message = {
    role: said.role ?? "user",
    content: text,
    ...(speaker === null ? {} : { name: speaker }),
  };
  const passages = segment([message], { saidAt: said.saidAt ?? saidAt });
  const { decisions } = await ruleExtractor({ parts: said.parts ?? ["grammar"] }).extract({
    passages,
    previousContext: said.previousContext ?? null,
  });
  return decisions;
}

export async function draftsOf(text: string, said: Said = {}): Promise<readonly Draft[]> {
  return (await decisionsOn(text, said)).flatMap((decision) => (decision.keep ? decision.drafts : []));
}

/**
 * Facts as `entity: property = value`, with ` (ended)`, ` from 2026-01-01` and ` to 2026-01-01`
 * where they apply.
 */
export async function factsIn(text: string, said: Said = {}): Promise<string[]> {
  return (await draftsOf(text, said)).flatMap((draft) => {
    if (draft.type !== "semantic") return [];
    const from = draft.validFrom === null ? "" : ` from ${draft.validFrom.slice(0, 10)}`;
    const to = draft.validTo === null ? "" : ` to ${draft.validTo.slice(0, 10)}`;
    return [
      `${draft.entity}: ${draft.property} = ${draft.value}${draft.polarity === "ended" ? " (ended)" : ""}${from}${to}`,
    ];
  });
}

/** Triggers of its rules; `-` for a rule that always applies. */
export async function rulesIn(text: string, said: Said = {}): Promise<string[]> {
  return (await draftsOf(text, said)).flatMap((draft) =>
    draft.type === "procedural" ? [draft.trigger ?? "-"] : [],
  );
}

/** Days of its events; `undated` without one. */
export async function eventsIn(text: string, said: Said = {}): Promise<string[]> {
  return (await draftsOf(text, said)).flatMap((draft) =>
    draft.type === "episodic" ? [draft.dated ? draft.occurredAt.slice(0, 10) : "undated"] : [],
  );
}

/**
 * Times of its events as ISO 8601 intervals of days, the end exclusive; an instant as it is,
 * `undated` without one.
 */
export async function periodsIn(text: string, said: Said = {}): Promise<string[]> {
  return (await draftsOf(text, said)).flatMap((draft) => {
    if (draft.type !== "episodic") return [];
    if (!draft.dated) return ["undated"];
    const { occurredAt, occurredUntil } = draft;
    return [
      occurredUntil === undefined ? occurredAt : `${occurredAt.slice(0, 10)}/${occurredUntil.slice(0, 10)}`,
    ];
  });
}
