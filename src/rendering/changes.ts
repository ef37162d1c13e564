/** What a kept item of an add payload says beside its text, in words for people and models. Pure. */
import type { ChangedRecord } from "../contract/remember.js";

const words = { replaced: "was", ended: "ends", corrected: "corrects" } as const;

/** What it did to each earlier record: `["was Lisbon"]`, `["corrects Porto"]`, `["ends Acme"]`; empty where it changed none. */
export function changeTexts(changed: readonly ChangedRecord[]): string[] {
  return changed.map(({ change, value }) => `${words[change]} ${value}`);
}

/** How sure the extractor is, where it has a doubt: `["certainty 0.6"]`; else empty. */
export function doubtTexts(certainty: number): string[] {
  return certainty < 1 ? [`certainty ${Number(certainty.toFixed(2))}`] : [];
}
