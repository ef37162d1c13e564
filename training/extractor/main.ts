/**
 * Writes the features that the trainers read, one JSON object a passage:
 *
 *   npx tsx training/extractor/main.ts talk OUT.jsonl FILE.jsonl…
 *     labelled talk, with its labels as token positions
 *   npx tsx training/extractor/main.ts texts OUT.jsonl FILE.jsonl…
 *     conversations without labels, for the pretraining
 *   npx tsx training/extractor/main.ts judged OUT.jsonl JUDGED.jsonl CONVERSATIONS.jsonl…
 *     the user's messages of conversations whose drafted facts were judged
 *
 * And which kinds of values each property has:
 *
 *   npx tsx training/extractor/main.ts value-kinds OUT.ts FILE.jsonl…
 *     for src/extractors/rules/tagged/values/value-kinds.ts
 */
import { writeFileSync } from "node:fs";
import { readConversations } from "../../benchmarks/recall-quality/conversations.js";
import { examplesOfTalk, loadReaders, loadWords } from "./examples/examples.js";
import { examplesOfJudged, readJudged } from "./examples/judged.js";
import { readTalk } from "./examples/talk-message.js";
import { featuresOfTexts } from "./examples/texts.js";
import { valueKinds } from "./value-kinds.js";

const examplesOfKind: Readonly<Record<string, (files: readonly string[]) => Promise<object[]>>> = {
  talk: talkExamples,
  texts: textFeatures,
  judged: judgedExamples,
};
const kinds = [...Object.keys(examplesOfKind), "value-kinds"];
const [kind = "", out, ...files] = process.argv.slice(2);
if (!kinds.includes(kind) || out === undefined || files.length === 0)
  throw new Error(
    "Cannot write: the arguments must be talk, texts, judged or value-kinds, a file to write, and files to read",
  );
if (kind === "value-kinds") writeValueKinds(out, files);
else writeExamples(out, await examplesOfKind[kind]!(files));

function writeExamples(path: string, examples: readonly object[]): void {
  writeFileSync(path, examples.map((example) => `${JSON.stringify(example)}\n`).join(""));
  console.error(`wrote ${examples.length} passages to ${path}`);
}

function writeValueKinds(path: string, talk: readonly string[]): void {
  const { nameless, measured, worded } = valueKinds(talk.flatMap(readTalk));
  const set = (name: string, says: string, properties: readonly string[]) => `
/** ${says} */
export const ${name}: ReadonlySet<string> = new Set(
  "${properties.join(",")}".split(","),
);
`;
  const text = [
    `/**
 * Which kinds of values a property has. Written by \`training/extractor/main.ts value-kinds\` from
 * the labelled talk.
 */
`,
    set("namelessProperties", "Properties whose value is never a proper name.", nameless),
    set("measuredProperties", "Properties whose value has a number or a word for an amount.", measured),
    set("wordedProperties", "Properties whose value is never a bare number.", worded),
  ];
  writeFileSync(path, text.join(""));
  console.error(`wrote ${nameless.length + measured.length + worded.length} properties to ${path}`);
}

async function talkExamples(paths: readonly string[]): Promise<object[]> {
  const readers = await loadReaders();
  return paths.flatMap((path) => examplesOfTalk(readTalk(path), readers));
}

async function textFeatures(paths: readonly string[]): Promise<object[]> {
  return featuresOfTexts(paths.flatMap(readConversations), loadWords());
}

async function judgedExamples([judged = "", ...paths]: readonly string[]): Promise<object[]> {
  return examplesOfJudged(paths.flatMap(readConversations), readJudged(judged), await loadReaders());
}
