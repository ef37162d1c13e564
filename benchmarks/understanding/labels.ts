/**
 * Reads labels of conversations, which careful readers wrote: one JSON object a line, one line for
 * each turn.
 */
import { readFileSync } from "node:fs";
import { z } from "zod";

const label = z.object({
  conversation: z.string(),
  turn: z.string(),
  /** Nothing in it is worth keeping. */
  skip: z.boolean(),
  facts: z.array(
    z.object({
      entity: z.string(),
      aliases: z.array(z.string()).default([]),
      property: z.string(),
      values: z.array(z.string()),
      /** Whether a good memory must have the fact. The others may be kept, but need not be. */
      must: z.boolean(),
      /** Whether the fact ends an earlier one. */
      ends: z.unknown().optional(),
    }),
  ),
  events: z
    .array(z.object({ from: z.string(), to: z.string(), must: z.boolean().default(true) }))
    .default([]),
  rules: z.array(z.object({ text: z.string() })).default([]),
});
export type Label = z.infer<typeof label>;
export type LabelledFact = Label["facts"][number];

/** Labels of one conversation by turn. */
export type Labels = ReadonlyMap<string, Label>;

export function readLabels(paths: readonly string[]): ReadonlyMap<string, Labels> {
  const found = new Map<string, Map<string, Label>>();
  for (const line of paths.flatMap((path) => readFileSync(path, "utf8").split("\n"))) {
    if (line.trim() === "") continue;
    const one = label.parse(JSON.parse(line));
    const turns = found.get(one.conversation) ?? new Map<string, Label>();
    found.set(one.conversation, turns.set(one.turn, one));
  }
  return found;
}
