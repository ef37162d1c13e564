/**
 * Few words: what is returned where a question in another language shares no word with anything. The
 * bundled table knows English, so its vectors do not help; in a small store what was said by and of
 * those whom the question asks about may hold the answer in other words, and is returned as weak.
 */
import type { Criteria, Snapshot } from "../../stores/store.js";
import { aboutOwners, peopleAmong } from "../question/about.js";
import { languageOf } from "../question/function-words.js";
import type { Question } from "../question/interpret.js";
import type { Owners } from "../question/owners.js";
import type { Ranked } from "../ranking/rank.js";

/** Passages of a store whose every statement about somebody may be read. */
const smallStore = 24;
/** Statements that are returned, newest first. */
const mostReturned = 4;
const ever = ["0001-01-01T00:00:00.000Z", "9999-12-31T00:00:00.000Z"] as const;
/** Estimated probability of each: below what is called found. */
const chance = 0.05;

/** Where somebody's statements are looked for. */
export interface FewWordsSearch {
  readonly store: Pick<Snapshot, "search" | "read">;
  readonly scope: Criteria;
  /** How many passages there are. */
  readonly passages: number;
  readonly owners: Owners | undefined;
  readonly speaker: string | undefined;
}

/** The newest statements about whom a question in another language asks about; nothing for one in English. */
export async function saidAbout(
  question: Question,
  { store, scope, passages: count, owners, speaker }: FewWordsSearch,
): Promise<readonly Ranked[]> {
  if (owners === undefined || owners.unheardOf || count > smallStore) return [];
  if (languageOf(question.text) === undefined) return [];
  const [from, to] = ever;
  const [numbers] = await store.search([{ by: "time", from, to, limit: smallStore, scope }]);
  const [passages] = await store.read([{ of: "passages", numbers, scope }]);
  const people = peopleAmong(owners, passages, speaker);
  const isAbout = aboutOwners(owners.whose, people, passages);
  return passages
    .filter((passage) => isAbout(passage) && !passage.records.some(({ type }) => type === "procedural"))
    .slice(0, mostReturned)
    .map((passage) => ({ passage, chance, touches: true, signals: () => ({}) }));
}
