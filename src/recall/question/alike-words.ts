/**
 * Alike words: words that count as a word of the question because they are another form of it, or
 * mean the same in everyday English. Pure. The stemmer maps regular forms ("lived", "lives") to one
 * word; this module covers the forms that it cannot map ("bought" for "buy"), and plain synonyms
 * ("flat" for "apartment"). Words for people are in `people-words.ts`.
 */
import { indexWords } from "../../text/words.js";
import { kinOf } from "./entities/people-words.js";

/**
 * Irregular forms of common words. Words with a regular meaning of their own ("found", "left",
 * "saw", "lay") are deliberately absent, and so are verbs that say nothing about a topic ("go",
 * "get", "make").
 */
const irregular = [
  "become became",
  "begin began begun",
  "bite bit bitten",
  "break broke broken",
  "bring brought",
  "build built",
  "buy bought",
  "catch caught",
  "choose chose chosen",
  "draw drew drawn",
  "drink drank drunk",
  "drive drove driven",
  "eat ate eaten",
  "fall fell fallen",
  "feed fed",
  "fight fought",
  "fly flew flown",
  "forget forgot forgotten",
  "freeze froze frozen",
  "give gave given",
  "grow grew grown",
  "hear heard",
  "hide hid hidden",
  "lead led",
  "lend lent",
  "lose lost",
  "meet met",
  "pay paid",
  "ride rode ridden",
  "ring rang rung",
  "rise rose risen",
  "run ran",
  "sell sold",
  "send sent",
  "shrink shrank shrunk",
  "sing sang sung",
  "sleep slept",
  "speak spoke spoken",
  "spend spent",
  "steal stole stolen",
  "swim swam swum",
  "teach taught",
  "throw threw thrown",
  "wake woke woken",
  "wear wore worn",
  "win won",
  "write wrote written",
  "man men",
  "woman women",
  "child children",
  "foot feet",
  "tooth teeth",
  "mouse mice",
  "knife knives",
  "shelf shelves",
  "hour hourly",
  "day daily",
  "week weekly",
  "month monthly",
  "year yearly annual",
] as const;

/** Words that name the same everyday thing, and spellings of one word. */
const synonyms = [
  "apartment flat",
  "author writer",
  "bicycle bike",
  "colour color",
  "couch sofa",
  "favourite favorite",
  "film movie",
  "fridge refrigerator",
  "garbage rubbish trash",
  "holiday vacation",
  "jumper sweater pullover",
  "lift elevator",
  "licence license",
  "lorry truck",
  "medication medicine pill tablet drug",
  "nappy diaper",
  "operation surgery",
  "parcel package",
  "petrol gasoline",
  "photo photograph picture",
  "postcode zip",
  "programme program",
  "salary pay wage income earn",
  "television tv telly",
  "theatre theater",
  "torch flashlight",
  "weigh weight",
] as const;

const alike = new Map<string, ReadonlySet<string>>();
for (const group of [...irregular, ...synonyms]) {
  const words = [...new Set(indexWords(group))];
  for (const word of words)
    alike.set(word, new Set([...(alike.get(word) ?? []), ...words.filter((other) => other !== word)]));
}

/**
 * Returns the other index words that match an index word, its forms and synonyms; empty if there
 * are none.
 */
export function alikeWords(indexWord: string): readonly string[] {
  const forms = alike.get(indexWord);
  const kin = kinOf(indexWord);
  return forms === undefined ? kin : [...new Set([...kin, ...forms])];
}
