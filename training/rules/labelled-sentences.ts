/**
 * Reads the labelled sentences: the files of this folder, the sentences of the labelled talk, and
 * those of real requests to an assistant.
 */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readConversations } from "../../benchmarks/recall-quality/conversations.js";
import { sentenceSpans } from "../../src/text/sentences.js";
import { readTalk } from "../extractor/examples/talk-message.js";

/** Whether a sentence states a rule: none, one that always applies, or one with a condition. */
export const ruleKinds = ["none", "always", "conditional"] as const;
export type RuleKind = (typeof ruleKinds)[number];

/** A sentence with its label. */
export interface LabelledSentence {
  readonly text: string;
  /** The message that it is a part of. */
  readonly message: string;
  readonly kind: RuleKind;
  /** The condition, copied from the text; `null` without one. */
  readonly condition: string | null;
  /** "talk", "requests", or the name of a file of this folder. */
  readonly source: string;
  /** Sentences of one group are never in the training and the test of one fold. */
  readonly group: string;
}

/** A rule among the requests; the text of the requests is not in this repository. */
interface RequestedRule {
  readonly conversation: string;
  readonly turn: string;
  readonly kind: RuleKind;
  readonly rule: string;
}

const here = fileURLToPath(new URL("./", import.meta.url));
const talk = fileURLToPath(new URL("../extractor/talk/", import.meta.url));
const fields = "condition,kind,text";

/** The files of this folder with labelled sentences. */
export const sentenceFiles = ["rules-a.jsonl", "rules-b.jsonl"] as const;

/** Reads a file of this folder. */
export function readSentenceFile(name: string): LabelledSentence[] {
  return parseSentences(
    readFileSync(here + name, "utf8")
      .trimEnd()
      .split("\n"),
    name,
  );
}

/**
 * Checks the lines of a file of labelled sentences.
 *
 * @throws {Error} that names the first line that is not such a sentence
 */
export function parseSentences(lines: readonly string[], name: string): LabelledSentence[] {
  return lines.map((line, at) => {
    const refuse = (why: string) => new Error(`Cannot read ${name}: line ${at + 1}: ${why}`);
    const read = JSON.parse(line) as { text: string; kind: RuleKind; condition: string | null };
    const { text, kind, condition } = read;
    if (Object.keys(read).sort().join(",") !== fields) throw refuse(`its fields must be ${fields}`);
    if (typeof text !== "string" || text.trim() === "") throw refuse("text must not be empty");
    if (!ruleKinds.includes(kind)) throw refuse(`kind must be one of ${ruleKinds.join(", ")}`);
    if ((kind === "conditional") !== (condition !== null))
      throw refuse("a conditional rule must have a condition, and no other sentence may have one");
    if (condition !== null && !text.includes(condition))
      throw refuse(`the condition "${condition}" must be copied from the text`);
    return { text, message: text, kind, condition, source: name, group: `${name} ${at}` };
  });
}

/** Sentences of other lengths are not classified. */
const leastChars = 6;
const mostChars = 400;

/** The sentences of the labelled talk that people say. */
export function sentencesOfTalk(): LabelledSentence[] {
  const files = readdirSync(talk)
    .filter((name) => name.endsWith(".jsonl"))
    .sort();
  return files.flatMap((name) => readTalk(talk + name)).flatMap(sentencesOf);
}

type Message = ReturnType<typeof readTalk>[number];

function sentencesOf({ text, rules, role, dialog }: Message): LabelledSentence[] {
  const spans = rules.map((rule) => ({ ...rule, start: text.indexOf(rule.text) }));
  return sentenceSpans(text).flatMap(({ start, end }) => {
    const sentence = text.slice(start, end);
    if (sentence.length < leastChars || sentence.length > mostChars) return [];
    const stated = spans.filter((rule) => covers({ start, end }, rule));
    if (role === "assistant" && stated.length === 0) return [];
    const condition = stated.find(({ trigger }) => trigger !== null)?.trigger ?? null;
    const kind: RuleKind = stated.length === 0 ? "none" : condition === null ? "always" : "conditional";
    const copied = condition !== null && sentence.includes(condition) ? condition : null;
    return [{ text: sentence, message: text, kind, condition: copied, source: "talk", group: dialog }];
  });
}

/** Whether a rule is at least half of a sentence, or at least half of it is in the sentence. */
function covers(
  sentence: { readonly start: number; readonly end: number },
  rule: { readonly start: number; readonly text: string },
): boolean {
  const end = rule.start + rule.text.length;
  const shared = Math.min(end, sentence.end) - Math.max(rule.start, sentence.start);
  return shared > 0 && shared >= 0.5 * Math.min(sentence.end - sentence.start, rule.text.length);
}

/** The rules that readers found among the requests. */
const requestedRules = "realmem-rules.jsonl";
/** Of a longer request, only the beginning is read, as in the extractor. */
const mostRequest = { chars: 4000, sentences: 24 };

/**
 * The sentences of the users' requests in RealMem. Nearly all of them are meant for the task at
 * hand.
 */
export function sentencesOfRequests(path: string): LabelledSentence[] {
  const rules = readFileSync(here + requestedRules, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as RequestedRule);
  return readConversations(path).flatMap(({ id, turns }) =>
    turns
      .filter(({ speaker }) => speaker === "user")
      .flatMap((turn) => {
        const own = rules.find((one) => one.conversation === id && one.turn === turn.id);
        return requestSentences(turn.text, own).map((read) => ({ ...read, source: "requests", group: id }));
      }),
  );
}

function requestSentences(message: string, rule: RequestedRule | undefined) {
  const read = message.slice(0, mostRequest.chars);
  return sentenceSpans(read)
    .slice(0, mostRequest.sentences)
    .map(({ start, end }) => read.slice(start, end))
    .filter(({ length }) => length >= leastChars && length <= mostChars)
    .map((text) => {
      const states = rule !== undefined && (text.includes(rule.rule) || rule.rule.includes(text));
      return { text, message, kind: states ? rule.kind : ("none" as const), condition: null };
    });
}
