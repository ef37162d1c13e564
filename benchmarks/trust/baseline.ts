/**
 * The baseline without a memory: the messages that BM25 ranks best, newest first. Scopes are
 * separate, as in any app.
 */
import { Bm25Ranking } from "../recall-quality/bm25.js";
import type { Turn } from "../recall-quality/conversations.js";
import type { Question, Step, Story } from "./cases.js";
import { type Answer, includes } from "./score.js";

interface Message extends Turn {
  readonly scope: string;
}

/** Number of messages of an answer. */
const answerMessages = 10;

/**
 * Returns one answer per question. Messages count as facts and as rules: BM25 does not distinguish
 * them.
 */
export function baselineAnswers({ steps, questions }: Story): Answer[] {
  let messages: readonly Message[] = [];
  for (const [index, step] of steps.entries()) {
    if (step.remember === undefined) messages = without(messages, step);
    else messages = [...messages, ...messagesOf(step.remember, { index, step })];
  }
  return questions.map((question) => answerTo(question, messages));
}

type Remembered = NonNullable<Step["remember"]>;

function messagesOf(
  { content, speaker = "", scope }: Remembered,
  { index, step }: { index: number; step: Step },
): Message[] {
  const said = typeof content === "string" ? [{ content, name: speaker, role: "" }] : content;
  return said.map(({ content: text, name, role }, place) => ({
    id: `${index}.${place}`,
    session: "",
    at: step.at,
    speaker: name ?? role,
    text,
    scope: keyOf(step.for ?? scope),
  }));
}

function without(messages: readonly Message[], { forget, forgetRecords, for: labels }: Step): Message[] {
  const scope = keyOf(labels ?? forget?.scope);
  const inScope = messages.filter((message) => message.scope === scope);
  const words = forget?.entity ?? forgetRecords;
  const best = forget?.query === undefined ? [] : ranked(inScope, forget.query, 1);
  const gone = new Set([
    ...best,
    ...inScope.filter(({ speaker, text }) => words !== undefined && includes(`${speaker}: ${text}`, words)),
  ]);
  return messages.filter((message) => !gone.has(message));
}

function answerTo({ recall, for: labels }: Question, messages: readonly Message[]): Answer {
  const scope = keyOf(labels ?? recall?.scope);
  const until = recall?.as_of === undefined ? Number.POSITIVE_INFINITY : Date.parse(recall.as_of);
  const seen = messages.filter((message) => message.scope === scope && Date.parse(message.at) <= until);
  const query = [recall?.speaker, recall?.query].filter((part) => part !== undefined).join(" ");
  const found = recall === undefined ? seen.slice(-answerMessages) : ranked(seen, query, answerMessages);
  const newestFirst = [...found].sort((one, other) => seen.indexOf(other) - seen.indexOf(one));
  const prose = newestFirst
    .map(({ at, speaker, text }) => `[${at.slice(0, 10)}] ${speaker}: ${text}`)
    .join("\n");
  return { facts: prose, rules: prose, confidence: prose === "" ? "none" : "found" };
}

function ranked(messages: readonly Message[], query: string, limit: number): Message[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const ranking = new Bm25Ranking("turn");
  ranking.add(messages);
  const ids = ranking.rank(query, limit).map(({ id }) => id);
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function keyOf(labels: Readonly<Record<string, string>> | undefined): string {
  return JSON.stringify(Object.entries(labels ?? {}).toSorted());
}
