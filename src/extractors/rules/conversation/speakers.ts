/** What whoever speaks is called in records. */
import type { Passage, Role } from "../../../text/passage.js";

const nameless: Readonly<Record<Role, string>> = {
  user: "the user",
  assistant: "the assistant",
  system: "the system",
  tool: "the tool",
};

export function nameOfSpeaker({ speaker, role }: Pick<Passage, "speaker" | "role">): string {
  return speaker ?? nameless[role];
}
