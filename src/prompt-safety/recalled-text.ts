/** Renders the prose of a payload, under a heading for each type. Pure; the caller fences it. */
import type { ProfilePayload } from "../contract/profile.js";
import type { FileExtract, SearchPayload } from "../contract/recall.js";

/**
 * The note on a weak answer. It is inside the fence too, so that it is not remembered when it
 * returns as input.
 */
const onlyNear =
  "Memory may hold no answer to this. What follows is near the question; use it only where it says what is asked:";

/**
 * Renders a payload. Types without content are omitted; the text is empty if nothing was found.
 */
export function recalledText(payload: SearchPayload | ProfilePayload): string {
  const files = "file_memory" in payload ? payload.file_memory : [];
  const parts = [
    ["Facts", payload.semantic_memory],
    ["Events", payload.episodic_memory],
    ["Rules", payload.procedural_memory],
    ["Files", files.map((extract) => `${extractPlace(extract)}: ${indented(extract.text)}`).join("\n")],
  ] as const;
  const text = parts
    .filter(([, prose]) => prose.trim() !== "")
    .map(([heading, prose]) => `${heading}:\n${prose}`)
    .join("\n\n");
  return text !== "" && "confidence" in payload && payload.confidence === "weak"
    ? `${onlyNear}\n\n${text}`
    : text;
}

/**
 * Further lines are indented, because a file can contain a line that looks like a heading or like a
 * line of an answer.
 */
function indented(text: string): string {
  return text.replace(/\n[^\S\n]*(?=\S)/g, "\n    ");
}

/** The place of an extract: "report.pdf, page 217, Costs › Repairs". */
export function extractPlace({ name, page, heading }: FileExtract): string {
  return [name, page === undefined ? undefined : `page ${page}`, heading]
    .filter((part) => part !== undefined)
    .join(", ");
}
