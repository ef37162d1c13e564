/**
 * Food: whether a text is about meals or what they are made of, by the meaning of its words and not
 * by a list of dishes. It compares vectors of single words, so it needs an embedder for which these
 * cost nothing; with any other embedder no text is about food.
 */
import type { Embedder } from "../../embedders/embedder.js";
import { dotProduct } from "../../numbers/dot-product.js";
import { unitLength } from "../../numbers/unit-length.js";
import { stopWords } from "../../text/stop-words.js";
import { fold } from "../../text/words.js";

/** Words for eating, of which the mean vector is compared. */
const meals = "food meal eat dinner lunch breakfast cook drink recipe snack menu dessert".split(" ");
/** Words for what meals are made of. The mean of the {@link nearest} of them is compared. */
const ingredients =
  "fish meat cheese nuts fruit vegetable spice herb sauce milk egg bread sugar shellfish wheat onion".split(
    " ",
  );
const nearest = 3;

/**
 * Lowest cosines. Of the questions of `bench:trust` in English, all with a word above `meal` are
 * about eating, cooking or what is used for it. "Oven", "kitchen" and "coffee" are below it.
 * Ingredients such as cinnamon, grapefruit and pork are above `ingredient`, and dogs, noise and
 * meetings are below it.
 */
const least = { meal: 0.3, ingredient: 0.17 };

/** What a text says about food. */
export interface FoodTest {
  /** Whether a word of the text is about eating or cooking. */
  readonly isAboutMeals: (text: string) => Promise<boolean>;
  /** Whether a word of the text is about eating, or is something to eat. */
  readonly isAboutFood: (text: string) => Promise<boolean>;
}

interface Concepts {
  readonly meal: Float32Array;
  readonly ingredients: readonly Float32Array[];
}

const known = new WeakMap<Embedder, Promise<Concepts>>();
const never: FoodTest = { isAboutMeals: async () => false, isAboutFood: async () => false };

/** Returns the tests for an embedder. */
export function foodTest(embedder: Embedder, signal: AbortSignal | undefined): FoodTest {
  if (embedder.reproducible !== true) return never;
  const embed = (texts: readonly string[]) =>
    embedder.embed(texts, { kind: "query", ...(signal === undefined ? {} : { signal }) });
  const conceptsOf = async () => {
    const found = known.get(embedder) ?? conceptsWith(embed);
    known.set(embedder, found);
    return found;
  };
  const test = async (text: string, fits: (word: Float32Array, concepts: Concepts) => boolean) => {
    const vectors = await embed(contentWords(text));
    if (vectors.length === 0) return false;
    const concepts = await conceptsOf();
    return vectors.some((vector) => fits(vector, concepts));
  };
  return {
    isAboutMeals: (text) => test(text, isMeal),
    isAboutFood: (text) => test(text, (word, concepts) => isMeal(word, concepts) || isEaten(word, concepts)),
  };
}

async function conceptsWith(
  embed: (texts: readonly string[]) => Promise<readonly Float32Array[]>,
): Promise<Concepts> {
  const vectors = await embed([...meals, ...ingredients]);
  return { meal: meanOf(vectors.slice(0, meals.length)), ingredients: vectors.slice(meals.length) };
}

function isMeal(word: Float32Array, { meal }: Concepts): boolean {
  return dotProduct(word, meal) >= least.meal;
}

function isEaten(word: Float32Array, { ingredients }: Concepts): boolean {
  const cosines = ingredients.map((one) => dotProduct(word, one)).sort((one, other) => other - one);
  const best = cosines.slice(0, nearest);
  return best.reduce((sum, cosine) => sum + cosine, 0) >= nearest * least.ingredient;
}

const word = /[\p{L}\p{M}]{3,}/gu;
/** Maximum number of words of a text that are compared. */
const mostWords = 48;

function contentWords(text: string): string[] {
  const words = (fold(text).match(word) ?? []).filter((one) => !stopWords.has(one));
  return [...new Set(words)].slice(0, mostWords);
}

/** The mean of vectors, of unit norm. */
function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) for (const [at, value] of vector.entries()) sum[at]! += value;
  return unitLength(sum);
}
