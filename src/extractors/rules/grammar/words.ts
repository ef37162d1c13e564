/** Closed classes of English words that clauses are read by, and what single words are. */
import type { Word } from "./grammar.js";
import { factVerbs } from "./verb-vocabulary.js";
import { type VerbReading, verbForms } from "./verbs.js";

export const set = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

export const auxiliaries = new Map<string, string>(
  Object.entries({
    be: "am is are was were be been being",
    have: "have has had having",
    do: "do does did",
  }).flatMap(([lemma, forms]) => forms.split(" ").map((form) => [form, lemma] as const)),
);

export const modals = set("will would can could may might shall should must ought 'll 'd");

export const negations = set("not n't never neither nor cannot hardly barely");

export const subjectPronouns = set(
  "i we you he she it they there this that these those who everyone everybody someone somebody nobody",
);

export const leads = set(
  "and but so or then also plus well yes yeah yep no oh ah wow hey hi hello ok okay actually anyway btw lol haha honestly basically luckily fortunately unfortunately sadly apparently because since although though while whereas that as for now recently lately currently personally sorry today finally meanwhile afterwards later still however please kindly fyi anyways thanks speaking like just too even until before after when once where which",
);

const adverbs = set(
  "really very also just now currently actually still always usually often sometimes recently finally already only even ever probably definitely certainly basically totally absolutely mostly mainly both all simply truly rarely seldom generally normally typically lately soon then first kinda deeply especially particularly officially literally honestly newly secretly happily proudly originally primarily regularly occasionally long both",
);

const hardBreak = /[;:!?.…—–()[\]"“”]|^-+$/;

export const forms: ReadonlyMap<string, VerbReading> = verbForms(factVerbs);

/** The lemma of a gerund that the rules know: "learning" → "learn". */
export function lemmaOfGerund(lower: string): string | null {
  const known = forms.get(lower);
  return known?.forms.has("gerund") ? known.lemma : null;
}

export function isAdverb({ lower, tags }: Word): boolean {
  return (
    adverbs.has(lower) ||
    (tags.has("Adverb") &&
      !negations.has(lower) &&
      !/^(?:there|here|back|home|no|longer|together|away|abroad|anymore|more)$/.test(lower))
  );
}

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
