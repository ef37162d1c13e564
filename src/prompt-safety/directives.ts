/**
 * Finds directives: sentences that say how the assistant must work in every answer. Pure. Not every
 * rule is a directive: "Deploys must be approved by two people" and "nobody touches the kiln"
 * describe how things are done somewhere and belong in an answer about them, while "always answer
 * in metric units" applies to every answer. English only, as are the rules of the bundled
 * extractor.
 *
 * In `training/extractor/talk` the bundled extractor draws a rule without a condition from 250
 * messages, of which 160 are labelled as rules. 77 of the 250 have a directive, 72 of these with a
 * label. Most of the missed ones are rules of a house or a team.
 */
import type { MemoryRecord } from "../contract/record.js";
import type { Role } from "../text/passage.js";
import { withoutAddressee } from "../text/rules/addressee.js";
import { asksForAnswerManner } from "../text/rules/answer-manner.js";
import {
  isAnsweringOccasion,
  namesAnsweringOccasion,
  ordersParts,
} from "../text/rules/answering-occasions.js";
import { isForeignRule } from "../text/rules/foreign-rules.js";
import { isForOnce, withFromNowOn } from "../text/rules/how-long.js";
import { asTheUserSays } from "../text/rules/notes-about-user.js";
import { permitsFromNowOn } from "../text/rules/permissions.js";
import { withoutReason } from "../text/rules/reasons.js";
import { withPlainRelatives } from "../text/rules/relative-clauses.js";
import { isUniversalCommand } from "../text/rules/universal-command.js";
import { sentenceSpans } from "../text/sentences.js";

/**
 * Whether a record is a standing rule: it has no condition, the user stated it, and it addresses
 * the assistant.
 */
export function isStandingRule(
  { type, trigger, text }: Pick<MemoryRecord, "type" | "trigger" | "text">,
  role: Role,
): boolean {
  return (
    type === "procedural" &&
    (appliesToAll(trigger) || isException(trigger)) &&
    role === "user" &&
    directives(text).length > 0
  );
}

/**
 * Whether a condition excludes nothing, such as "for all of you", "in all answers" and "before you
 * answer".
 */
export function appliesToAll(trigger: string | null): boolean {
  return trigger === null || everyCase.test(trigger.trim()) || isAnsweringOccasion(trigger);
}

/**
 * Whether a condition only names an exception: "Don't recommend pesticides unless I ask for them"
 * applies to every other answer.
 */
export function isException(trigger: string | null): boolean {
  return trigger !== null && /^(?:unless|except)\b/iu.test(trigger.trim());
}

const everyCase =
  /^(?:(?:all|both|each) of (?:you|us)|everyone|everybody|(?:in )?doubt|possible|(?:you(?:['’]re| are) )?(?:unsure|not sure|uncertain)|(?:all|any|every|each)(?: of)?(?: my| your| our)? (?:answers?|repl(?:y|ies)|responses?|messages?|conversations?))$/iu;

/**
 * Sentences that direct the assistant, in order; empty if the text quotes somebody else, or is a
 * message to somebody else.
 */
export function directives(text: string): string[] {
  if (isQuoted(text) || salutation.test(text)) return [];
  return sentenceSpans(text)
    .map(({ start, end }) => text.slice(start, end).replace(/\s+/gu, " ").trim())
    .filter((sentence) => sentence.length <= maxSentenceChars && directs(sentence));
}

function directs(noted: string): boolean {
  const sentence = withPlainRelatives(asTheUserSays(withoutAddressee(noted)));
  if ([sentence, withoutReason(sentence)].some((text) => clausesOf(text).some(isDirective))) return true;
  return !ofReader.test(sentence) && asksForAnswerManner(sentence, true);
}

/**
 * The whole sentence, and its parts that may be sentences of their own: "it's for my mum, so please
 * write in German".
 */
function clausesOf(sentence: string): string[] {
  const parts = sentence.split(clauseEnd);
  return parts.length === 1
    ? parts
    : [sentence, ...parts.map((part) => (/\?$/.test(sentence) ? `${part}?` : part))];
}

const clauseEnd =
  /[;:]\s+|\s[–—-]+\s|,?\s+(?:and|but|so|because)\s+(?=(?:please|pls|always|never|don['’]t|do not|from now on|in future|i(?:['’]d)? (?:prefer|like|want|rather)|call me|no)\b)|,\s+(?:so\s+|and\s+|but\s+)?(?=(?:please|pls|always|never|don['’]t|do not|from now on|from here on|in future|call me|i(?:['’]d)? (?:prefer|rather))\b)/iu;

/**
 * Whether a text quotes what somebody else wrote, so that a rule in it is not the speaker's own.
 */
export function isQuoted(text: string): boolean {
  return quotes.test(text);
}

/** A longer sentence states more than a rule. */
const maxSentenceChars = 240;

/**
 * Marks of quoted, forwarded or pasted text, in which a rule is not the user's: mail headers,
 * quoted lines, notifications, code, and text to work on ("summarise this:").
 */
const quotes =
  /^\s*(?:>|【|notification from\b|(?:from|to|cc|subject|sent|date)\s*:\s*\S)|```|^\s*["“«„].*["”»]\s*$|-{3,}\s*(?:original|forwarded)|\b(?:wrote|writes|said|says|it says)\s*:|\b(?:summari[sz]e|translate|proofread|rewrite|rephrase|review|check|read|explain|answer|reply to)\s+(?:this|the following|these|that)\b[^.?!\n]*[:\n]|\b(?:summari[sz]e|translate|proofread|rewrite|rephrase)\s*:/im;

/** "Dad, don't wait up", "Dear Manager Zhang, please reply": a message to another person. */
const salutation =
  /^\s*(?:(?:mum|mom|mummy|mommy|mother|dad|daddy|father|son|daughter|grandma|grandpa|granny|auntie|brother|sister|sweetheart|darling|honey)(?: \p{Lu}\p{Ll}+)?(?: and \p{L}+)?,|dear (?!assistant|claude|chatgpt|ai\b)\p{L}|(?:(?:hello|hi|hey|good (?:morning|afternoon|evening)),? )?(?:mr|mrs|ms|miss|dr|doctor|prof|professor|teacher|manager|director|sir|madam|nurse|coach)\b\.?(?: \p{Lu}\p{Ll}+){0,2},)/iu;

const openers =
  /^(?:(?:instead of|rather than)\s[^,]{2,40},\s+|[\s\-*•("“'’]+|\d+[.)]\s+|(?:and|also|so|but|then|ok|okay|hey|hi|oh|well|yes|yeah|no(?=,)|kindly|just|btw|by the way|please|pls|plz|note|important|rule|reminder|one rule for the future|one more thing|ground rules?|next|in general|generally|normally|as a rule|remember(?=:)|\p{Lu}\p{Ll}+(?=,))[\s,:!.–-]+)+/iu;
const always =
  /\b(?:always|never|ever|every time|each time|from now on|from here on|from this point|going forward|in (?:the )?future|by default|at all times|no matter what|without exception|any ?more|in (?:all|any|each|every)(?: of)? (?:your |the )?\p{L}+|in your \p{L}+)\b/iu;
/** Openings of a request: the person addressed should do what follows. */
const asked =
  /^(?:(?:can|could|would|will) you(?: please)?|(?:i(?:'d| would)? (?:want|need|like|ask|expect)|i want) you (?:not )?to|i(?:'d| would) (?:like|prefer|appreciate) (?:it )?(?:if|that) you|you(?:'re| are)? (?:should|must|have to|need to|may|can|not to)|make sure (?:that you|you|to)|be sure to|remember to|don't forget to)\s+/iu;
const alwaysFirst =
  /^(?:always|never|under no circumstances|whatever happens|from now on|from here on|from this point on|going forward|in (?:the )?future|by default|at all times)\b[\s,]*(?:please\s+|always\s+|never\s+)?(?!been\b|be (?:too|so|afraid)\b|mind\b|again\b|had\b|have i\b|i['’ ]|he\b|she\b|it['’ ]|they\b|there\b|the\b|we['’ ]|my\b)\p{L}/iu;
const notFirst =
  /^(?:do not|don['’]t|dont|stop|avoid|refrain from)\s+(?!worry|works\b|mind|know|think|have\b|forget\b|hesitate|get me wrong|need\b|want\b|feel\b|let me\b)\p{L}/iu;
/**
 * Verbs of answering and working. With a definite object ("write this up") they ask for one task.
 */
const works =
  /^(?:(?:only|just)\s+)?(?:answer|reply|respond|call me|address|talk|speak|write|explain|give|show|use|keep|format|translate|treat|assume|include|add|output|skip|leave out|put|mark|cite|list|name|number|convert|round|sign|begin|start|end|prefer|stick|ask|tell|be)\b/iu;
/** "Address: 5 Mill Lane", "List of guests": a noun, and no command. */
const isLabel = /^(?:\p{L}+:|(?:list|name|number|address|note|report|mark|format|start|end|use) of\b)/iu;
/** "Keep your phone on", "Start your day with energy!": what a person has, and no assistant. */
const ofReader =
  /\byour(?:self|selves)?\b(?! (?:\p{L}+ ){0,2}(?:answers?|repl(?:y|ies)|responses?|messages?|explanations?|summar(?:y|ies)|suggestions?|recommendations?|outputs?|tone|style|language|wording|code|comments?|sentences?|examples?|sources?|estimates?|emails?|letters?|texts?|lists?|tables?|words?|questions?|opinions?|jokes?|emojis?|name))/iu;
const once =
  /\b(?:this|that|it|these|those|here|below|above|attached|today|tomorrow|tonight|now|soon|an? (?!time|day|week|list|table|sentence|word|line)\p{L}+ (?:for|about|of|to))\b/iu;
const wishes =
  /(?:^|[,;.:–-]\s*|\b(?:and|but|so|because|since)\s+)i(?:['’]d| would)?\s+(?:really |also |still |always |generally |usually |much )*(?:prefer|rather|like|love|want|appreciate)\s+(?!to (?:meet|be|go|have|visit|live|move|learn|become)\b)(?:\S+\s+){0,8}?(?:you|your|answers?|responses?|replies|explanations?|summaries|examples?|emails?|messages|code|units|bullet points|bullets|tables|lists|sources|tone|style|language|format|details|sentences|words|hints?|steps)\b/iu;
/** "House rule: numbers below ten are spelled out, always." */
const announced = /^(?:\p{L}+ ){0,2}rules?\b[^.:?!]{0,32}:\s*\S/iu;
/**
 * "American spelling from now on", "metric units only": what is wanted, without a verb and without
 * an addressee.
 */
const fromNowOn =
  /^(?:only\s+)?(?:\S+\s+){1,4}?(?:from now on|from here on|going forward|only)(?:[\s,]+please)?$/iu;
const informs =
  /\b(?:i|we|he|she|it|they|there|the|my|our|his|her|their|this|that|is|are|was|will|has|have|\p{L}+(?:ed|ll))\b|^\p{L}+s\s/iu;

/** "Up to two hundred words is fine from here on": a permission for all that follows. */
const permits =
  /\b(?:is|are)\s+(?:fine|ok|okay|allowed|welcome|all right|alright)(?:\s+with me)?,?\s+(?:from now on|from here on|from this point on|going forward|in (?:the )?future)$/iu;

function isPhraseFromNowOn(text: string): boolean {
  // "…, our customers are in Ohio" says why.
  const [phrase = ""] = text.split(/,\s+(?!please\b)/iu);
  return fromNowOn.test(phrase) && !informs.test(phrase);
}

const pleaseOnly =
  /^(?:no|only|short|brief|max(?:imum)?|at most)\b.*(?:\b(?:please|pls|plz|ever|in your \p{L}+|from you|you (?:write|send|give|make))\b|\bonly$)|^(?:\S+\s+){1,4}(?:please|pls)$/iu;

function isDirective(sentence: string): boolean {
  if (isForOnce(sentence)) return false;
  const text = withFromNowOn(sentence)
    .replaceAll("’", "'")
    .replace(openers, "")
    .replace(/[\s.!"”)?]+$/u, "");
  if (permitsFromNowOn(text)) return true;
  const request = text.replace(asked, "");
  if (request !== text) return always.test(text) && !once.test(request.slice(0, 24));
  if (announced.test(sentence) && always.test(text)) return true;
  if (/\?\s*$/u.test(sentence)) return false;
  if (alwaysFirst.test(text) || wishes.test(text) || isUniversalCommand(text)) return true;
  if (isPhraseFromNowOn(text) || permits.test(text) || isForeignRule(sentence)) return true;
  if (namesAnsweringOccasion(text) || ordersParts(text)) return true;
  if (notFirst.test(text)) return !once.test(text) || always.test(text);
  if (!text.includes(" ") || isLabel.test(text) || ofReader.test(text)) return false;
  if (works.test(text)) return always.test(text) || (text.split(" ").length <= 12 && !once.test(text));
  return pleaseOnly.test(text) && text.split(" ").length <= 12;
}
