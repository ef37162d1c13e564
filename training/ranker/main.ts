/**
 * Learns the weights of the ranking: `npx tsx training/ranker/main.ts --data FILE.jsonl [--data FILE.jsonl …] [--folds 5] [--ablation]`.
 *
 * Remembers each conversation through the real road, notes what the ranking sees for each question, fits, checks the fit on conversations that it
 * has not seen, and writes `src/recall/weights.ts`: numbers only, no text of the data. A few questions are asked of a conversation that they are not
 * about, so that the floor also knows questions that have nothing to do with what is stored.
 */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readConversations } from "../../benchmarks/recall-quality/conversations.js";
import { standingNames } from "../../src/recall/standing.js";
import { type Example, examplesOf, rememberConversation } from "./examples.js";
import {
  fitAnswerable,
  fitCalibration,
  type Judged,
  judge,
  meanRecall,
  silenceAt,
  withOdds,
} from "./judged.js";
import { type FitOptions, fitRanking } from "./listwise.js";
import { writeWeights } from "./write-weights.js";

/**
 * Stores of a few plain facts, in English and in languages that the bundled table does not know, written for this: a ranking learnt on long English
 * conversations alone misjudges them.
 */
const ownData = ["small-stores.jsonl", "languages.jsonl"].map((name) =>
  fileURLToPath(new URL(name, import.meta.url)),
);

const options: FitOptions = { l2: 0.03, steps: 150 };
/** Recall at 10 that silence may cost on conversations not seen, in hundredths. */
const acceptedLoss = 0.02;
/** Every so many-th question is also asked of the next conversation. */
const strangerStep = 5;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      data: { type: "string", multiple: true, default: [] },
      folds: { type: "string", default: "5" },
      ablation: { type: "boolean", default: false },
      write: { type: "boolean", default: true },
    },
    allowNegative: true,
  });
  if (values.data.length === 0) throw new Error("Cannot learn: name a file, --data FILE.jsonl");
  const paths = [...values.data, ...ownData];
  const groups = await Promise.all(paths.map(collect));
  const examples = groups.flat();
  const folds = Number(values.folds);
  const judged = crossValidate(examples, folds, options);
  for (const [index, path] of paths.entries()) printGroup(path, groups[index]!, judged, folds);
  if (values.ablation) ablate(groups, folds);
  const odds = crossOdds(judged, folds, foldsOf(examples, folds));
  printSilence(paths, groups, odds);
  if (!values.write) return;
  const model = fitRanking(examples, options);
  const final = examples.map((example) => judge(example, model));
  const own = odds.filter(({ example }) => !example.stranger);
  writeWeights({
    model,
    answerable: fitAnswerable(final),
    calibration: fitCalibration(judged.filter(({ example }) => !example.stranger)),
    floor: silenceAt(own, acceptedLoss).floor,
    sample: final[0]!,
  });
}

async function collect(path: string): Promise<Example[]> {
  const conversations = readConversations(path);
  const examples: Example[] = [];
  for (const [index, conversation] of conversations.entries()) {
    const remembered = await rememberConversation(conversation);
    examples.push(...(await examplesOf(remembered)));
    const next = conversations[(index + 1) % conversations.length]!;
    const strangers = next.questions.filter((_, place) => place % strangerStep === 0);
    if (next !== conversation) {
      const asked = await examplesOf(
        remembered,
        strangers.map((question) => ({ ...question, evidence: [] })),
      );
      examples.push(...asked.map((example) => ({ ...example, stranger: true })));
    }
    await remembered.store.close();
    process.stderr.write(`${conversation.id}: ${conversation.questions.length} questions\n`);
  }
  return examples;
}

/** Which fold each conversation belongs to: in turn, so that each fold holds some of every file. */
function foldsOf(examples: readonly Example[], folds: number): Map<string, number> {
  const conversations = [...new Set(examples.map(({ conversation }) => conversation))];
  return new Map(conversations.map((conversation, index) => [conversation, index % folds]));
}

/** Judges every example by a model that has not seen its conversation. */
function crossValidate(examples: readonly Example[], folds: number, fitting: FitOptions): Judged[] {
  const foldOf = foldsOf(examples, folds);
  return Array.from({ length: folds }, (_, fold) => fold).flatMap((fold) => {
    const model = fitRanking(
      examples.filter(({ conversation }) => foldOf.get(conversation) !== fold),
      fitting,
    );
    return examples
      .filter(({ conversation }) => foldOf.get(conversation) === fold)
      .map((example) => judge(example, model));
  });
}

function crossOdds(judged: readonly Judged[], folds: number, foldOf: ReadonlyMap<string, number>) {
  return Array.from({ length: folds }, (_, fold) => fold).flatMap((fold) => {
    const inFold = ({ example }: Judged) => foldOf.get(example.conversation) === fold;
    const model = fitAnswerable(judged.filter((one) => !inFold(one)));
    return withOdds(judged.filter(inFold), model);
  });
}

function printGroup(path: string, group: readonly Example[], judged: readonly Judged[], folds: number): void {
  const own = judged.filter(({ example }) => group.includes(example));
  const foldOf = foldsOf(judged.map(({ example }) => example).sort(byOrder(group)), folds);
  print(`${path}\n  all folds  ${recalls(own)}`);
  for (let fold = 0; fold < folds; fold += 1)
    print(
      `  fold ${fold}     ${recalls(own.filter(({ example }) => foldOf.get(example.conversation) === fold))}`,
    );
  for (const kind of [...new Set(own.map(({ example }) => example.kind))].sort()) {
    const some = own.filter(({ example }) => example.kind === kind && example.evidence.length > 0);
    if (some.length > 0) print(`  ${kind.padEnd(26)} ${String(some.length).padStart(4)}  ${recalls(some)}`);
  }
}

function byOrder(group: readonly Example[]) {
  return (a: Example, b: Example) => group.indexOf(a) - group.indexOf(b);
}

/** Signals that say the same in several ways: taking one of them away shows nothing. */
const signals: Readonly<Record<string, readonly string[]>> = {
  "words of the passage": ["own", "rarest", "matched", "phrase", "names"],
  "words of its neighbours": ["before", "after", "wider", "near", "around"],
  session: ["session", "sessionSubject"],
  vectors: [
    "cosine",
    "cosineBefore",
    "cosineAfter",
    "subject",
    "subjectBefore",
    "subjectAfter",
    "sessionSubject",
  ],
  "who speaks": ["namedSpeaker", "saysName", "otherSilent", "user", "userAboutUser", "assistantAsked"],
  "length and place": ["short", "length", "firstPart", "parts", "latest", "earliest"],
  form: ["question", "reaction", "figures", "answers"],
  "wording asked for": ["askedTime", "askedCount", "askedReason", "askedPerson", "askedPlace"],
  "times named": ["during"],
  "rules and advice": ["askedAdvice", "standingRule", "rule", "ruleWanted", "ruleSubject", "trigger"],
  facts: ["fact", "facts"],
};

/** Columns that the families take away: of each signal also its standing among the others found. The last family is the standing of all. */
const families: Readonly<Record<string, ReadonlySet<string>>> = {
  nothing: new Set(),
  ...Object.fromEntries(
    Object.entries(signals).map(([family, names]) => [
      family,
      new Set([...names, ...standingNames.filter((name) => names.includes(signalOf(name)))]),
    ]),
  ),
  "standing of all signals": new Set(standingNames),
};

/** "ownShare" compares "own". */
function signalOf(standing: string): string {
  return standing.replace(/(?:Share|Place|Long)$/, "");
}

/** Takes one family of signals away at a time, fits anew on the same folds, and prints a table. */
function ablate(groups: readonly (readonly Example[])[], folds: number): void {
  const examples = groups.flat();
  for (const [family, without] of Object.entries(families)) {
    const judged = crossValidate(examples, folds, { ...options, without });
    const cells = groups.map((group) => recalls(judged.filter(({ example }) => group.includes(example))));
    print(`| ${family.padEnd(24)} | ${cells.join(" | ")} |`);
  }
}

function printSilence(
  paths: readonly string[],
  groups: readonly (readonly Example[])[],
  odds: readonly (Judged & { readonly odds: number })[],
): void {
  for (const [index, path] of paths.entries()) {
    const own = odds.filter(({ example }) => groups[index]!.includes(example) && !example.stranger);
    const curve = [0.005, 0.01, 0.02, 0.03, 0.05, 0.08, 0.12, 0.2].map((loss) => {
      const { empty, floor } = silenceAt(own, loss);
      return `${(100 * loss).toFixed(1)}: ${(100 * empty).toFixed(0)} % (${floor.toFixed(2)})`;
    });
    print(`${path}: points of R@10 lost, and unanswerable questions left empty\n  ${curve.join("   ")}`);
  }
  for (const [index, path] of paths.entries()) {
    const own = odds.filter(({ example }) => groups[index]!.includes(example) && !example.stranger);
    const [unanswerable, answerable] = [false, true].map((holds) =>
      [0.3, 0.4, 0.5, 0.6, 0.7].map((chance) => below(own, holds, chance)).join(" / "),
    );
    print(
      `${path}: % below a chance of 0.3 / 0.4 / 0.5 / 0.6 / 0.7: unanswerable ${unanswerable}, answerable ${answerable}`,
    );
  }
  const strangers = odds
    .filter(({ example }) => example.stranger)
    .map((one) => one.odds)
    .sort((a, b) => a - b);
  const at = (share: number) => strangers[Math.floor(share * (strangers.length - 1))]?.toFixed(2);
  print(
    `questions about other conversations: log-odds at 50, 75, 90, 95 % ${[0.5, 0.75, 0.9, 0.95].map(at).join(", ")}`,
  );
}

/** Questions with, or without, an answer whose estimated chance of one is lower, in hundredths. */
function below(
  odds: readonly (Judged & { readonly odds: number })[],
  holds: boolean,
  chance: number,
): string {
  const some = odds.filter(({ example }) => example.evidence.length > 0 === holds);
  const lower = some.filter((one) => 1 / (1 + Math.exp(-one.odds)) < chance);
  return ((100 * lower.length) / (some.length || 1)).toFixed(0);
}

function recalls(judged: readonly Judged[]): string {
  return [5, 10, 20, 50].map((depth) => (100 * meanRecall(judged, depth)).toFixed(1).padStart(5)).join(" / ");
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main();
