/**
 * Answer manner: whether somebody states how they want to be answered. Pure; English only.
 *
 *   I'd rather you didn't send me long paragraphs     a wish, about what "you" do
 *   No more bullet lists, enough with the emojis      a part of answers that is not wanted
 *   You don't need to remind me to see a doctor       what "you" must, may or need not do
 *   Your answers should be at most three sentences    how answers must be
 *   Be blunt with me, talk to me like I'm five        a manner
 *
 * A rule is general, unlike a single request: it is about something that is done in every answer
 * (words of answering), it has no definite object ("this", "the recipe"), or it contains a word
 * such as "always". Advice to a friend is neither about answers nor about the speaker.
 */
import { compilePattern } from "../patterns/compile-pattern.js";
import { adjectives, answerParts, strongParts, weakParts } from "./answer-words.js";
import { languageManners, namingManners, namingWishes } from "./naming-manners.js";
import { annoyed, plainManners, plainWishes } from "./plain-wishes.js";
import { assistantManners, measures, standingManners } from "./standing-manners.js";

/** Verbs for what is done in every answer. */
const answering =
  "answer|reply|respond|writ|wrote|us(?:e|ed|ing)\\b|sen[dt]|giv|gave|show|say|said|tell|told|call|address|talk|speak|spoke|spell|explain|ke(?:ep|pt)|put|start|beg[aiu]n|end|ask|mention|list|cit|quot|format|translat|add|includ|leave|left|skip|avoid|stop|remind|repeat|apologi|refer|recommend|suggest|offer|propos|summari|assum|sign|round|convert|number|warn|lectur|prais|flatter|swear|jok|describ|phras|word|drop|omit|dr[ea]w|guess|pretend|invent|made up|make up|interrupt|correct|contradict|check|repl|admit|point out|provid|stick|stuck|limit|back|sugar-?coat";
const answeringVerb = `(?:${answering})\\p{L}*`;

/** Words for a single thing or a single occasion. */
const once =
  /\b(?:this|that|these|those|here|below|above|attached|today|tomorrow|tonight|now|soon|yesterday|(?:last|next) (?:time|week|month|night)|one last|the (?:recipe|address|link|photos?|pictures?|keys?|file|document|report|book|number|truth|rest))\b/u;
const often =
  /\b(?:always|never|ever|every time|each time|from now on|from here on|going forward|in (?:the )?future|by default|at all times|all the time|constantly|keep \p{L}+ing|any ?more|in (?:all|any|each|every|your) \p{L}+|whenever)\b/u;

const soften =
  "(?:(?:really|much|also|generally|usually|always|still|just|actually|strongly|kindly|would|do)\\s+)*";
/** "I'd rather", "it would help", "I don't like it", up to the clause about "you". */
const wishes = new RegExp(
  `^(?:i(?:['’]d)?|we(?:['’]d)?|it(?:['’]d|['’]s)?|that(?:['’]d)?)\\s+${soften}(?:rather|sooner|prefer|appreciate|love|like|want|need|wish|hate|mind|enjoy|help|expect|be (?:\\p{L}+ ){0,2}(?:great|good|nice|lovely|helpful|useful|best|better|perfect|grateful|glad|happy|easier|kind)|(?:better|easier|annoying|annoys|bothers|confuses|irritates|drives|distracts|helps?|can['’]?t stand|don['’]t like|dislike))\\b(?:\\s+(?:it|me|us|a lot|so much|most|best|for me|mad|crazy))*\\s+(?:(?<habit>when(?:ever)?)|if|that)?\\s*(?<you>you(?:r)?(?:['’](?:d|re|ll))?\\b.*)$`,
  "u",
);
/** "I want you to be brief": the rest states a manner, as a command would. */
const wantsYouTo =
  /^(?:i|we)(?:['’]d| would)?\s+(?:really |always |also |just )*(?:want|need|like|love|prefer|expect)\s+you\s+to\s+(?<what>\S.*)$/iu;
const dislikes =
  /^(?:i|we)\s+(?:\p{L}+\s+)?(?:don['’]t (?:like|want|need|enjoy)|can['’]?t stand|hate|dislike)\b/u;
const denied =
  /^you(?:['’]d)?\s+(?:did ?n['’]?o?t|would ?n['’]?o?t|do ?n['’]?o?t|could ?n['’]?o?t|not\b|never\b|to (?:not|never)\b|not to\b|stop(?:ped)?\b|avoid(?:ed)?\b|skip(?:ped)?\b|left out\b|leave out\b)/u;
/** Verbs for a manner of answering, not for a single action. */
const mannerVerb =
  /^you(?:['’]d)?\s+(?:could |would |can |to |please |always |only |just )*(?:address|call|talk|speak|spoke|use|ke(?:ep|pt) (?:it|things|to|your|all|answers?)|answer|reply|repl|respond|stuck|stick|treat|refer|avoid|skip|limit|assum|cit|start|end|beg[aiu]n|ask(?:ed)? me (?:a |some )?(?:\p{L}+ )?questions?|(?:were|be) (?:more |less |(?=\p{L}+er\b))|got (?:straight )?to the point|came? (?:straight )?to the point)\p{L}*\b/u;
const repliesWish =
  /^(?:your (?:answers?|repl(?:y|ies)|responses?|explanations?|summaries|messages|suggestions|tone)\b)/u;

const youAnswer = new RegExp(`^you(?:'d|'re)?\\s+(?:\\p{L}+(?:n't)?\\s+){0,4}?${answeringVerb}`, "u");
const namesAnswerPart = new RegExp(`\\b${answerParts}\\b`, "u");

/** Parts of answers that are not wanted, or wanted less. */
const unwanted = new RegExp(
  `^(?:(?<more>no more|enough (?:with|of)|enough|spare me|stop (?:with|it with)|drop|skip|ditch|lose|cut(?: out)?|cut down on|leave out|leave off|go easy on|easy on|less|fewer|without|not so many|not so much|i don['’]t need|i don['’]t want|i can do without|i hate|i dislike|i can['’]?t stand|i['’]?m (?:tired|sick) of)|no|zero)\\s+(?:(?:the|your|those|these|all|any|so many|constant|endless|long|unnecessary|useless|silly|fancy|more)\\s+)*(?:\\p{L}+[\\s-]){0,2}?(?:(?<strong>${strongParts})|${weakParts})(?<tail>\\s.*)?$`,
  "u",
);
const tails =
  /^\s+(?:please|pls|plz|ever|thanks|thank you|in (?:your|the|my|any|all|code|emails?) ?.*|from you|with me|either|at all|all the time|any ?more|at the (?:end|start|beginning)|and .*|or .*|when .*|unless .*|if .*)$/u;
const polite = /^\s+(?:please|pls|plz|ever|thanks|thank you|from you)$/u;

/** What "you" must, may or need not do. */
const duty = new RegExp(
  `^you\\s+(?<not>(?:do ?n['’]?o?t (?:ever )?(?:need|have) to|need ?n['’]?o?t|(?:can|may)(?= (?:stop|skip|leave out|drop|omit|spare)\\b)|(?:must|should|may|can|shall|are|ought)(?: ?n['’]?o?t)(?: to| allowed to)?|(?:must|should) never|(?:['’]re|are) not (?:to|allowed to)|never (?:need|have) to))?\\s*(?<must>(?:must|should|have to|need to|are to|ought to|may|can)(?: always| only| ever)?)?\\s*(?<verb>${answeringVerb})(?<rest>.*)$`,
  "u",
);
const answersAre =
  /^(?:your|all|the) (?:answers?|repl(?:y|ies)|responses?|explanations?|summaries|messages|suggestions|recommendations|tone|lists|sentences|paragraphs|emails?|texts?|code)(?: to me| for me)? (?:should|shouldn['’]t|must|mustn['’]t|have to|need to|needn['’]t|can|may|could be|ought to|are (?:way |far |much |a bit |always |often )*too|is (?:way |far |much |a bit |always |often )*too|get too)\b/u;

/** "I'd rather not see any disclaimers", "I prefer not to be reminded of it": without "you". */
const ratherNot = new RegExp(
  `^i(?:'d)? (?:would )?(?:rather|prefer)(?: to)? not (?:to )?(?:(?:see|have|get|read|hear)\\b.*\\b${answerParts}|be (?:told|called|reminded|asked|lectured|addressed|corrected|interrupted))\\b`,
  "u",
);

const forbids = new RegExp(
  `^(?:don't|do not|dont|never(?! (?:\\p{L}+ed|\\p{L}*[^s\\s]s|said|told|gave|sent|wrote|kept)\\b)|stop|avoid|quit|refrain from)\\s+(?:ever\\s+)?(?<rest>(?:${answering})\\p{L}*\\s.*)$`,
  "u",
);
/** "Don't tell me you forgot", "don't ask me why", "don't mention it". */
const idle =
  /^(?:tell (?!me\b)|tell me (?:you|it|he|she|they|we)\b|say (?:who|what|why|where|how|when)\b|ask (?:me (?:why|how|what)|why|how)|mention it|say (?:a word|anything|never|no\b)|start (?:with|on) me|give up|end up|keep (?:me|us|him|her|them)|leave|call (?:it|him|her|them|us)|put (?:up|off|it)|show up|begin to|\p{L}+ (?:it|him|her|them)\b)/u;

const tooMuch = new RegExp(
  `^you(?:'re| are)(?: being)? (?:way |far |much |a bit |always |often )*too (?:${adjectives}|long-winded|vague|nice|soft|negative)\\b`,
  "u",
);
const sizes =
  "(?:only|short|shorter|brief|briefer|simple|simpler|plain|full|long|longer|more|fewer|less|metric|imperial)";
/**
 * "Numbers with a comma as the decimal separator, please", "short sentences please": what is
 * wanted, without a verb.
 */
const bare = new RegExp(
  `^(?:(?:${sizes}\\s+)+${answerParts}|(?:\\p{L}+\\s)?(?:${strongParts}|numbers))(?:\\s+(?:with|without|in|as|on|at|under|of|only|from|to|per)\\b[^.?!]{0,60})?,?\\s+(?:please|pls|plz)$`,
  "u",
);
/** Verbs of liking and wanting, and of their opposites. */
const wishing = `(?:i|we)(?:['’]d| would)?\\s+${soften}(?:want|need|like|love|prefer|expect|appreciate)`;
const disliking = `(?:i|we)\\s+${soften}(?:hate|dislike|don['’]t (?:like|want|need)|can['’]?t stand)`;
const answers = "(?:answers?|repl(?:y|ies)|responses?)";
/**
 * What is wanted of answers: "replies without headings", "my answers short", "units in all
 * replies".
 */
const ofAllAnswers: readonly RegExp[] = [
  new RegExp(
    `^${wishing}\\s+(?:all |any |every |my |your |the )*${answers}\\s+(?!(?:from|to(?! be\\b)|by|about|on|and|or|but|before|after|now|soon|today|tomorrow|for|of|i|we|you|he|she|they|it)\\b)\\S`,
    "u",
  ),
  new RegExp(`^${wishing}\\s+(?:(?:${sizes}|${adjectives}|and)[,\\s]+){1,3}${answers}$`, "u"),
  new RegExp(
    `^(?:${wishing}|${disliking})\\s+\\S.{1,60}\\s(?:in|at the (?:end|start|beginning|top|bottom) of)\\s+(?:(?:all|every|each|any|your|my|the)\\s+)*(?:\\p{L}+\\s)?${answers}$`,
    "u",
  ),
  new RegExp(
    `^(?:${wishing}|${disliking})\\s+(?:more\\s+|fewer\\s+)?${answerParts}\\s+(?:instead of|rather than|over|and not|but not|more than)\\s+(?:\\p{L}+\\s)?(?:${answerParts}|prose|text)\\b`,
    "u",
  ),
];
const hasVerb = /\b(?:i|we|he|she|they|there|is|are|was|were|has|have|had|will|did|got|went)\b/u;

/** Maximum number of characters of a sentence that is only a rule; a longer one says more. */
const mostChars = 240;
/**
 * Maximum number of words of a clause that says how somebody wants to be answered; a longer clause
 * says something else.
 */
const mostWords = 22;

const opener =
  /^(?:[\s\-*•("“'’]+|\d+[.)]\s+|(?:oh|ok|okay|and|also|so|but|then|hey|hi|well|yes|yeah|no(?=,)|please|pls|plz|kindly|just|actually|honestly|seriously|again|sorry|btw|by the way|one (?:more |last |other )?thing|another thing|reminder|note|important|rule|from now on|from here on|going forward|in (?:the )?future|as a rule|in general|generally|\p{Lu}\p{Ll}+(?=,))(?:[\s,:!.–-]+|$))+/iu;
const clauseEnd = /[;:(]\s*|\s[–—-]+\s|,?\s+(?:and|but|so|because|since|as|otherwise)\s+(?!that\b)|,\s+/iu;
const code = /[{}<>=\\|]|\(\)/u;
/**
 * The beginning of every form below, or a part of it if the form may begin with any word. Most
 * clauses do not match, and one expression costs less than thirty.
 */
const mayBegin = new RegExp(
  `^(?:(?:i|we)\\b(?=.*(?:you|hate|like|love|want|need|expect|require|prefer|rather|stand|without|tired|sick|enjoy))|(?:it|that)\\b(?=.*you)|(?:a|act|add|address|all|always|any|anything|as|ask|assume|at|avoid|back|be|begin|behave|call|challenge|check|cite|close|convert|correct|cut|describe|display|ditch|do|don['’]t|dont|drop|each|easy|end|enough|every|everything|explain|express|expressions?|fewer|finish|fix|flag|format|from|get|give|go|greet|henceforth|include|just|keep|lead|leave|less|let's|list|lose|mark|max|maximum|measure|more|much|my|never|no|not|omit|only|open|phrases?|play|please|point|presume|pretend|print|put|question|quit|quote|refer|refrain|reply|report|respond|return|round|show|sign|skip|spare|speak|spell|start|state|stop|suppose|switch|talk|terms?|the|treat|until|use|whatever|without|words?|write|you|your|zero|answer|${measures})\\b)|\\b(?:please|pls|plz)$|\\b(?:max|maximum|at most)\\b|\\b(?:answers|replies|responses|explanations)\\b.*\\b(?:are|would be)\\b`,
  "u",
);
/** "No more lists, okay?" is not a question. */
const tag =
  /,\s*(?:ok(?:ay)?|alright|all right|right|yeah|please|will you|would you|can you|could you|thanks?)\s*\?$/iu;
/** "My boss says: …" */
const reported =
  /(?<!\b[Ii] )\b(?:says|said|told (?:me|us|him|her|them)|asks|asked (?:me|us|him|her|them)|wrote|writes|keeps (?:saying|telling)|reads)\b/u;
const asks = /^(?:can|could|would|will) you (?:please |maybe |just |always )*/iu;
const ofAnswers =
  /\b(?:answers|replies|responses|explanations|summaries|messages|always|never|all the time)\b/iu;

/** The patterns that take longest to compile. */
export const largeManners: readonly RegExp[] = [
  ...standingManners,
  ...assistantManners,
  ...plainManners,
  ...plainWishes,
  ...ofAllAnswers,
  ...[mayBegin, wishes, wantsYouTo, ratherNot, unwanted, duty, forbids, youAnswer, namesAnswerPart, bare],
];

/**
 * Whether a sentence, or a clause of it, states how its speaker always wants to be answered: "Keep
 * your answers short please, I read them on my watch."
 *
 * @param toAssistant Whether only an assistant is addressed: "stop calling me" is also said to
 * friends.
 */
export function asksForAnswerManner(sentence: string, toAssistant: boolean): boolean {
  if (sentence.length > mostChars || reported.test(sentence) || code.test(sentence)) return false;
  const stated = sentence.replaceAll("’", "'").replace(tag, "").trim();
  const isQuestion = /[?？]["'”)]*$/u.test(stated);
  const clauses = stated.split(clauseEnd);
  return (clauses.length === 1 ? clauses : [stated, ...clauses]).some((part) => {
    const text = part.replace(opener, "").replace(/[\s.!?"”')]+$/u, "");
    if (!isQuestion) return isRule(clauseOf(text), toAssistant);
    const request = text.replace(asks, "");
    if (request === text || !ofAnswers.test(request)) return false;
    return saysManner(clauseOf(request));
  });
}

/** A clause, as it is written and in lower case. */
interface Clause {
  readonly written: string;
  readonly lower: string;
}

function clauseOf(written: string): Clause {
  return { written, lower: written.toLowerCase() };
}

let areCompiled = false;

/** Compiles the large patterns when the first clause is read: a quarter of the time of one by one. */
function compileManners(): void {
  if (areCompiled) return;
  largeManners.forEach(compilePattern);
  areCompiled = true;
}

function isRule(clause: Clause, toAssistant: boolean): boolean {
  compileManners();
  if (isPlain(clause, toAssistant)) return true;
  if (!mayBegin.test(clause.lower)) return false;
  if (saysManner(clause)) return true;
  return toAssistant && (isForbidden(clause.lower) || isForAssistant(clause));
}

function saysManner(clause: Clause): boolean {
  const { written, lower } = clause;
  if (lower.split(/\s+/).length > mostWords) return false;
  if (isWish(lower) || isUnwanted(lower) || isDuty(lower) || isBare(lower)) return true;
  return isManner(clauseOf(wantsYouTo.exec(written)?.groups?.what ?? written));
}

/** Whether a text is about a single thing or occasion. "From now on" is not. */
function isOnce(text: string): boolean {
  return once.test(text.replace(often, " ").replace(/\bthat (?=(?:you|i|we)\b)/giu, " "));
}

function isWish(text: string): boolean {
  if (ofAllAnswers.some((wish) => wish.test(text))) return !isOnce(text);
  const { habit, you = "" } = wishes.exec(text)?.groups ?? {};
  if (ratherNot.test(text)) return !isOnce(text);
  if (you === "" || isOnce(you)) return false;
  if (repliesWish.test(you)) return true;
  if (!youAnswer.test(you) && !mannerVerb.test(you)) return false;
  return (
    habit !== undefined || dislikes.test(text) || denied.test(you) || often.test(you) || mannerVerb.test(you)
  );
}

function isUnwanted(text: string): boolean {
  const groups = unwanted.exec(text)?.groups;
  if (groups === undefined || isOnce(text) || /\brules?\b/iu.test(text)) return false;
  const { more, strong, tail = "" } = groups;
  if (/^no (?:answer|reply|response|praise|warning|introduction)s?\b/iu.test(text)) return false;
  if (strong === undefined) return more === undefined ? polite.test(tail) : tail === "" || polite.test(tail);
  return tail === "" || tails.test(tail);
}

function isDuty(text: string): boolean {
  if (answersAre.test(text) || tooMuch.test(text)) return true;
  const groups = duty.exec(text)?.groups;
  if (groups === undefined || (groups.not === undefined && groups.must === undefined)) return false;
  const { not, must = "", rest = "" } = groups;
  if (isOnce(rest) || /^(?:can|may)\b/iu.test(must)) return false;
  const isOfAnswers = /\b(?:me|us|my|our)\b/iu.test(rest) || namesAnswerPart.test(rest);
  return isOfAnswers && (not !== undefined || often.test(text));
}

/** Whether a text forbids something in answers: "stop telling me that I'm right". */
function isForbidden(text: string): boolean {
  const rest = forbids.exec(text)?.groups?.rest;
  if (rest === undefined || isOnce(rest) || idle.test(rest)) return false;
  return rest.split(/\s+/u).length > 1;
}

/** Whether a clause has one of the forms without "you" and without a known command. */
function isPlain({ written, lower }: Clause, toAssistant: boolean): boolean {
  const isForm =
    plainManners.some((manner) => manner.test(lower)) ||
    (toAssistant && (annoyed.test(lower) || matches(plainWishes, namingWishes, { written, lower })));
  // Last, because nearly every clause already fails here.
  return isForm && lower.split(/\s+/).length <= mostWords && !isOnce(lower);
}

function isForAssistant(clause: Clause): boolean {
  return matches(assistantManners, namingManners, clause) && !isOnce(clause.lower);
}

function isManner(clause: Clause): boolean {
  return matches(standingManners, languageManners, clause) && !isOnce(clause.lower);
}

/** Whether one of the patterns matches in lower case, or one for names as it is written. */
function matches(patterns: readonly RegExp[], forNames: readonly RegExp[], { written, lower }: Clause) {
  return patterns.some((form) => form.test(lower)) || forNames.some((form) => form.test(written));
}

function isBare(text: string): boolean {
  return bare.test(text) && !hasVerb.test(text) && !isOnce(text);
}
