/**
 * Joins questions with the talk that they are about, and writes conversations that `bench:quality`
 * and `training/ranker/main.ts` read:
 *
 *   npx tsx training/ranker/questions/compile.ts OUT.jsonl [FILE.jsonl…]
 *
 * Without files it takes every file of questions in this folder.
 */
import { readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compileQuestions, readDialogs, readQuestionFile } from "./question-file.js";

const folder = fileURLToPath(new URL("./", import.meta.url));
const [out, ...named] = process.argv.slice(2);
if (out === undefined) throw new Error("Cannot compile: name a file to write");
const own = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
const files = named.length > 0 ? named : own.map((name) => folder + name);

const conversations = compileQuestions(files.flatMap(readQuestionFile), readDialogs());
writeFileSync(out, conversations.map((one) => `${JSON.stringify(one)}\n`).join(""));
const questions = conversations.reduce((sum, one) => sum + one.questions.length, 0);
console.error(`wrote ${conversations.length} conversations with ${questions} questions to ${out}`);
