/**
 * Learns the weights of the ranking: `npx tsx training/ranker/main.ts --data FILE.jsonl [--data FILE.jsonl …] [--measure FILE.jsonl …] [--folds 5] [--ablation] [--no-write]`.
 *
 * Remembers each conversation through the real verbs, notes what the ranking sees for each question, and prints two tables: recall with weights that were learnt
 * without the whole corpus, and with weights that were learnt without the conversation. Then it learns from all of `--data` and writes `src/recall/ranking/weights.ts`: numbers
 * only, no text. A corpus of `--measure` is measured and never learnt from. Some questions are asked of a conversation that they are not about, so that
 * the floor also knows questions that have nothing to do with what is stored.
 */
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readConversations } from "../../benchmarks/recall-quality/conversations.js";
import { comparedIn } from "../../src/recall/rules/standing.js";
import { type Example, examplesOf } from "./examples.js";
import {
  fitAnswerable,
  fitCalibration,
  floorFor,
  type Judged,
  judge,
  meanRecall,
  type WithOdds,
  withOdds,
} from "./judged.js";
import { type FitOptions, fitRanking, startModel } from "./listwise.js";
import { printSilence } from "./print-silence.js";
import { signalNames } from "./signals.js";
import { writeWeights } from "./write-weights.js";

/**
 * Stores of a few plain facts, in English and in languages that the bundled table does not know, written for this: a ranking learnt on long English
 * conversations alone misjudges them.
 */
const ownData = ["small-stores.jsonl", "languages.jsonl"].map((name) =>
  fileURLToPath(new URL(name, import.meta.url)),
);

/**
 * Recall at 10 on corpora that were left out was within a point of this with a pull of 0.3, on conversations that were left out a point lower with 0.3.
 */
const options: FitOptions = { pull: 0.1, steps: 80 };
/** Share of the answerable questions of any corpus that may be left empty on conversations not seen. */
const acceptedEmpty = 0.02;
/** Every so many-th question is also asked of the next conversation. */
const strangerStep = 5;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      data: { type: "string", multiple: true, default: [] },
      measure: { type: "string", multiple: true, default: [] },
      folds: { type: "string", default: "5" },
      ablation: { type: "boolean", default: false },
      write: { type: "boolean", default: true },
    },
    allowNegative: true,
  });
  if (values.data.length === 0) throw new Error("Cannot learn: name a file, --data FILE.jsonl");
  const taught: Example[] = [];
  for (const path of [...values.data, ...ownData]) taught.push(...(await collect(path)));
  const measured: Example[] = [];
  for (const path of values.measure) measured.push(...(await collect(path)));
  const all = [...taught, ...measured];
  const transferred = leavingCorporaOut(taught, measured, options);
  printTable("weights learnt without the corpus", transferred);
  const folds = Number(values.folds);
  const within = leavingConversationsOut(taught, folds);
  printTable("weights learnt without the conversation", within);
  printTable(
    "weights before any data",
    all.map((example) => judge(example, startModel())),
  );
  if (values.ablation) ablate(taught, measured);
  printSilence(
    "answerable, learnt without the corpus",
    oddsOf(transferred, ({ corpus }) => corpus),
  );
  const odds = oddsOf(within, foldOf(taught, folds));
  printSilence("answerable, learnt without the conversation", odds);
  if (!values.write) return;
  const model = fitRanking(taught, options);
  const judged = taught.map((example) => judge(example, model));
  writeWeights({
    model,
    answerable: fitAnswerable(judged),
    calibration: fitCalibration(within.filter(({ example }) => !example.stranger)),
    floor: floorFor(
      odds.filter(({ example }) => !ownData.some((path) => basename(path, ".jsonl") === example.corpus)),
      acceptedEmpty,
    ),
    sample: judged[0]!,
  });
}

async function collect(path: string): Promise<Example[]> {
  const corpus = basename(path, ".jsonl");
  const conversations = readConversations(path);
  const examples: Example[] = [];
  for (const [index, conversation] of conversations.entries()) {
    const next = conversations[(index + 1) % conversations.length]!;
    const strangers = next === conversation ? [] : next.questions.filter((_, at) => at % strangerStep === 0);
    examples.push(...(await examplesOf(corpus, conversation, strangers)));
    process.stderr.write(`${corpus}, ${conversation.id}: ${conversation.questions.length} questions\n`);
  }
  return examples;
}

/** Judges each corpus by a model that was taught with all the others, and what is only measured by one that was taught with all. */
function leavingCorporaOut(
  taught: readonly Example[],
  measured: readonly Example[],
  fitting: FitOptions,
): Judged[] {
  const corpora = [...new Set(taught.map(({ corpus }) => corpus))];
  const left = corpora.flatMap((corpus) => {
    const model = fitRanking(
      taught.filter((example) => example.corpus !== corpus),
      fitting,
    );
    return taught.filter((example) => example.corpus === corpus).map((example) => judge(example, model));
  });
  if (measured.length === 0) return left;
  const model = fitRanking(taught, fitting);
  return [...left, ...measured.map((example) => judge(example, model))];
}

/** Which fold an example is in: conversations in turn, so that each fold holds some of every corpus. */
function foldOf(examples: readonly Example[], folds: number): (example: Example) => number {
  const conversations = [...new Set(examples.map(({ conversation }) => conversation))];
  const places = new Map(conversations.map((conversation, index) => [conversation, index % folds]));
  return ({ conversation }) => places.get(conversation)!;
}

/** Judges every example by a model that has not seen its conversation. */
function leavingConversationsOut(examples: readonly Example[], folds: number): Judged[] {
  const fold = foldOf(examples, folds);
  return Array.from({ length: folds }, (_, out) => out).flatMap((out) => {
    const model = fitRanking(
      examples.filter((example) => fold(example) !== out),
      options,
    );
    return examples.filter((example) => fold(example) === out).map((example) => judge(example, model));
  });
}

/** Log-odds of there being an answer, those of each part by a model that was taught with the others. */
function oddsOf(judged: readonly Judged[], partOf: (example: Example) => string | number): WithOdds[] {
  return [...new Set(judged.map(({ example }) => partOf(example)))].flatMap((part) => {
    const isIn = ({ example }: Judged) => partOf(example) === part;
    return withOdds(judged.filter(isIn), fitAnswerable(judged.filter((one) => !isIn(one))));
  });
}

/** Signals that say the same in several ways: taking one of them away shows nothing. */
const families: Readonly<Record<string, readonly string[]>> = {
  "BM25 of the passage": ["fit"],
  "BM25 of the source": ["fitSource"],
  "words of the passage": ["own", "phrase", "names"],
  "words around it": ["near", "wider", "around"],
  vectors: ["cosine", "cosineBefore", "subject", "sessionSubject"],
  "who speaks": ["namedSpeaker", "user", "userAboutUser", "assistantAsked"],
  form: ["question", "reaction", "answers"],
  "wording asked for": ["askedTime", "askedCount", "askedReason", "askedPerson", "askedPlace", "askedAdvice"],
  time: ["during", "latest", "earliest"],
  "facts and rules": ["fact", "rule", "standingRule", "ruleWanted", "ruleSubject"],
};

/** Takes one family of signals away at a time, learns anew without each corpus, and prints a table. */
function ablate(taught: readonly Example[], measured: readonly Example[]): void {
  for (const [family, bases] of Object.entries(families)) {
    const without = new Set(
      signalNames.filter((name) => bases.includes(name) || bases.includes(comparedIn(name) ?? "")),
    );
    printTable(`without ${family}`, leavingCorporaOut(taught, measured, { ...options, without }));
  }
}

function printTable(title: string, judged: readonly Judged[]): void {
  print(`\n${title}: recall at 5 / 10 / 20 / 50, %`);
  for (const corpus of new Set(judged.map(({ example }) => example.corpus))) {
    const own = judged.filter(({ example }) => example.corpus === corpus && !example.stranger);
    const cells = [5, 10, 20, 50].map((depth) => (100 * meanRecall(own, depth)).toFixed(1).padStart(5));
    print(`  ${corpus.padEnd(24)} ${cells.join(" / ")}`);
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main();
