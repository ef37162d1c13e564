/**
 * Trains the weights of the ranking and writes `src/recall/ranking/weights.ts`, which contains
 * numbers only, no text.
 *
 *   npx tsx training/ranker/main.ts [--data FILE.jsonl …] [--measure FILE.jsonl …]
 *     [--sample 400] [--folds 5] [--ablation] [--cache FOLDER] [--no-write]
 *
 * It trains on the project's own corpora and those of `--data`, every corpus with the same weight,
 * and also measures those of `--measure`, on which no weight of the ranking is trained. The
 * estimate of whether there is an answer (thirteen numbers) is trained on all: trained without
 * LoCoMo, the only corpus with many questions that name the right people and ask for what another
 * said, it calls 10.5 % of those found instead of 2.5 %. Each conversation is remembered through
 * the real verbs, and the features of each question are cached in the folder of `--cache`
 * (`node_modules/.cache/keepsake-ranker`): an interrupted run continues with the next conversation.
 * A fit uses `--sample` questions of a corpus, the same ones each time; all are measured.
 *
 * It prints recall with weights that were trained without the whole corpus, with weights that were
 * trained without the conversation, with the bundled weights, and with the initial ones. Compare the
 * bundled weights on the corpora of `--measure` before you replace them. Some questions are also
 * asked of another conversation, so that the floor is fitted to questions about nothing in the
 * store, too.
 */
import { parseArgs } from "node:util";
import { weights as bundled } from "../../src/recall/ranking/weights.js";
import { printAblation } from "./ablation.js";
import { type Corpus, corpusOf, ownCorpora } from "./corpora.js";
import { ExampleCache } from "./example-cache.js";
import { type Example, examplesOf } from "./examples.js";
import { fitAnswerable, fitCalibration, floorFor, judge } from "./judged.js";
import { foldOf, leavingConversationsOut, leavingCorporaOut, oddsOf } from "./leave-out.js";
import { type FitOptions, fitRanking, type LinearModel, startModel } from "./listwise.js";
import { printSilence } from "./report/print-silence.js";
import { printTable } from "./report/print-table.js";
import { signalNames } from "./signals.js";
import { writeWeights } from "./write-weights.js";

/**
 * Strength of the regularisation towards the initial weights. Recall at 10 of the corpus that was
 * left out, RealMem / LifeBench / FactConsolidation / LoCoMo / BEAM, trained on 200 questions of
 * each corpus: 71.6 / 39.7 / 81.5 / 78.0 / 61.7 with 0.3, 71.9 / 41.7 / 81.8 / 77.8 / 63.0 with 1.
 * With fewer corpora it matters more: trained without LoCoMo and BEAM, LifeBench had 34.3 with 0.3
 * and 39.4 with 1.
 */
const pull = 1;
/**
 * Largest share of the answerable questions of a corpus that may get an empty answer, on unseen
 * conversations.
 */
const acceptedEmpty = 0.05;
/** One of this many questions is also asked of the next conversation. */
const strangerStep = 5;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      data: { type: "string", multiple: true, default: [] },
      measure: { type: "string", multiple: true, default: [] },
      sample: { type: "string", default: "400" },
      folds: { type: "string", default: "5" },
      ablation: { type: "boolean", default: false },
      cache: { type: "string", default: "node_modules/.cache/keepsake-ranker" },
      write: { type: "boolean", default: true },
    },
    allowNegative: true,
  });
  const options: FitOptions = { pull, steps: 80, sample: positive("--sample", values.sample) };
  const folds = positive("--folds", values.folds);
  const [learnt, measured] = [values.data.map(corpusOf), values.measure.map(corpusOf)];
  const cache = new ExampleCache(values.cache);
  const taught = await collect([...ownCorpora(), ...learnt], cache);
  const beside = await collect(measured, cache);

  const all = [...taught, ...beside];
  const transferred = leavingCorporaOut(taught, beside, options);
  printTable("weights learnt without the corpus", transferred);
  const within = leavingConversationsOut(taught, folds, options);
  printTable("weights learnt without the conversation", within);
  printTable(
    "the bundled weights",
    all.map((example) => judge(example, bundledModel())),
  );
  const start = startModel();
  printTable(
    "weights before any data",
    all.map((example) => judge(example, start)),
  );
  if (values.ablation) printAblation(taught, beside, options);
  printSilence(
    "answerable, learnt without the corpus",
    oddsOf(transferred, ({ corpus }) => corpus),
  );
  const judgedBeside = transferred.filter(({ example }) => beside.includes(example));
  const odds = oddsOf([...within, ...judgedBeside], foldOf(all, folds));
  printSilence("answerable, learnt without the conversation", odds);
  if (!values.write) return;

  const model = fitRanking(taught, options);
  const judged = taught.map((example) => judge(example, model));
  writeWeights({
    model,
    answerable: fitAnswerable([...judged, ...judgedBeside]),
    calibration: fitCalibration(within.filter(({ example }) => !example.stranger)),
    floor: floorFor(odds, acceptedEmpty),
    sample: judged.find(({ scores }) => scores.length > 0)!,
  });
}

function bundledModel(): LinearModel {
  return Float64Array.from(signalNames, (name) => bundled[name] ?? 0);
}

function positive(option: string, value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number > 0) return number;
  throw new Error(`Cannot learn: ${option} must be a positive integer, got ${value}`);
}

async function collect(corpora: readonly Corpus[], cache: ExampleCache): Promise<Example[]> {
  const examples: Example[] = [];
  for (const { name, conversations } of corpora)
    for (const [index, conversation] of conversations.entries()) {
      const next = conversations[(index + 1) % conversations.length]!;
      const strangers =
        next === conversation ? [] : next.questions.filter((_, at) => at % strangerStep === 0);
      const made = await cache.through([name, conversation, strangers], () =>
        examplesOf(name, conversation, strangers),
      );
      for (const example of made) examples.push(example);
      process.stderr.write(`${name}, ${conversation.id}: ${made.length} questions\n`);
    }
  return examples;
}

await main();
