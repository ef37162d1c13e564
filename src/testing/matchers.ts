/** Matchers for `expect.extend` of vitest and jest. */
import type { MemoryService } from "../contract/memory-service.js";
import type { RecallInput } from "../contract/recall.js";
import { recalledText } from "../prompt-safety/recalled-text.js";

/** What a matcher returns to vitest or jest. */
export interface Matched {
  readonly pass: boolean;
  readonly message: () => string;
}

/** The matchers, with the types that `expect(memory)` gets. `Result` is `Promise<void>`. */
export interface MemoryMatchers<Result> {
  /** The memory's answer to a question contains a text, or matches an expression. */
  toRecall(question: RecallInput, expected: string | RegExp): Result;
  /** No record, no file and no answer of the memory contains a text. */
  toHaveForgotten(text: string): Result;
}

/**
 * Matchers about a memory. Both are asynchronous: await them.
 *
 * @example
 * import { expect } from "vitest";
 * import { memoryMatchers } from "keepsake/testing";
 *
 * expect.extend(memoryMatchers);
 * await expect(memory).toRecall("Where does Ana live?", "Lisbon");
 * await expect(memory).not.toHaveForgotten("Lisbon");
 */
export const memoryMatchers = {
  async toRecall(memory: MemoryService, question: RecallInput, expected: string | RegExp): Promise<Matched> {
    const payload = await memory.recall(question);
    const answer = [recalledText(payload), ...payload.file_memory.map(({ text }) => text)].join("\n").trim();
    const pass = typeof expected === "string" ? answer.includes(expected) : answer.search(expected) >= 0;
    const asked = typeof question === "string" ? question : question.query;
    const shown = answer === "" ? "nothing" : `\n${answer}`;
    return {
      pass,
      message: () =>
        `expected the memory ${pass ? "not " : ""}to answer ${JSON.stringify(asked)} with ${String(expected)}, got: ${shown}`,
    };
  },

  async toHaveForgotten(memory: MemoryService, text: string): Promise<Matched> {
    if (text.trim() === "")
      throw new TypeError("Cannot look for what was forgotten: the text must not be empty");
    const found: string[] = [];
    // The export has everything that the memory knows, as JSON.
    const sought = JSON.stringify(text).slice(1, -1);
    for await (const line of memory.export()) if (line.includes(sought)) found.push(line);
    const pass = found.length === 0;
    return {
      pass,
      message: () =>
        pass
          ? `expected the memory to know ${JSON.stringify(text)}, and it knows nothing of it`
          : `expected the memory to have forgotten ${JSON.stringify(text)}, and ${found.length} of its sources have it, such as: ${found[0]?.slice(0, 500)}`,
    };
  },
};
