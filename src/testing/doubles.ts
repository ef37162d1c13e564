/**
 * Test doubles: an extractor whose decisions a test writes down, and a memory whose verbs fail on
 * request, for the error paths of an app.
 */
import type { MemoryService } from "../contract/memory-service.js";
import type { Decision, Draft, Extractor, SemanticDraft } from "../extractors/extractor.js";
import type { Passage } from "../text/passage.js";

/** What is drafted from a passage: a fact in short form, or any draft. */
export type ScriptedDraft = Pick<SemanticDraft, "entity" | "property" | "value"> | Draft;

/**
 * For each passage that contains a text: its drafts; a text alone is the reason why it is skipped.
 */
export type ExtractionScript = Readonly<Record<string, readonly ScriptedDraft[] | string>>;

/**
 * An {@link Extractor} that follows a script. The first entry whose key a passage contains decides;
 * a passage without an entry is kept as an event.
 *
 * @example
 * import { Memory } from "keepsake";
 * import { scriptedExtractor } from "keepsake/testing";
 *
 * const extractor = scriptedExtractor({
 *   Lisbon: [{ entity: "Ana", property: "home", value: "Lisbon" }],
 *   hello: "small talk",
 * });
 * const memory = new Memory({ extractor });
 */
export function scriptedExtractor(script: ExtractionScript): Extractor {
  return {
    id: "scripted@1",
    extract: async ({ passages }) => ({
      decisions: passages.map((passage) => decisionOn(passage, script)),
      success: true,
      tokens: 0,
    }),
  };
}

function decisionOn(passage: Passage, script: ExtractionScript): Decision {
  const entry = Object.entries(script).find(([key]) => passage.text.includes(key));
  if (entry === undefined) return { keep: true, drafts: [eventOf(passage)], mentions: [] };
  const [, drafts] = entry;
  if (typeof drafts === "string") return { keep: false, reason: drafts };
  const whole = drafts.map((draft) => ("type" in draft ? draft : factOf(draft)));
  const mentions = [...new Set(whole.map(({ entity }) => entity))];
  return { keep: true, drafts: whole.length === 0 ? [eventOf(passage)] : whole, mentions };
}

function factOf({ entity, property, value }: Pick<SemanticDraft, "entity" | "property" | "value">): Draft {
  return {
    type: "semantic",
    entity,
    property,
    value,
    text: `${entity}'s ${property} is ${value}.`,
    cardinality: "one",
    polarity: "holds",
    validFrom: null,
    validTo: null,
    reason: "the script says so",
  };
}

function eventOf({ speaker, saidAt }: Passage): Draft {
  return {
    type: "episodic",
    entity: speaker ?? "the user",
    participants: [],
    occurredAt: saidAt,
    dated: false,
    reason: "the script says nothing about it",
  };
}

/** The verbs of a memory that return a promise. */
export type FailingVerb = Exclude<keyof MemoryService, "for" | "close" | "export" | "rememberMany">;

/** One failure. */
export interface Failure {
  readonly verb: FailingVerb;
  /** Thrown by the verb before it does anything. */
  readonly error: Error;
  /** Calls of the verb that succeed before it fails. @default 0 */
  readonly after?: number;
  /** How often it fails. @default always */
  readonly times?: number;
}

/**
 * The same memory, whose verbs fail on request. What fails does nothing; everything else is passed
 * on. A memory that `for` limited to a scope fails too; its calls and those of the whole memory are
 * counted together.
 *
 * @example
 * import { MemoryError } from "keepsake";
 * import { failing, testMemory } from "keepsake/testing";
 *
 * const { memory } = await testMemory();
 * const data = { timeoutMs: 0 };
 * const busy = new MemoryError("busy", "Cannot recall: the store is busy", { data });
 * const flaky = failing(memory, [{ verb: "recall", error: busy, times: 1 }]);
 */
export function failing(memory: MemoryService, failures: readonly Failure[]): MemoryService {
  const counted = failures.map((failure) => ({ failure, calls: 0 }));
  const injected = (verb: PropertyKey): Error | undefined => {
    let thrown: Error | undefined;
    for (const count of counted.filter(({ failure }) => failure.verb === verb)) {
      const { after = 0, times = Number.POSITIVE_INFINITY, error } = count.failure;
      if (count.calls >= after && count.calls < after + times) thrown ??= error;
      count.calls += 1;
    }
    return thrown;
  };
  const wrapped = (whole: MemoryService): MemoryService =>
    new Proxy(whole, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== "function") return member;
        if (name === "for")
          return (...scope: Parameters<MemoryService["for"]>) => wrapped(target.for(...scope));
        return (...input: unknown[]) => {
          const error = injected(name);
          return error === undefined ? Reflect.apply(member, target, input) : Promise.reject(error);
        };
      },
    });
  return wrapped(memory);
}
