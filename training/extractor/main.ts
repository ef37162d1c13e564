/**
 * Writes the features that the trainers read, one JSON object a passage:
 *
 *   npx tsx training/extractor/main.ts talk OUT.jsonl FILE.jsonl…
 *     labelled talk, with its labels as token positions
 *   npx tsx training/extractor/main.ts texts OUT.jsonl FILE.jsonl…
 *     conversations without labels, for the pretraining
 *
 * And the properties that never have a proper name as their value:
 *
 *   npx tsx training/extractor/main.ts nameless OUT.ts FILE.jsonl…
 *     for src/extractors/rules/tagged/nameless-properties.ts
 */
import { writeFileSync } from "node:fs";
import { readConversations } from "../../benchmarks/recall-quality/conversations.js";
import { examplesOfTalk, loadReaders, loadWords } from "./examples/examples.js";
import { readTalk } from "./examples/talk-message.js";
import { featuresOfTexts } from "./examples/texts.js";
import { namelessProperties } from "./nameless.js";

const kinds = ["talk", "texts", "nameless"];
const [kind = "", out, ...files] = process.argv.slice(2);
if (!kinds.includes(kind) || out === undefined || files.length === 0)
  throw new Error(
    "Cannot write: the arguments must be talk, texts or nameless, a file to write, and files to read",
  );
if (kind === "nameless") writeNameless(out, files);
else writeExamples(out, kind === "talk" ? await talkExamples(files) : textFeatures(files));

function writeExamples(path: string, examples: readonly object[]): void {
  writeFileSync(path, examples.map((example) => `${JSON.stringify(example)}\n`).join(""));
  console.error(`wrote ${examples.length} passages to ${path}`);
}

function writeNameless(path: string, talk: readonly string[]): void {
  const properties = namelessProperties(talk.flatMap(readTalk));
  const text = `/**
 * Properties whose value is never a proper name. Written by \`training/extractor/main.ts nameless\`
 * from the labelled talk.
 */
export const namelessProperties: ReadonlySet<string> = new Set(
  "${properties.join(",")}".split(","),
);
`;
  writeFileSync(path, text);
  console.error(`wrote ${properties.length} properties to ${path}`);
}

async function talkExamples(paths: readonly string[]): Promise<object[]> {
  const readers = await loadReaders();
  return paths.flatMap((path) => examplesOfTalk(readTalk(path), readers));
}

function textFeatures(paths: readonly string[]): object[] {
  return featuresOfTexts(paths.flatMap(readConversations), loadWords());
}
