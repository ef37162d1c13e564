/** Payloads as a model or a person reads them. What memory holds is always behind a fence; only keepsake's own words stand outside. */
import type { DetailsPayload } from "../contract/details.js";
import type { ForgetResult } from "../contract/forget.js";
import type { FileExtract, SearchPayload } from "../contract/recall.js";
import type { AddPayload, MemoryDecisions, SemanticItem } from "../contract/remember.js";
import { changeTexts, doubtTexts } from "./changes.js";
import { fence } from "./fence.js";

const nothingFound = "Nothing in memory answers that.";

/** The prose of a search, under a heading for each type; empty where nothing was found. */
export function recalledText(payload: SearchPayload): string {
  const parts = [
    ["Facts", payload.semantic_memory],
    ["Events", payload.episodic_memory],
    ["Rules", payload.procedural_memory],
    ["Files", payload.file_memory.map((extract) => `${extractPlace(extract)}: ${extract.text}`).join("\n")],
  ] as const;
  return parts
    .filter(([, prose]) => prose.trim() !== "")
    .map(([heading, prose]) => `${heading}:\n${prose}`)
    .join("\n\n");
}

/** Where an extract stands: "report.pdf, page 217, Costs › Repairs". */
export function extractPlace({ name, page, heading }: FileExtract): string {
  return [name, page === undefined ? undefined : `page ${page}`, heading]
    .filter((part) => part !== undefined)
    .join(", ");
}

/** Says of a weak recall that it is one. */
const onlyNear = "Memory most likely holds no answer to this. What follows is only near the question:";

export function readableSearch(payload: SearchPayload, boundary: string): string {
  return fencedRecall(payload, boundary) || nothingFound;
}

/** Recalled text behind a fence, empty where nothing was found. The mark of a weak recall stands behind it too, so that it is not remembered when it comes back. */
export function fencedRecall(payload: SearchPayload, boundary: string): string {
  const text = recalledText(payload);
  if (text === "") return "";
  return fence(payload.confidence === "weak" ? `${onlyNear}\n\n${text}` : text, boundary);
}

export function readableAdd(payload: AddPayload, boundary: string): string {
  const { memory_decisions: kept, skipped } = payload.data.data;
  const counts = [
    counted(kept.semantic.items.length, "fact"),
    counted(kept.episodic.items.length, "event"),
    counted(kept.procedural.items.length, "rule"),
  ].filter((text) => text !== "");
  const head =
    counts.length > 0 ? `Remembered ${counts.join(", ")}.` : "Nothing was stored: nothing in it was new.";
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

export function readableForget(result: ForgetResult, boundary: string): string {
  if (result.preview.length === 0) {
    if (result.forgotten === 0) return "Nothing in memory matches that: nothing was forgotten.";
    const proof = result.verified
      ? "Every index was asked again, and the freed space was overwritten."
      : "The erasure is not verified yet; it is finished at the next chance.";
    return `Forgot ${counted(result.forgotten, "record")}. ${proof}`;
  }
  const lines = result.preview.map(
    ({ record_id, type, text, because, why = because }) => `- ${record_id} (${type}; ${why}): ${text}`,
  );
  const head = `Nothing was forgotten yet. This would be (${counted(result.preview.length, "record")}). Show it to the user; to forget it for good, call forget with ids: those of these records that shall go:`;
  return `${head}\n${fence(lines.join("\n"), boundary)}`;
}

export function readableDetails({ valid, memory, plan, wallet_balance }: DetailsPayload): string {
  const { usage } = memory;
  return [
    `Store: ${memory.name} (${memory.id})${valid ? "" : ", not active"}`,
    `Storage: ${memory.storage_used} of ${memory.storage_limit} bytes`,
    `Usage: ${counted(usage.requests, "request")}, ${counted(usage.tokens, "token")}, ${usage.spend} USD`,
    `Plan: ${plan.name}; wallet: ${wallet_balance} USD`,
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
