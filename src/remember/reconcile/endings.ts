/**
 * Endings: what a speaker says they do, have or are no longer, where the words alone say which fact
 * is meant: "I stopped running", "We closed the shop in Mill Lane", "I've handed on the treasurer's
 * job". Pure, and English. An extractor names the property that ended where it knows it; here the
 * words of what ended are looked for in the speaker's facts, whatever their property is.
 */
import type { MemoryRecord } from "../../contract/record.js";
import { sentences } from "../../text/sentences.js";
import { indexWords } from "../../text/words.js";

const speaker =
  "(?:^|[,;:]\\s+|\\b(?:and|but|so|because|that)\\s+)(?:i|we)(?:['’]ve| have|['’]m| am|['’]re| are)?";
const adverbs = "(?:\\s+(?:just|finally|also|now|recently|already|officially|actually))*";
/** Verbs of ending, before what ended. */
const ended =
  "stopped|quit|gave up|given up|closed(?: down)?|shut down|sold|got rid of|parted with|moved out of|ended|cancell?ed|resigned (?:from|as)|retired (?:from|as)|stepped down (?:from|as)|handed (?:over|on|in)?|passed on|no longer|used to";
const past = new RegExp(
  `${speaker}${adverbs}\\s+(?:${ended})\\s+(?!by\\b|at\\b|in\\b|for\\b|to\\b(?! be)|off\\b|on\\b)(.{3,80})`,
  "giu",
);
const negated = new RegExp(
  `${speaker}\\s*(?:don['’]t|do not|can['’]t|won['’]t)\\s+(.{3,60}?)\\s+(?:any ?more|any longer)`,
  "giu",
);

/** What a text says is over, each as its words. */
export function endingsIn(text: string): string[] {
  return sentences(text)
    .filter((sentence) => !unreal.test(sentence))
    .flatMap((sentence) => [...sentence.matchAll(past), ...sentence.matchAll(negated)])
    .map(([, words = ""]) => words.split(objectEnd)[0]!.trim())
    .filter((words) => wordsOf(words).length > 0);
}

const unreal =
  /[?？]\s*$|\b(?:if|would|could|should|might|almost|nearly|never|wish|want|going to|thinking of|joking|for (?:today|now|tonight)|yesterday)\b/iu;
/** Where what ended is over: what follows says why, since when, or what came instead. */
const objectEnd =
  /[,;:.!()]|\s(?:and|but|so|because|since|when|after|before|to|with|for|as|last|this|on|ago|years?|instead|yesterday|today)\b/iu;
/** Words of having or doing something, whatever it is. */
const idle = new Set(
  indexWords(
    "old job role position post work thing things stuff being working going doing having living use used using whole day",
  ),
);

function wordsOf(words: string): string[] {
  return [...new Set(indexWords(words).filter((word) => !idle.has(word)))];
}

/** Properties that nothing ends, and tastes, which what somebody does no longer says nothing of. */
const lasting =
  /^(?:name|nickname|birthday|birth year|birthplace|hometown|nationality|age|visited|likes|dislikes|goal|plan|former .*|has never .*|sister|brother|mother|father|children|siblings|lived in)$/i;

/**
 * Whether words of what ended mean a fact: all of its names are in the fact, or all of its words.
 */
export function endsFact(
  words: string,
  { type, property, text }: Pick<MemoryRecord, "type" | "property" | "text">,
): boolean {
  if (type !== "semantic" || property === null || lasting.test(property)) return false;
  const names = words.match(/\p{Lu}[\p{L}\p{N}'’-]+/gu)?.filter((name) => !/^I\b/.test(name)) ?? [];
  const meant = wordsOf(names.length > 0 ? names.join(" ") : words);
  const stated = new Set(indexWords(text));
  return meant.length > 0 && meant.every((word) => stated.has(word));
}
