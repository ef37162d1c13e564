/**
 * Trains the classifier of rules and writes `assets/rules.bin`:
 *
 *   npx tsx training/rules/main.ts write realmem.jsonl     trains on all sentences, writes the file
 *   npx tsx training/rules/main.ts check realmem.jsonl     trains on a part, prints the figures on
 *                                                          the others
 *   npx tsx training/rules/main.ts lasting realmem.jsonl   fits what makes a rule last, prints the
 *                                                          weights and the same figures
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  type RuleWeights,
  ruleHeaderBytes,
  ruleMagic,
  ruleVersion,
} from "../../src/extractors/learnt/rule-weights.js";
import { RuleModel } from "../../src/extractors/rules/recognised/rule-model.js";
import { sentenceFeatures } from "../../src/extractors/rules/recognised/sentence-features.js";
import { printFigures, type Scored } from "./figures.js";
import { type Example, exampleOf, fitSparse, quantised } from "./fit.js";
import {
  type LabelledSentence,
  readSentenceFile,
  sentenceFiles,
  sentencesOfRequests,
  sentencesOfTalk,
} from "./labelled-sentences.js";
import { fitLasting } from "./lasting.js";

/** Rows of the tables. Half as many cost a point of average precision, twice as many gain none. */
const rows = 2 ** 16;
const cost = 4;
/** How much a sentence of the files counts, compared with one of the talk. */
const fileWeight = 4;
const folds = 5;
const sources = [...sentenceFiles, "talk", "requests"];

const target = fileURLToPath(new URL("../../assets/rules.bin", import.meta.url));
const tasks: Readonly<Record<string, () => void>> = { write, check, lasting };
const [task = "", requests] = process.argv.slice(2);
const run = tasks[task];
if (run === undefined || requests === undefined)
  throw new Error("Cannot train: the arguments must be write, check or lasting, and the file of RealMem");
const sentences = [
  ...sentencesOfTalk(),
  ...sentenceFiles.flatMap(readSentenceFile),
  ...sentencesOfRequests(requests),
];
run();

function write(): void {
  writeFileSync(target, fileOf(train(sentences)));
  console.error(`trained on ${sentences.length} sentences, wrote ${target}`);
}

function train(from: readonly LabelledSentence[]): RuleWeights {
  const examples = (of: readonly LabelledSentence[], holds: (sentence: LabelledSentence) => boolean) =>
    of.map((sentence) =>
      exampleOf(sentenceFeatures(sentence.text), rows, {
        holds: holds(sentence),
        weight: sentence.source.endsWith(".jsonl") ? fileWeight : 1,
      }),
    );
  const rules = from.filter(({ kind }) => kind !== "none");
  const fitted = (of: Example[]) => quantised(fitSparse(of, { rows, cost }));
  return {
    rule: fitted(examples(from, ({ kind }) => kind !== "none")),
    condition: fitted(examples(rules, ({ kind }) => kind === "conditional")),
  };
}

function check(): void {
  const scored = scoredByOthers();
  for (const source of sources)
    printFigures(
      source,
      scored.filter(({ sentence }) => sentence.source === source),
    );
}

function lasting(): void {
  fitLasting(scoredByOthers(), sources);
}

/**
 * Each sentence as a model reads it that was trained without its file; for talk and requests,
 * without its part of the dialogs and people.
 */
function scoredByOthers(): Scored[] {
  const parts = [...sentenceFiles, ...Array.from({ length: folds }, (_, fold) => fold)];
  return parts.flatMap((part): Scored[] => {
    const isTest = ({ source, group }: LabelledSentence) => source === part || foldOf(group) === part;
    const model = new RuleModel(train(sentences.filter((sentence) => !isTest(sentence))));
    return sentences
      .filter((sentence) => isTest(sentence))
      .map((sentence) => ({ sentence, found: model.read(sentence.text), part }));
  });
}

/** The fold of a dialog or a person; the sentences of the files are in none. */
function foldOf(group: string): number | null {
  if (sentenceFiles.some((name) => group.startsWith(name))) return null;
  let sum = 0;
  for (let at = 0; at < group.length; at += 1) sum = (sum * 31 + group.charCodeAt(at)) >>> 0;
  return sum % folds;
}

function fileOf({ rule, condition }: RuleWeights): Uint8Array {
  const bytes = new Uint8Array(ruleHeaderBytes + 2 * rows);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < ruleMagic.length; at += 1) bytes[at] = ruleMagic.charCodeAt(at);
  view.setUint32(4, ruleVersion, true);
  view.setUint32(8, rows, true);
  for (const [at, { offset, step, weights }] of [rule, condition].entries()) {
    view.setFloat32(12 + 8 * at, offset, true);
    view.setFloat32(16 + 8 * at, step, true);
    bytes.set(new Uint8Array(weights.buffer), ruleHeaderBytes + at * rows);
  }
  return bytes;
}
