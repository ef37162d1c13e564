/** Second part: questions about facts, changes, events and rules, now and at earlier times. */
import type { SearchPayload } from "../../contract/recall.js";
import { foundNothing, proseText } from "../terminal/show-payloads.js";
import { announce, answerBudgetTokens, type Question, questions, type Stage, say } from "./stage.js";

/** One question with its answer. */
export interface AskReport {
  readonly question: Question;
  readonly answer: SearchPayload;
  readonly ms: number;
}

/** Asks all questions. */
export async function askAct(stage: Stage): Promise<AskReport[]> {
  await announce(
    stage,
    "Questions",
    `Answers are prose for a prompt, by type, inside a token budget: ${answerBudgetTokens} here unless shown otherwise; the default is 1,000.`,
  );
  const reports: AskReport[] = [];
  for (const [index, question] of questions.entries()) {
    if (index > 0) await say(stage);
    reports.push(await ask(question, stage));
  }
  return reports;
}

async function ask(question: Question, stage: Stage): Promise<AskReport> {
  const { shows, ...input } = question;
  const began = performance.now();
  const answer = await stage.memory.recall(
    { token_budget: answerBudgetTokens, rules: "relevant", ...input },
    stage.call,
  );
  const ms = performance.now() - began;
  await show({ question, answer, ms }, stage);
  return { question, answer, ms };
}

async function show({ question, answer, ms }: AskReport, stage: Stage): Promise<void> {
  const { paint, width } = stage.terminal;
  const then = question.as_of ? `, ${question.as_of}` : "";
  const budget = question.token_budget ? `, ${question.token_budget} tokens` : "";
  const note = `${question.shows}${then}${budget} · ${ms.toFixed(1)} ms`;
  await say(stage, `${paint.bold(`? ${question.query}`)}  ${paint.dim(note)}`);
  await say(
    stage,
    foundNothing(answer)
      ? paint.dim("  (empty: nothing in memory answers that)")
      : proseText(answer, paint, width, "  "),
  );
}
