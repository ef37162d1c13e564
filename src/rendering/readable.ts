/**
 * Renders payloads for a model or a person. Content from memory is always in a fence; only
 * keepsake's own words are outside.
 */
import type { DetailsPayload } from "../contract/details.js";
import type { ForgetResult } from "../contract/forget.js";
import type { ProfilePayload } from "../contract/profile.js";
import type { SearchPayload } from "../contract/recall.js";
import type { MemoryRecord, Page } from "../contract/record.js";
import type { AddPayload, ChangedRecord, MemoryDecisions, SemanticItem } from "../contract/remember.js";
import { fence } from "../prompt-safety/fence.js";
import { type PromptOptions, promptBlocks } from "./prompt-blocks.js";

const nothingFound = "Nothing in memory answers that.";
const nothingKnown = "Nothing is known about the user yet.";
const nothingListed = "There is no such record.";

/**
 * Renders a search payload: the rules that the user stated, in a block of their own, then what was
 * recalled, in a fence.
 */
export function readableSearch(payload: SearchPayload, options: PromptOptions): string {
  const { rules, recalled } = promptBlocks(payload, options);
  return joined(rules, recalled || nothingFound);
}

/** Renders a profile payload like {@link readableSearch}. */
export function readableProfile(payload: ProfilePayload, options: PromptOptions): string {
  const { rules, recalled } = promptBlocks(payload, options);
  if (rules === "" && recalled === "") return nothingKnown;
  return joined(rules, recalled);
}

/** Renders records with their ids, in a fence. `forget` accepts the ids. */
export function readableRecords(page: Page<MemoryRecord>, boundary: string): string {
  if (page.items.length === 0) return nothingListed;
  const lines = page.items.map(
    ({ id, type, text, valid_from, valid_to, occurred_at }) =>
      `- ${id} (${type}, ${(valid_from ?? occurred_at).slice(0, 10)}${valid_to === null ? "" : ` to ${valid_to.slice(0, 10)}`}): ${brief(text)}`,
  );
  const more = page.next_cursor === null ? "" : `More: call again with cursor "${page.next_cursor}".`;
  return joined(fence(lines.join("\n"), boundary), more);
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}

/** Renders an add payload: what was stored and what was skipped, in a fence. */
export function readableAdd(payload: AddPayload, boundary: string): string {
  const { memory_decisions: kept, skipped } = payload.data.data;
  const counts = [
    counted(kept.semantic.items.length, "fact"),
    counted(kept.episodic.items.length, "event"),
    counted(kept.procedural.items.length, "rule"),
  ].filter((text) => text !== "");
  const verb = payload.dry_run ? "Dry run, nothing was stored. Would remember" : "Remembered";
  const head =
    counts.length > 0 ? `${verb} ${counts.join(", ")}.` : "Nothing was stored: nothing in it was new.";
  const lines = [
    ...keptLines(kept),
    ...skipped.map(({ text, reason }) => `- skipped (${reason}): ${brief(text)}`),
  ];
  return lines.length === 0 ? head : `${head}\n${fence(lines.join("\n"), boundary)}`;
}

function keptLines({ semantic, episodic, procedural }: MemoryDecisions): string[] {
  return [
    ...semantic.items.map((item) => keptLine(item.text, item)),
    ...[...episodic.items, ...procedural.items].map((item) => keptLine(item.document, item)),
  ];
}

function keptLine(text: string, { changed, certainty }: Pick<SemanticItem, "changed" | "certainty">): string {
  const notes = [...changeTexts(changed).map(brief), ...doubtTexts(certainty)];
  return notes.length === 0 ? `- ${text}` : `- ${text} (${notes.join(", ")})`;
}

/** Renders a result of `forget`; a preview in a fence. */
export function readableForget(result: ForgetResult, boundary: string): string {
  if (result.preview.length === 0) {
    if (result.forgotten === 0) return "Nothing in memory matches that: nothing was forgotten.";
    const proof = result.verified
      ? "No index finds them any more, and the freed space was overwritten."
      : result.unproven === undefined
        ? "The erasure is not verified yet; a later call completes it."
        : `No index finds them any more. ${result.unproven}.`;
    return `Forgot ${counted(result.forgotten, "record")}. ${proof}`;
  }
  const lines = result.preview.map(
    ({ record_id, type, text, because, why = because }) => `- ${record_id} (${type}; ${why}): ${text}`,
  );
  const head = `Nothing was forgotten yet. This would be erased (${counted(result.preview.length, "record")}). Show it to the user; to erase it for good, call forget with the ids of the records to erase:`;
  return `${head}\n${fence(lines.join("\n"), boundary)}`;
}

/** Renders a details payload. */
export function readableDetails({ valid, memory, plan, wallet_balance }: DetailsPayload): string {
  const { usage } = memory;
  const costs = plan.token_rate > 0;
  return [
    `Store: ${memory.name} (${memory.id})${valid ? "" : ", not active"}`,
    `Storage: ${memory.storage_used} of ${memory.storage_limit} bytes`,
    `Usage: ${counted(usage.requests, "request")}, ${counted(usage.tokens, "token")}`,
    ...(costs ? [`Plan: ${plan.name}; spent: ${usage.spend} USD; wallet: ${wallet_balance} USD`] : []),
  ].join("\n");
}

function counted(number: number, noun: string): string {
  return number === 0 && noun !== "request" && noun !== "token"
    ? ""
    : `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function brief(text: string): string {
  const flat = text.replace(/\s+/gu, " ").trim();
  return flat.length > 80 ? `${flat.slice(0, 79)}…` : flat;
}

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
