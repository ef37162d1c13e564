/**
 * Learns the weights of the ranking: `npx tsx training/ranker/main.ts --data FILE.jsonl [--data FILE.jsonl …] [--measure FILE.jsonl …] [--folds 5] [--ablation] [--no-write]`.
 *
 * Remembers each conversation through the real verbs, notes what the ranking sees for each question, and prints two tables: recall with weights that were learnt
 * without the whole corpus, and with weights that were learnt without the conversation. Then it learns from all of `--data` and writes `src/recall/weights.ts`: numbers
 * only, no text. A corpus of `--measure` is measured and never learnt from. Some questions are asked of a conversation that they are not about, so that
 * the floor also knows questions that have nothing to do with what is stored.
 */
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readConversations } from "../../benchmarks/recall-quality/conversations.js";
import { standingNames } from "../../src/recall/standing.js";
import { type Example, examplesOf } from "./examples.js";
import {
  fitAnswerable,
  fitCalibration,
  type Judged,
  judge,
  meanRecall,
  silenceAt,
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

/** Chosen by what is left of the recall on corpora that were left out; 0.1 and 1 were within half a point of it. */
const options: FitOptions = { pull: 0.3, steps: 80 };
/** Recall at 10 that silence may cost on conversations not seen, as a share. */
const acceptedLoss = 0.02;
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
  printTable(
    "weights learnt without the conversation",
    leavingConversationsOut(taught, Number(values.folds)),
  );
  printTable(
    "weights before any data",
    all.map((example) => judge(example, startModel())),
  );
  if (values.ablation) ablate(taught, measured);
  const odds = oddsOf(transferred);
  printSilence(odds);
  if (!values.write) return;
  const model = fitRanking(taught, options);
  const judged = taught.map((example) => judge(example, model));
  writeWeights({
    model,
    answerable: fitAnswerable(judged),
    calibration: fitCalibration(transferred.filter(({ example }) => !example.stranger)),
    floor: silenceAt(
      odds.filter(({ example }) => !example.stranger),
      acceptedLoss,
    ).floor,
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

/** Judges every example by a model that has not seen its conversation; each fold holds some of every corpus. */
function leavingConversationsOut(examples: readonly Example[], folds: number): Judged[] {
  const conversations = [...new Set(examples.map(({ conversation }) => conversation))];
  const foldOf = new Map(conversations.map((conversation, index) => [conversation, index % folds]));
  return Array.from({ length: folds }, (_, fold) => fold).flatMap((fold) => {
    const isInFold = ({ conversation }: Example) => foldOf.get(conversation) === fold;
    const model = fitRanking(
      examples.filter((example) => !isInFold(example)),
      options,
    );
    return examples.filter(isInFold).map((example) => judge(example, model));
  });
}

/** Log-odds of there being an answer, each corpus by a model that was taught with the others. */
function oddsOf(judged: readonly Judged[]): (Judged & { readonly odds: number })[] {
  const corpora = [...new Set(judged.map(({ example }) => example.corpus))];
  return corpora.flatMap((corpus) => {
    const isOf = ({ example }: Judged) => example.corpus === corpus;
    return withOdds(judged.filter(isOf), fitAnswerable(judged.filter((one) => !isOf(one))));
  });
}

/** Signals that say the same in several ways: taking one of them away shows nothing. */
const families: Readonly<Record<string, readonly string[]>> = {
  "BM25 of the passage": ["fit"],
  "BM25 of the message": ["fitMessage"],
  "BM25 of the source": ["fitSource"],
  "words of the passage": ["own", "phrase", "names"],
  "words around it": ["near", "wider", "around"],
  vectors: ["cosine", "cosineBefore", "cosineAfter", "subject", "sessionSubject"],
  "who speaks": ["namedSpeaker", "otherSilent", "user", "userAboutUser", "assistantAsked"],
  form: ["question", "reaction", "short", "answers"],
  "wording asked for": ["askedTime", "askedCount", "askedReason", "askedPerson", "askedPlace", "askedAdvice"],
  time: ["during", "latest", "earliest"],
  "facts and rules": ["fact", "ruleWanted", "ruleSubject"],
};

/** Takes one family of signals away at a time, learns anew without each corpus, and prints a table. */
function ablate(taught: readonly Example[], measured: readonly Example[]): void {
  for (const [family, bases] of Object.entries(families)) {
    const without = new Set(
      signalNames.filter((name) => bases.includes(name) || bases.includes(comparedIn(name))),
    );
    printTable(`without ${family}`, leavingCorporaOut(taught, measured, { ...options, without }));
  }
}

/** "ownShare" compares "own". */
function comparedIn(name: string): string {
  return standingNames.includes(name) ? name.replace(/(?:Share|Place|Long)$/, "") : name;
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
