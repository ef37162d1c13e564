/**
 * Said since: what the people who gave an answer said later. Pure. Most changes have no cue such as
 * "now" and share no word with the question: "Garage flooded, so it's the music room of the school"
 * after "We rehearse at Dino's garage". No rule recognises these, but a reader does, so the room
 * that is left of an answer shows them.
 *
 * Right answers of `bench:trust`, in stories that were read and in stories that were not:
 *
 *                  none          2             4             10
 *   read           977 of 1107   988           993           995
 *   not read       414 of 490    429           431           432
 */
import type { StoredPassage } from "../../stores/store.js";
import { sameSpeaker } from "../prose/replaced-statements.js";
import type { Ranked } from "../ranking/rank.js";
import type { RelevantSaid } from "./relevant.js";

/** Number of best answers whose speakers are followed, and maximum number of later statements. */
const most = { answers: 4, statements: 4 };

/** Maximum number of words of a later statement; a longer one would need the room of several. */
const maxWords = 60;

/**
 * Share of the lowest estimate among the answers that a later statement gets, so that it is placed
 * after all of them.
 */
const share = 0.5;

/**
 * Returns later statements of the people who gave the answers, best first; none if the question
 * asks for the past or for everything about somebody.
 */
export function saidSince(
  answers: readonly Ranked[],
  { question, all, isAbout }: Pick<RelevantSaid, "question" | "all" | "isAbout">,
): readonly Ranked[] {
  if (answers.length === 0 || question.history || question.direct?.kind === "overview") return [];
  const known = new Set(answers.map(({ passage }) => passage.id));
  const first = answers.slice(0, most.answers).map(({ passage }) => passage);
  const isLater = (passage: StoredPassage) =>
    first.some((answer) => answer.saidAt < passage.saidAt && sameSpeaker(answer, passage));
  const least = share * Math.min(...answers.map(({ probability }) => probability));
  return all
    .filter(
      ({ passage }) => !known.has(passage.id) && isTalk(passage) && isLater(passage) && isAbout(passage),
    )
    .slice(0, most.statements)
    .map((one) => ({ ...one, probability: Math.min(one.probability, least) }));
}

const firstPerson = /\b(?:i|i['’](?:m|ve|ll|d)|my|me|mine|we|our|us|ours)\b/iu;

/**
 * Whether a passage is what a person says: under a name, or about themself. Notes without either
 * ("Deploys go to Fly.io") are complete, and later notes seldom explain them: if they counted, the
 * precision of the relevant notes would be .32 instead of .61.
 */
function isTalk({ speaker, role, text, wordCount, records }: StoredPassage): boolean {
  if (role !== "user" || wordCount > maxWords || records.some(({ type }) => type === "procedural"))
    return false;
  return speaker !== null || firstPerson.test(text);
}
