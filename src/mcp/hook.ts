/**
 * `memory_hook`: the tool that hooks of coding assistants call, without a model. Its text is the
 * JSON that Claude Code and Codex expect from a hook: what to add to the prompt, or nothing. A
 * plugin then needs no script, no process and no key of its own.
 */
import type { CallToolResult, ToolAnnotations } from "@modelcontextprotocol/server";
import { z } from "zod";
import { Deadline, TimedOut, untilAborted } from "../async/deadline.js";
import { type MemoryError, parseInput } from "../contract/errors.js";
import { sharedSchema } from "../contract/json-schema.js";
import type { CallOptions, MemoryService } from "../contract/memory-service.js";
import { maxQueryChars } from "../contract/recall.js";
import { maxContentChars, type RememberRequest } from "../contract/remember.js";
import { fence, fenceRules } from "../prompt-safety/fence.js";
import { rememberNew } from "../prompt-safety/recalled-input.js";
import { recalledText } from "../prompt-safety/recalled-text.js";
import type { RenderedLines } from "../prompt-safety/rendered-lines.js";
import { promptBlocks } from "../rendering/prompt-blocks.js";
import { estimateTokens } from "../text/token-estimate.js";
import type { ShownOnce } from "./shown-once.js";

/** The name of the tool. */
export const hookToolName = "memory_hook";

/** Maximum number of tokens that a hook adds to a prompt, with the fences around them. */
export const hookTokens = 700;
/** Number of tokens of the marks that open each line of rules. */
const lineMarks = 40;
/** Number of tokens of the note above a weak answer, and of the titles of the fields. */
const noteAndTitles = 40;

/** A field that a client fills in. A placeholder that it does not know stays as it is. */
const filledIn = z
  .string()
  .transform((text) => (/^\$\{[\w.]+\}$/.test(text.trim()) || text.trim() === "" ? undefined : text))
  .optional();

/** The schema of a {@link HookInput}. Unknown fields are ignored: clients add their own. */
const hookInput = z.object({
  event: z
    .enum(["SessionStart", "UserPromptSubmit", "Stop"])
    .describe(
      "SessionStart returns the profile; UserPromptSubmit recalls for the prompt and remembers it; Stop remembers the answer",
    ),
  prompt: filledIn.describe("UserPromptSubmit: what the user wrote"),
  answer: filledIn.describe("Stop: the assistant's last message"),
  source: filledIn.describe("who made the prompt; only prompts of user and sdk are used"),
  session: filledIn.describe("id of the assistant's session, stored as a label"),
  cwd: filledIn.describe("working folder; its last part is stored as the label project"),
  within_ms: z
    .int()
    .min(1)
    .max(600_000)
    .optional()
    .describe(
      "milliseconds after which the hook gets an answer without memory; none waits as long as it takes",
    ),
});
type HookInput = z.output<typeof hookInput>;

const annotations: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/**
 * The tool as the MCP server registers it. It has no structured content: its text is the answer.
 */
export const hookTool = {
  title: "Memory hook",
  description:
    "For hooks of the client, which call it on each prompt and at the end of each turn. Not for models: use recall and remember.",
  inputSchema: sharedSchema(hookInput),
  annotations,
};

/** What the hook works with. */
export interface HookParts {
  readonly memory: MemoryService;
  readonly shownOnce: ShownOnce;
  readonly rendered: RenderedLines;
  readonly clock: () => Date;
  readonly newBoundary: () => string;
}

/** What a hook returns to the assistant; empty if there is nothing to add. */
interface HookAnswer {
  readonly hookSpecificOutput?: { readonly hookEventName: string; readonly additionalContext: string };
  /** Shown to the user. */
  readonly systemMessage?: string;
}

/** Converts what was thrown into an error that the client may see. */
type Shown = (error: unknown) => MemoryError;

/**
 * Answers one hook. A failure becomes a message to the user and never a failed hook, so the turn
 * continues. Each kind of failure is reported once in a session of the assistant.
 */
export async function answerHook(
  given: unknown,
  parts: HookParts,
  { signal, shown }: CallOptions & { readonly shown: Shown },
): Promise<CallToolResult> {
  const options = signal === undefined ? {} : { signal };
  let session: string | undefined;
  let answer: HookAnswer;
  try {
    const input = parseInput(hookInput, given, "answer the hook");
    session = input.session;
    answer = await (input.within_ms === undefined
      ? events(input, parts, options)
      : inTime(events(input, parts, {}), input.within_ms, { ...options, shown }));
  } catch (error) {
    signal?.throwIfAborted();
    const { code, text } = problemOf(error, shown);
    answer = parts.shownOnce.isNew(session, code) ? { systemMessage: `keepsake: ${text}` } : {};
  }
  return { content: [{ type: "text", text: JSON.stringify(answer) }] };
}

/**
 * Waits for the answer, at most for `withinMs`. The work continues after that, without the signal
 * of the call, so that the prompt is remembered although nothing is recalled for it.
 *
 * @throws {TimedOut} after `withinMs`
 */
async function inTime(
  work: Promise<HookAnswer>,
  withinMs: number,
  { signal, shown }: CallOptions & { readonly shown: Shown },
): Promise<HookAnswer> {
  const deadline = new Deadline(withinMs, signal);
  try {
    return await untilAborted(work, deadline.signal);
  } catch (error) {
    // A defect of the work that continues is reported, though its hook has been answered.
    if (deadline.signal.aborted) void work.catch(shown);
    throw error;
  } finally {
    deadline.clear();
  }
}

/** The code of a failure, and the text about it that the user sees. */
function problemOf(error: unknown, shown: Shown): { readonly code: string; readonly text: string } {
  if (error instanceof TimedOut) return { code: "slow", text: slow };
  const { code, message } = shown(error);
  return { code, text: message };
}

const slow =
  "the memory is slow, so turns continue without what it cannot recall in time. This is shown once in a session.";

function events(input: HookInput, parts: HookParts, options: CallOptions): Promise<HookAnswer> {
  if (input.event === "SessionStart") return begin(parts, options);
  if (input.event === "Stop") return end(input, parts, options);
  return submit(input, parts, options);
}

/** What is always worth knowing about the user. Rules are added to each prompt. */
async function begin(parts: HookParts, options: CallOptions): Promise<HookAnswer> {
  const profile = await parts.memory.profile({ token_budget: tokensOfProse(parts) }, options);
  const facts = { ...profile, rules: [], procedural_memory: "" };
  return added("SessionStart", facts, parts);
}

/**
 * Recalls before it remembers, so that a prompt does not recall itself. The prompt is remembered at
 * once because the end of a turn no longer has it, and an interrupted turn has no end.
 */
async function submit(input: HookInput, parts: HookParts, options: CallOptions): Promise<HookAnswer> {
  const { prompt } = input;
  if (prompt === undefined || !isWrittenByUser(prompt, input.source)) return {};
  const query = prompt.slice(0, maxQueryChars);
  const found = await parts.memory.recall({ query, token_budget: tokensOfProse(parts) }, options);
  await learn({ content: prompt.slice(0, maxContentChars) }, input, { parts, options });
  return added("UserPromptSubmit", found, parts);
}

async function end(input: HookInput, parts: HookParts, options: CallOptions): Promise<HookAnswer> {
  const { answer } = input;
  if (answer === undefined) return {};
  const content = [{ role: "assistant" as const, content: answer.slice(0, maxContentChars) }];
  await learn({ content }, input, { parts, options });
  return {};
}

async function learn(
  said: Pick<RememberRequest, "content">,
  { session, cwd }: HookInput,
  { parts, options }: { readonly parts: HookParts; readonly options: CallOptions },
): Promise<void> {
  const project = cwd?.split(/[\\/]/).findLast((part) => part !== "");
  const labels = { session, project };
  const known = Object.entries(labels).filter((label): label is [string, string] => label[1] !== undefined);
  const { memory, rendered, clock } = parts;
  await rememberNew(
    memory,
    { ...said, metadata: Object.fromEntries(known) },
    { ...options, now: clock, rendered },
  );
}

/**
 * The sources of prompts that a person wrote. Prompts of timers and of the program itself name
 * another source.
 */
const written: ReadonlySet<string> = new Set(["user", "sdk"]);

/**
 * Whether a person wrote the prompt. A command (`/clear`) and the program's own tags do not count
 * as said by a person.
 */
function isWrittenByUser(prompt: string, source: string | undefined): boolean {
  if (source !== undefined && !written.has(source)) return false;
  return !/^\s*(?:\/[\w:-]+|<[a-z][\w-]*>)/.test(prompt);
}

/** Tokens of prose that leave room for both fences and what is added to the prose. */
function tokensOfProse({ newBoundary }: HookParts): number {
  const boundary = newBoundary();
  const fences = estimateTokens(fence("", boundary)) + estimateTokens(fenceRules([], boundary));
  return hookTokens - fences - lineMarks - noteAndTitles;
}

function added(
  hookEventName: string,
  payload: Parameters<typeof promptBlocks>[0],
  { rendered, newBoundary }: HookParts,
): HookAnswer {
  const { rules, recalled } = promptBlocks(payload, { boundary: newBoundary() });
  rendered.add(recalledText(payload));
  const additionalContext = [rules, recalled].filter((block) => block !== "").join("\n\n");
  return additionalContext === "" ? {} : { hookSpecificOutput: { hookEventName, additionalContext } };
}
