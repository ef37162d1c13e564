/** Remembers a story in a store of its own and asks its questions, through the public API only. */
import { MemoryError } from "../../src/index.js";
import { testMemory } from "../../src/testing/index.js";
import type { Question, Step, Story } from "./cases.js";
import type { Answer } from "./score.js";

/** An answer, or why the API refused the call. */
export type Outcome = Answer | { readonly refused: string };

/**
 * The verbs that the cases call. Their inputs come from the case files as they are, so that a field
 * which this version of the API does not know is refused by the API itself; `for` and `profile` may
 * be absent for the same reason.
 */
interface Verbs {
  remember(input: unknown): Promise<unknown>;
  recall(input: unknown): Promise<SearchPayload>;
  forget(selector: unknown): Promise<unknown>;
  records(input: unknown): Promise<RecordPage>;
  for?(labels: unknown): Verbs;
  profile?(input: unknown): Promise<unknown>;
}

interface RecordPage {
  readonly items: readonly { readonly id: string; readonly text: string }[];
  readonly next_cursor: string | null;
}

interface SearchPayload {
  readonly semantic_memory: string;
  readonly episodic_memory: string;
  readonly procedural_memory: string;
  readonly file_memory: readonly { readonly text: string }[];
  readonly confidence?: string | undefined;
}

/**
 * Returns one outcome per question. A refusal is an outcome too; the refusal of a step is the
 * outcome of every question of the story.
 */
export async function runStory({ steps, questions }: Story): Promise<Outcome[]> {
  const { memory, clock } = await testMemory({});
  try {
    for (const [index, step] of steps.entries()) {
      clock.set(step.at);
      const refused = await refusal(() => take(memory, step));
      if (refused !== undefined) return questions.map(() => ({ refused: `step ${index + 1}: ${refused}` }));
    }
    const outcomes: Outcome[] = [];
    for (const question of questions) {
      clock.set(question.at);
      outcomes.push(await ask(memory, question));
    }
    return outcomes;
  } finally {
    await memory.close();
  }
}

async function take(memory: Verbs, step: Step): Promise<void> {
  const verbs = boundTo(memory, step.for);
  if (step.remember !== undefined) await verbs.remember(step.remember);
  if (step.forget !== undefined) await verbs.forget(step.forget);
  if (step.forgetRecords !== undefined) await forgetRecords(verbs, step.forgetRecords);
}

async function forgetRecords(verbs: Verbs, words: string): Promise<void> {
  const { items } = await verbs.records({ include_superseded: true, limit: 1000 });
  const ids = items.filter(({ text }) => text.includes(words)).map(({ id }) => id);
  if (ids.length === 0) throw new Refusal(`no record has the words ${words}`);
  await verbs.forget({ ids });
}

async function ask(memory: Verbs, question: Question): Promise<Outcome> {
  let answer: Answer | undefined;
  const refused = await refusal(async () => {
    const verbs = boundTo(memory, question.for);
    answer =
      question.recall === undefined
        ? profileAnswer(await profileOf(verbs, question.profile))
        : recallAnswer(await verbs.recall(question.recall));
  });
  return answer ?? { refused: refused ?? "nothing came back" };
}

function recallAnswer(payload: SearchPayload): Answer {
  const { semantic_memory, episodic_memory, procedural_memory, file_memory, confidence } = payload;
  const facts = [semantic_memory, episodic_memory, ...file_memory.map(({ text }) => text)];
  return { facts: facts.filter((prose) => prose !== "").join("\n"), rules: procedural_memory, confidence };
}

/** Reads all texts of a profile as facts and as rules. */
export function profileAnswer(payload: unknown): Answer {
  const prose = [...new Set(linesOf(payload))].join("\n");
  return { facts: prose, rules: prose, confidence: undefined };
}

async function profileOf(verbs: Verbs, input: unknown): Promise<unknown> {
  if (verbs.profile === undefined) throw new Refusal("there is no profile()");
  return verbs.profile(input);
}

function boundTo(memory: Verbs, labels: Readonly<Record<string, string>> | undefined): Verbs {
  if (labels === undefined) return memory;
  if (memory.for === undefined) throw new Refusal("there is no for()");
  return memory.for(labels);
}

/** Each text is a line, and the texts of one list element (who, what, which) are one line. */
function linesOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  if (!Array.isArray(value)) return Object.values(value).flatMap(linesOf);
  return value.map((element) => linesOf(element).join(" · "));
}

/** A verb, or an option of it, that this version does not have. */
class Refusal extends Error {}

/**
 * Returns why the API refused a call; `undefined` if it did not. Any other error is a defect and
 * stops the run.
 */
async function refusal(call: () => Promise<void>): Promise<string | undefined> {
  try {
    await call();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal || MemoryError.is(error)) return error.message;
    throw error;
  }
}
