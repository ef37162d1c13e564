/**
 * Corpora: the training data of the ranking. The project's own questions and small conversations
 * are always included; others are files named on the command line.
 */
import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { type Conversation, readConversations } from "../../benchmarks/recall-quality/conversations.js";
import { compileQuestions, readDialogs, readQuestionFile } from "./questions/question-file.js";

/** A named list of conversations. */
export interface Corpus {
  readonly name: string;
  readonly conversations: readonly Conversation[];
}

/**
 * Returns the questions written for the project: about its own conversations, about conversations
 * in eight languages, and about stores of a few plain facts, in English and in languages that the
 * bundled table does not know. A ranking that was trained on long English conversations alone
 * misjudges small stores and other languages.
 */
export function ownCorpora(): Corpus[] {
  return [
    { name: "own-talk", conversations: ownTalk() },
    {
      name: "languages",
      conversations: [
        ...filesIn("../../benchmarks/languages/").flatMap(readConversations),
        ...readConversations(here("languages.jsonl")),
      ],
    },
    { name: "small-stores", conversations: readConversations(here("small-stores.jsonl")) },
  ];
}

/** Reads a file of conversations; the corpus has the name of the file. */
export function corpusOf(path: string): Corpus {
  return { name: basename(path, ".jsonl"), conversations: readConversations(path) };
}

function ownTalk(): Conversation[] {
  return compileQuestions(filesIn("questions/").flatMap(readQuestionFile), readDialogs()).map(
    ({ id, turns, questions }) => ({ id, turns: [...turns], questions: [...questions] }),
  );
}

function filesIn(folder: string): string[] {
  const names = readdirSync(here(folder)).filter((name) => name.endsWith(".jsonl"));
  return names.sort().map((name) => here(folder + name));
}

function here(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
