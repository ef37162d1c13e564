/** Groups of words of which a rule has one at a time: "short" or "long", "euros" or "cents". */
import { indexWords } from "../../text/words.js";

/** Returns the index words of a list. */
export const stems = (list: string): ReadonlySet<string> => new Set(indexWords(list));

/** Groups of manners: an answer has one of each group at a time. */
export const manners = [
  stems("short brief concise terse long longer detailed thorough lengthy extensive depth shorter minimal"),
  stems("formal informal casual colloquial polite friendly stiff relaxed serious"),
];

/** Groups of units: an amount has one of each group at a time. */
export const units = [
  stems("euros cents dollars pounds pence francs yen pesos rupees kroner kronor zloty"),
  stems("metric imperial"),
  stems("celsius fahrenheit kelvin"),
  stems("kilometres kilometers miles"),
];

/** The words of a text in each of some groups. */
export type WordsByGroup = readonly (readonly string[])[];

/** Returns the words of each group. */
export function byGroup(words: readonly string[], groups: readonly ReadonlySet<string>[]): WordsByGroup {
  return groups.map((group) => words.filter((word) => group.has(word)));
}

/** Whether two texts have different words of a group. */
export function hasOther(one: WordsByGroup, other: WordsByGroup): boolean {
  return one.some((had, group) => {
    const has = other[group]!;
    return had.length > 0 && has.length > 0 && !has.some((word) => had.includes(word));
  });
}
