/**
 * Diets: what people cannot or do not eat. A request that is about food brings it for everybody
 * concerned, although it shares no word with the request: "Order a seafood dinner for the three of
 * us" brings "I'm allergic to shellfish". A question for a fact does not.
 */
import type { Embedder } from "../../embedders/embedder.js";
import type { Criteria, Snapshot, StoredPassage } from "../../stores/store.js";
import { isRecited } from "../../text/recited.js";
import { fold, indexWords } from "../../text/words.js";
import { userEntities } from "../question/entities/owners.js";
import type { Question } from "../question/interpret.js";
import type { Ranked } from "../ranking/rank.js";
import { looksUp } from "../rules/conditions.js";
import { ascending } from "../search/gather.js";
import { type FoodTest, foodTest } from "./food.js";

/** What {@link dietSearch} uses. */
export interface DietParts {
  readonly embedder: Embedder;
  readonly signal?: AbortSignal | undefined;
}

/** A search for what people cannot eat. */
export interface DietSearch {
  /** Reads the passages that may say so, newest first. */
  readonly read: (store: Snapshot, scope: Criteria) => Promise<readonly StoredPassage[]>;
  /** Selects those that say so about the people whom the request concerns, at most `mostReturned`. */
  readonly select: (
    passages: readonly StoredPassage[],
    speaker: string | undefined,
  ) => Promise<readonly StoredPassage[]>;
}

/** Statements of this meaning are searched for. */
const statement = "I am allergic and cannot eat it; intolerant; vegetarian diet; I don't eat meat";
/** Words of such statements, as `indexWords` returns them. */
const stating =
  "allergy allergic intolerant intolerance vegan vegetarian pescatarian coeliac celiac halal kosher gluten lactose diet";
/** Maximum number of passages that are read for the meaning, and for each word. */
const mostRead = { nearest: 48, perWord: 24 };
/** Maximum number of statements that come with an answer. */
const mostReturned = 6;

/**
 * Returns the search for a request that is about food; `undefined` for any other question.
 */
export async function dietSearch(
  question: Question,
  { embedder, signal }: DietParts,
): Promise<DietSearch | undefined> {
  if (noRequest.test(question.text) || looksUp(question)) return undefined;
  const food = foodTest(embedder, signal);
  if (!(await food.isAboutMeals(question.text))) return undefined;
  const options = signal === undefined ? {} : { signal };
  const [vector] = await embedder.embed([statement], { kind: "query", ...options });
  return {
    read: (store, scope) => readNear(store, scope, vector!),
    select: (passages, speaker) => select(passages, { question, speaker, food }),
  };
}

/** "A customer wants a cake": nothing is known of such a person. "Am I vegan?" asks for a fact. */
const noRequest = /^\s*(?:am|an?|another|some(?:one|body)?|people)\b/iu;

async function readNear(store: Snapshot, scope: Criteria, vector: Float32Array) {
  const words = [...new Set(indexWords(stating))];
  const [near, postings] = await store.search([
    { by: "vector", vector, limit: mostRead.nearest, scope },
    { by: "words", words, limit: mostRead.perWord, scope },
  ]);
  const numbers = new Set([
    ...near.map(({ passage }) => passage),
    ...postings.flatMap(({ passages }) => [...passages]),
  ]);
  const [passages] = await store.read([{ of: "passages", numbers: ascending([...numbers]), scope }]);
  return passages.filter(({ file }) => file === null).toReversed();
}

interface Selection {
  readonly question: Question;
  readonly speaker: string | undefined;
  readonly food: FoodTest;
}

async function select(
  passages: readonly StoredPassage[],
  { question, speaker, food }: Selection,
): Promise<readonly StoredPassage[]> {
  const stated = passages.filter((passage) => !isRecited(passage) && mayRestrict(passage));
  const kept: StoredPassage[] = [];
  for (const passage of concerned(stated, question, speaker)) {
    if (kept.length === mostReturned) break;
    if (isRestriction(passage) || (await food.isAboutFood(passage.text))) kept.push(passage);
  }
  return kept;
}

/**
 * Properties of facts that say what somebody must not or does not eat, whatever the value. The
 * vectors of rare foods are far from those of common ones, so an allergy to cats comes too: a line
 * too many is better than a missing nut.
 */
const restrictions = new Set(["allergy", "intolerance", "diet", "does not eat"]);
const suffers = /\b(?:allerg|intoleran)\p{L}+/iu;
/** Properties of such facts if the passage is about food. */
const perhaps = new Set(["dislikes", "eats", "does not drink"]);
/** Wordings of such statements, if the passage is about food. */
const refuses =
  /\b(?:can(?:no|['’]?)t|must(?:n['’]t| not)|may not|do(?:es)?(?:n['’]?t| not)|not allowed to|never|no longer) (?:eat|drink|have|stand|tolerate|digest|touch)\b|\b(?:on an?|low|free)[ -](?:\p{L}+[ -])?(?:diet|salt|sugar|fat|carb)\b|\bmakes? (?:me|him|her|them) (?:ill|sick|gag)\b/iu;

function currentProperties({ records, superseded }: StoredPassage): readonly string[] {
  return records
    .filter(({ id }) => superseded.every((ended) => ended.id !== id))
    .flatMap(({ property }) => property ?? []);
}

function isRestriction(passage: StoredPassage): boolean {
  if (currentProperties(passage).some((property) => restrictions.has(property))) return true;
  return passage.superseded.length === 0 && suffers.test(passage.text);
}

function mayRestrict(passage: StoredPassage): boolean {
  if (/[?？]\s*$/u.test(passage.text)) return false;
  if (isRestriction(passage)) return true;
  if (currentProperties(passage).some((property) => perhaps.has(property))) return true;
  return passage.superseded.length === 0 && refuses.test(passage.text);
}

const everybody = /\b(?:everyone|everybody|all|us|we|our|guests?|visitors?|family|team|group)\b/iu;
const asksForSelf = /\bi (?:eat|drink|have|order|snack)\b/iu;
const namesSelf = /\b(?:i|me|my|us|we|our)\b/iu;
/** "A dessert for Solène", "Mr Aldous's breakfasts": the meal is for somebody. */
const isFor = /\b(?:for|with) (?:(?:Mr|Mrs|Ms|Dr)\.? )?\p{Lu}\p{Ll}|\p{Lu}\p{Ll}+['’]s\b/u;

/**
 * The statements about the people whom a request concerns: those whom it names, the asker if only
 * the asker eats, otherwise everybody.
 */
function concerned(
  stated: readonly StoredPassage[],
  { text, names }: Question,
  speaker: string | undefined,
): readonly StoredPassage[] {
  if (everybody.test(text)) return stated;
  const own = stated.filter((passage) => isOf(passage, speaker));
  const named = stated.filter((passage) => names.some((name) => isAbout(passage, name)));
  if (named.length > 0)
    return namesSelf.test(text) ? stated.filter((one) => named.includes(one) || own.includes(one)) : named;
  if (isFor.test(text)) return [];
  return asksForSelf.test(text) ? own : stated;
}

/** Whether a passage is about its speaker, who is the asker. */
function isOf({ speaker, records }: StoredPassage, asker: string | undefined): boolean {
  if (speaker !== null && asker !== undefined && fold(speaker) !== fold(asker)) return false;
  const self: readonly string[] = [...userEntities, fold(speaker ?? "the user")];
  return records.some(({ entity }) => entity === null || self.includes(fold(entity)));
}

function isAbout({ text, speaker, records }: StoredPassage, name: string): boolean {
  const said = fold(`${text} ${records.map(({ entity }) => entity ?? "").join(" ")}`);
  const words = new Set<string>(said.match(/[\p{L}\p{M}\p{N}]+/gu));
  if (words.has(name)) return true;
  const names: readonly string[] = fold(speaker ?? "").split(/\s+/);
  return names.includes(name) && /\b(?:i|i'm|my|me)\b/iu.test(text);
}

/** Their probability in an answer without anything else, so low that the answer is weak. */
const weakProbability = 0.05;

/**
 * The statements as they come with an answer, unless they are in it already.
 *
 * @param asRules numbers of the passages that are rendered as rules
 */
export function besideAnswers(
  statements: readonly StoredPassage[],
  answers: readonly Ranked[],
  asRules: ReadonlySet<number>,
): readonly Ranked[] {
  const known = new Set([...asRules, ...answers.map(({ passage }) => passage.id)]);
  const probability = Math.max(weakProbability, ...answers.map((one) => one.probability));
  return statements
    .filter(({ id }) => !known.has(id))
    .map((passage) => ({ passage, probability, touches: true, signals: () => ({}) }));
}
