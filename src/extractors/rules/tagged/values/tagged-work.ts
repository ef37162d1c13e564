/**
 * Checks facts about work, because the tagger also finds them where there are none. An occupation
 * must be a role, and an employer must have a name or be an institution, unless the sentence speaks
 * of work.
 */
import type { TaggedFact } from "../../../learnt/tagger.js";
import { type PlacedSentence, sentenceAt } from "../../sentence.js";

/** Words that speak of work. */
const work =
  /\b(?:work(?:s|ed|ing)?|jobs?|career|role|position|profession(?:al(?:ly)?)?|occupation|hired?|hires|employ(?:ed|er|ees?)|promot(?:ed|ion)|freelanc(?:e|er|ing)|self-employed|internship|apprentice(?:ship)?|train(?:ed|ing) (?:as|to)|by (?:trade|training|day)|retired?|business|for a living|shifts?|colleagues?|coworkers?|boss|office)\b/i;
/** Nouns of people by what they do. */
const role =
  /(?:[^aeiou]er|eer|or|ist|ian|[ae]nt|man|woman|person|ress|smith|wright|maid|wife)s?$|^(?:nurse|chef|cook|judge|guide|coach|pilot|vet|intern|clerk|guard|physio|temp|dean|priest|monk|nun|ceo|cto|cfo|ta|dj|mp|lead|head|secretary|apprentice|trainee|employee)s?$/i;
/** Nouns for places where people work. */
const institution =
  /\b(?:school|kindergarten|hospital|company|firm|startup|start-up|college|university|clinic|bank|office|agency|shop|store|restaurant|caf[eé]|bar|hotel|bakery|library|museum|lab|laboratory|factory|council|charity|practice|studio|farm|station|department|ministry|court|institute|nursery|pharmacy|garage|publisher|brewery|warehouse|airport|government|army|police|hospice|cent(?:re|er))s?\b/i;

/** A word for work within three words before a value: "work mostly in insurance". */
const workBefore = new RegExp(`${work.source}(?:\\s+[\\p{L}'-]+){0,3}\\s+$`, "iu");
/** "Working on the login page" is a project. */
const onProject = /\bon\s+(?:(?:an?|the|my|our|some)\s+)?$/i;
/** "A job interview" is not a job. */
const aboutJobs = /\b(?:interviews?|offers?|applications?|search|hunt|fair|market|satisfaction)$/i;

/** Whether a fact about work is possible. Always true for other properties. */
export function isWork(
  fact: TaggedFact,
  property: string,
  text: string,
  sentences: readonly PlacedSentence[],
): boolean {
  if (property !== "occupation" && property !== "employer") return true;
  const found = sentenceAt(fact, sentences);
  if (found === null) return true;
  const value = text.slice(fact.start, fact.end);
  const speaksOfWork = work.test(found.sentence.text);
  if (property === "employer") return institution.test(value) || (/^\p{Lu}/u.test(value) && speaksOfWork);
  const words = found.sentence.words.filter(
    ({ start, end, text: written }) =>
      /^\p{Ll}/u.test(written) && found.at + start >= fact.start && found.at + end <= fact.end,
  );
  // "I repair clocks" says what somebody does, "tagged a release" what happened once.
  const isDone = words.length > 1 && words[0]!.tags.has("Verb") && !words[0]!.tags.has("Gerund");
  if (isDone) return !words[0]!.tags.has("PastTense");
  const isRole = words.some(({ tags, lower }) => tags.has("Actor") || role.test(lower));
  return (
    isRole ||
    (workBefore.test(text.slice(Math.max(0, fact.start - 60), fact.start)) &&
      !onProject.test(text.slice(0, fact.start)) &&
      !aboutJobs.test(value))
  );
}
