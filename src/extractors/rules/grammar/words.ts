/** Closed classes of English words, and tests for single words. */
import { verbPatterns } from "../facts/vocabulary/verb-patterns.js";
import type { Word } from "./grammar.js";
import { type VerbForms, verbForms } from "./verbs.js";

/** The words of a list as a set. */
export const set = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Forms of "be", "have" and "do", with their lemma. */
export const auxiliaries = new Map<string, string>(
  Object.entries({
    be: "am is are was were be been being",
    have: "have has had having",
    do: "do does did",
  }).flatMap(([lemma, forms]) => forms.split(" ").map((form) => [form, lemma] as const)),
);

/** Modal verbs. */
export const modals = set("will would can could may might shall should must ought 'll 'd");

/** Words that negate a clause. */
export const negations = set("not n't never neither nor cannot hardly barely");

/** Pronouns that are a subject by themselves. */
export const subjectPronouns = set(
  "i we you he she it they there this that these those who everyone everybody someone somebody nobody",
);

/** Words that may precede the subject of a clause. */
export const leads = set(
  "and but so or then also plus well yes yeah yep no oh ah wow hey hi hello ok okay actually anyway btw lol haha honestly basically luckily fortunately unfortunately sadly apparently because since although though while whereas that as for now recently lately currently personally sorry today finally meanwhile afterwards later still however please kindly fyi anyways thanks speaking like just too even until before after when once where which",
);

const adverbs = set(
  "really very also just now currently actually still always usually often sometimes recently finally already only even ever probably definitely certainly basically totally absolutely mostly mainly both all simply truly rarely seldom generally normally typically lately soon then first kinda deeply especially particularly officially literally honestly newly secretly happily proudly originally primarily regularly occasionally long both",
);

const hardBreak = /[;:!?.…—–()[\]"“”]|^-+$/;

const common =
  `want plan hope intend aim start begin stop quit give try decide keep need get make go come take see say tell think know feel find buy bring build call meet
help ask spend watch read write run cook bake paint draw sing dance swim hike travel fly arrive stay return finish complete lose win break fall graduate propose celebrate adopt
receive send order book cancel change switch choose pick agree accept offer hire fire promote retire cost mean believe guess suppose wish imagine dream hear assume wonder doubt claim
recommend suggest mention explain use format answer reply respond include avoid deploy remember forget discover realize notice share invite host attend organize plant grow fix repair
pass fail apply interview sign open close launch ship release test review push merge check set put turn hold press look wear smoke name rename seem appear expect consider end happen increase drop raise reach bet own teach
train prepare practice research consult speak listen talk walk sit stand sleep wake pay save earn invest donate raise explore enjoy appreciate thank swear miss bear weigh migrate replace postpone reschedule shift slip delay push defer`.split(
    /\s+/,
  );

/**
 * Every verb that the rules know: verbs that state facts, and common verbs, which show where a
 * clause starts.
 */
const factVerbs: readonly string[] = [
  ...new Set([...verbPatterns.flatMap(({ verbs }) => verbs.split(" ")), ...common]),
];

/** Every form of every verb that the rules know. */
export const forms: ReadonlyMap<string, VerbForms> = verbForms(factVerbs);

/** The lemma of a gerund that the rules know: "learning" → "learn". */
export function lemmaOfGerund(lower: string): string | null {
  const known = forms.get(lower);
  return known?.forms.has("gerund") ? known.lemma : null;
}

/** Whether the word is an adverb. */
export function isAdverb({ lower, tags }: Word): boolean {
  return (
    adverbs.has(lower) ||
    (tags.has("Adverb") &&
      !negations.has(lower) &&
      !/^(?:there|here|back|home|no|longer|together|away|abroad|anymore|more)$/.test(lower))
  );
}

/** The punctuation before the word at `at`: a comma, a harder break, or `null`. */
export function breaksBefore(words: readonly Word[], at: number): "hard" | "comma" | null {
  const before = words[at]?.before ?? "";
  const after = words[at - 1]?.after ?? "";
  if (before === "" && after === "") return null;
  if (hardBreak.test(before) || (hardBreak.test(after) && !isAbbreviated(words[at - 1]!))) return "hard";
  return after.includes(",") || after.includes("、") ? "comma" : null;
}

/** "St." and "J." inside a sentence, which the splitter left whole. */
function isAbbreviated({ text, after }: Word): boolean {
  return after === "." && /^\p{Lu}\p{L}{0,3}$/u.test(text);
}
