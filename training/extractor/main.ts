/**
 * Writes the features that the trainers read, one JSON object a passage:
 *
 *   npx tsx training/extractor/main.ts talk OUT.jsonl FILE.jsonl…     labelled talk, with its labels as token positions
 *   npx tsx training/extractor/main.ts texts OUT.jsonl FILE.jsonl…    conversations without labels, for the pretraining
 */
import { writeFileSync } from "node:fs";
import { readConversations } from "../../benchmarks/recall-quality/conversations.js";
import { examplesOfTalk, loadPieces, loadReaders } from "./examples.js";
import { readTalk } from "./talk-message.js";
import { featuresOfTexts } from "./texts.js";

const [kind, out, ...files] = process.argv.slice(2);
if ((kind !== "talk" && kind !== "texts") || out === undefined || files.length === 0)
  throw new Error(
    "Cannot write features: the arguments must be talk or texts, a file to write, and files to read",
  );
const examples = kind === "talk" ? await talkExamples(files) : textFeatures(files);
writeFileSync(out, examples.map((example) => `${JSON.stringify(example)}\n`).join(""));
console.error(`wrote ${examples.length} passages to ${out}`);

async function talkExamples(paths: readonly string[]): Promise<object[]> {
  const readers = await loadReaders();
  return paths.flatMap((path) => examplesOfTalk(readTalk(path), readers));
}

function textFeatures(paths: readonly string[]): object[] {
  return featuresOfTexts(paths.flatMap(readConversations), loadPieces());
}
