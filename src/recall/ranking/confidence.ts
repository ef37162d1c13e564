/** Confidence: whether what is told is marked as weak. Pure. */
import type { Confidence } from "../../contract/recall.js";
import { indexWords } from "../../text/words.js";
import type { AnswerFields } from "../prose/render-answer.js";
import { mentionsFormer } from "../question/former.js";
import type { Question } from "../question/interpret.js";
import { languageOf } from "../question/language-words.js";
import { type DirectQuestion, states, wordsIt } from "./direct.js";
import type { Ranked } from "./rank.js";

/** What is judged. */
export interface Evidence {
  /** Estimated probability that what was said holds an answer, 0 to 1. */
  readonly answerable: number;
  readonly said: readonly Ranked[];
  readonly direct: DirectQuestion | undefined;
  /** The question asks for what held before. @default false */
  readonly former?: boolean;
  /** The question names somebody or something. @default true */
  readonly named?: boolean;
  /** In another language than English: words of the question that an answer must share. @default none */
  readonly mustShare?: ReadonlySet<string> | undefined;
}

/**
 * Estimated probability of an answer from which it is called found, so that at most one in 20 of the
 * questions that ask for what was never said is called found.
 *
 * `named`: the question names somebody or something, or asks about somebody's relative. Those that name the right people and ask for what
 * they never said are the hardest, and their estimates are high; chosen without the conversation that
 * it is then measured on (`npm run bench:confidence`). Half of the right answers are weak by it: weak
 * says that the reader must look, not that there is nothing.
 *
 * `unnamed`: it names nobody: "Where did I put the key?" Estimates of such questions are lower whether
 * or not there is an answer. Of 122 in the project's own corpora (`training/ranker`) that their
 * conversations hold no answer to, 2 are above it, and of 1,194 with an answer 14 %; 0.93 lets 2 % pass.
 */
const likely = { named: 0.93, unnamed: 0.8 };

/** Passages, best first, of which one must word the fact that is asked for. */
const readFor = 3;

/**
 * Weak is what was told though memory may well hold no answer. A fact that is stored under the name it is asked for by needs no estimate; where none is, what is
 * told must at least say something in the words of such a fact. An extract of a file was judged by a floor of its own.
 */
export function confidenceOf(
  fields: AnswerFields,
  { answerable, said, direct, former = false, named = true, mustShare }: Evidence,
): Confidence {
  const prose = [fields.semantic_memory, fields.episodic_memory, fields.procedural_memory];
  if (prose.every((text) => text === "") && fields.file_memory.length === 0) return "none";
  if (fields.file_memory.length > 0 || direct?.kind === "overview") return "found";
  if (mustShare !== undefined && !said.slice(0, readFor).some((one) => shares(one, mustShare))) return "weak";
  if (former && !said.slice(0, readFor).some(isOver)) return "weak";
  const least = named ? likely.named : likely.unnamed;
  if (direct === undefined) return answerable >= least ? "found" : "weak";
  if (said.some(({ passage }) => states(direct, passage))) return "found";
  const isWorded = said.slice(0, readFor).some(({ passage }) => wordsIt(direct, passage));
  return isWorded && answerable >= least ? "found" : "weak";
}

/** What it says has ended, or it says so of something itself. */
function isOver({ passage: { text, superseded } }: Ranked): boolean {
  return superseded.length > 0 || mentionsFormer(text);
}

function shares({ passage: { text, prompt } }: Ranked, words: ReadonlySet<string>): boolean {
  return indexWords(`${text} ${prompt ?? ""}`).some((word) => words.has(word));
}

/**
 * Words that an answer must share with a question in another language to be more than weak: those
 * that are no name. There a name alone makes an answer look likely, as vectors cannot say that it is
 * about something else.
 */
export function mustShare({
  text,
  words,
}: Pick<Question, "text" | "words">): ReadonlySet<string> | undefined {
  if (languageOf(text) === undefined) return undefined;
  return new Set(words.filter(({ weight, name }) => weight === 1 && !name).map(({ word }) => word));
}
