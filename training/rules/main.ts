/**
 * Trains the classifier of rules and writes `assets/rules.bin`:
 *
 *   npx tsx training/rules/main.ts           trains on all sentences and writes the file
 *   npx tsx training/rules/main.ts check     trains on a part, prints the figures on the others
 *   npx tsx training/rules/main.ts without rules-b.jsonl OUT   trains without a file, writes OUT
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
  sentencesOfTalk,
} from "./labelled-sentences.js";

/** Rows of the tables. Half as many cost a point of average precision, twice as many gain none. */
const rows = 2 ** 16;
const cost = 4;
/** How much a sentence of the files counts, compared with one of the talk. */
const fileWeight = 4;
const folds = 5;

const target = fileURLToPath(new URL("../../assets/rules.bin", import.meta.url));
const [task = "write", left = "", out = target] = process.argv.slice(2);
const sentences = [...sentencesOfTalk(), ...sentenceFiles.flatMap(readSentenceFile)];
if (task === "check") check();
else write(task === "without" ? sentences.filter(({ source }) => source !== left) : sentences, out);

function write(from: readonly LabelledSentence[], path: string): void {
  writeFileSync(path, fileOf(train(from)));
  console.error(`trained on ${from.length} sentences, wrote ${path}`);
}

function train(from: readonly LabelledSentence[]): RuleWeights {
  const examples = (of: readonly LabelledSentence[], holds: (sentence: LabelledSentence) => boolean) =>
    of.map((sentence) =>
      exampleOf(sentenceFeatures(sentence.text), rows, {
        holds: holds(sentence),
        weight: sentence.source === "talk" ? 1 : fileWeight,
      }),
    );
  const rules = from.filter(({ kind }) => kind !== "none");
  const fitted = (of: Example[]) => quantised(fitSparse(of, { rows, cost }));
  return {
    rule: fitted(examples(from, ({ kind }) => kind !== "none")),
    condition: fitted(examples(rules, ({ kind }) => kind === "conditional")),
  };
}

/** Each file is tested by a model that was trained without it; talk in folds of whole dialogs. */
function check(): void {
  const parts = [...sentenceFiles, ...Array.from({ length: folds }, (_, fold) => fold)];
  const scored = parts.flatMap((part): Scored[] => {
    const isTest = ({ source, group }: LabelledSentence) =>
      source === part || (source === "talk" && foldOf(group) === part);
    const model = new RuleModel(train(sentences.filter((sentence) => !isTest(sentence))));
    return sentences.filter(isTest).map((sentence) => ({ sentence, found: model.read(sentence.text) }));
  });
  for (const source of [...sentenceFiles, "talk"])
    printFigures(
      source,
      scored.filter(({ sentence }) => sentence.source === source),
    );
}

function foldOf(group: string): number {
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
