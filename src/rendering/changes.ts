/**
 * Renders the changes and the certainty of an item of an add payload, for people and models. Pure.
 */
import type { ChangedRecord } from "../contract/remember.js";

const words = { replaced: "was", ended: "ends", corrected: "corrects" } as const;

/**
 * The change of each earlier record: `["was Lisbon"]`, `["corrects Porto"]`, `["ends Acme"]`; empty
 * if nothing changed.
 */
export function changeTexts(changed: readonly ChangedRecord[]): string[] {
  return changed.map(({ change, value }) => `${words[change]} ${value}`);
}

/** The extractor's confidence if it is below 1: `["certainty 0.6"]`; else empty. */
export function doubtTexts(certainty: number): string[] {
  return certainty < 1 ? [`certainty ${Number(certainty.toFixed(2))}`] : [];
}
