/**
 * Interpret: what a question asks for. Pure: it uses the question and its context only, not the
 * store.
 */
import { isNameWord } from "../../text/name-words.js";
import { sentences } from "../../text/sentences.js";
import { fold, indexWords, withoutExcessMarks } from "../../text/words.js";
import { type DirectQuestion, directOf } from "../ranking/direct.js";
import { alikeWords } from "./alike-words.js";
import { askedProperties } from "./asked-properties.js";
import { type Ask, asks } from "./asks.js";
import { type AskedEntities, askedEntitiesOf } from "./entities/asked-entities.js";
import { askedEntitiesIn } from "./entities/asked-entities-languages.js";
import { asksForFormer } from "./former.js";
import {
  askedInAnyLanguage,
  isFunctionWord,
  languageOf,
  withoutFunctionWords,
  withoutQuestionWords,
} from "./language-words.js";
import { namesIn } from "./names.js";
import { type Interval, timeExpressions } from "./time-expressions.js";

/** A word that is searched for. */
export interface QueryWord {
  /** The word as `indexWords` returns it. */
  readonly word: string;
  /** 1 for the question's own words, less for function words and words of the context. */
  readonly weight: number;
  /** It is part of a name in the question. */
  readonly name: boolean;
  /** Synonyms that count as this word: "mum" for "mother". @default none */
  readonly alike?: readonly string[];
}

/** A question as it was interpreted. */
export interface Question {
  readonly text: string;
  /** The question without phrases such as "can you tell me" and without names: its topic. */
  readonly subject: string;
  readonly words: readonly QueryWord[];
  /** The names in the question, folded, one word each: "ana", "lisbon". */
  readonly names: readonly string[];
  readonly asks: ReadonlySet<Ask>;
  /** The properties that it asks for, by the extractor's names: "home". */
  readonly properties: ReadonlySet<string>;
  /** It is about the asker: it says "I", "my" or "the user". */
  readonly aboutUser: boolean;
  /** It asks what the assistant said or did: "did you recommend". */
  readonly aboutAssistant: boolean;
  /** Times that it names. */
  readonly times: readonly Interval[];
  /** It asks how something changed, so what is no longer true is an answer too. */
  readonly history: boolean;
  /** It asks for what was true before, not for what is true now: "my previous job". */
  readonly former: boolean;
  /** The people or things that it asks about; `undefined` if none. */
  readonly askedAbout: AskedEntities | undefined;
  /** What it asks for by name, if it asks for nothing else. */
  readonly direct: DirectQuestion | undefined;
}

/** What is known about the call in addition to the question. */
export interface QuestionContext {
  readonly now: Date;
  readonly previousContext?: string | undefined;
  /** Name of the asker. */
  readonly speaker?: string | undefined;
}

/** Weight of a word of the context; higher if the question refers to it ("Where is it?"). */
const contextWeight = { plain: 0.2, leaning: 0.5 };
/** Maximum number of words of the context that are searched for. They are the last words of it. */
const maxContextWords = 24;
/**
 * Maximum number of words of a question that are searched for, enough for a request with all its
 * background.
 */
const maxWords = 256;

/** A German question begins with a question word or a verb, which is no name. */
function opens(query: string, name: string): boolean {
  const [first = ""] = /[\p{L}\p{M}\p{N}]+/u.exec(query) ?? [];
  return query.trimEnd().endsWith("?") && fold(first) === name;
}

/** "Which module is mine?": the pronoun is not a topic, as "a gold mine" is. */
const pronoun = /\bmine(?=\s*[?.!]*$)/iu;

/** Interprets a question. */
export function interpret(asked: string, { now, previousContext, speaker }: QuestionContext): Question {
  const query = withoutExcessMarks(asked);
  const subject = withoutFrame(query).replace(pronoun, " ");
  const language = languageOf(query);
  const written = namesIn(query).filter(
    (name) =>
      language === undefined ||
      !(isFunctionWord(name, language) || (language === "de" && opens(query, name))),
  );
  const askedAbout =
    language === undefined ? askedEntitiesOf(query, written) : askedEntitiesIn(query, written, language);
  const asker = askedAbout?.asker && speaker !== undefined ? fold(speaker).split(/\s+/) : [];
  const names = unique([...written, ...asker]);
  const nameWords = new Set(names.flatMap(indexWords));
  const own = unique(indexWords(subject).length > 0 ? indexWords(subject) : indexWords(query));
  const small = functionWordsOf(query).filter((word) => !own.includes(word));
  const context = contextWords(query, withoutExcessMarks(previousContext ?? "")).filter(
    (word) => !own.includes(word) && !small.includes(word),
  );
  const weight = leans(query) ? contextWeight.leaning : contextWeight.plain;
  const kinds = kindsOf(query);
  const former = asksForFormer(query);
  const aboutUser = /\b(?:i|my|me|mine|myself|i'm|i've|we|our|us|the user)\b/i.test(query);
  return {
    text: query,
    subject: withoutNames(subject, names),
    words: [
      ...own
        .slice(0, maxWords)
        .map((word) => ({ word, weight: 1, name: nameWords.has(word), ...withKin(word) })),
      ...small.map((word) => ({ word, weight: contextWeight.plain, name: false })),
      ...context.map((word) => ({ word, weight, name: false })),
    ],
    names,
    asks: kinds,
    properties: askedProperties(query),
    aboutUser,
    aboutAssistant: asksAssistant(query),
    times: timeExpressions(withoutNames(query, written.filter(isNameWord)), now),
    history: former || kinds.has("change"),
    former,
    askedAbout,
    direct: directOf({ text: query, names, aboutUser, askedAbout, former }),
  };
}

/**
 * What the assistant said or did earlier: "Which papers did you list?" A request such as "Could you
 * show me how to log in?" asks for something new, so only a past form counts. What the assistant
 * remembers was said by the user: "What did you note about my diet?"
 */
const doneByYou = new RegExp(
  [
    String.raw`\b(?:did|had) you (?!(?:know|see|hear|notice|note|remember|forget|save|store|record|keep|learn|get|heard|seen|kept)\b)\w`,
    String.raw`\byou (?:(?:\w+ly|just|once|ever|had) )?(?:recommended|suggested|advised|proposed|explained|said|told|mentioned|described|offered|listed|provided|gave|given|outlined|showed|shown|wrote|written|drafted)\b`,
    String.raw`\byour (?:\w+ )?(?:advice|recommendation|suggestion|explanation|proposal)`,
  ].join("|"),
  "i",
);

/**
 * Whether a question asks what the assistant said. In a message of several sentences only the
 * questions count: "As you said, the vendor is late. What is next?" asks for something else.
 */
function asksAssistant(text: string): boolean {
  const all = sentences(text);
  return all.some((one) => (all.length === 1 || one.trimEnd().endsWith("?")) && doneByYou.test(one));
}

/**
 * Patterns of each kind of question in English. A question that matches none is still answered by
 * its words.
 */
const wordings: Readonly<Record<Ask, RegExp>> = {
  person: /\bwho(?:m|se)?\b|\bwhich (?:person|friend|colleague|people)\b/i,
  place: /\bwhere\b|\b(?:what|which) (?:city|town|country|place|state|area|street|address|location)/i,
  time: /\bwhen\b|\bdue\b|\bhow (?:long|soon|recently|old)\b|\b(?:what|which) (?:day|date|month|year|time|week|season)\b|\bdeadline\b|\bhow many (?:days|weeks|months|years|hours)\b/i,
  count:
    /\bhow (?:many|much|often)\b|\b(?:number|amount|percentage|total|average|quota|price|cost|rate|score)\b/i,
  reason: /\bwhy\b|\bhow come\b|\b(?:reason|motivat|inspired?)/i,
  list: /\b(?:what|which) (?:[\w'’-]+ )?(?:\w+s)\b|\b(?:list|all|different|various|kinds|types|both|across)\b/i,
  order: /\b(?:order|sequence|chronolog\w*|timeline|first|before or after|earlier|happened first)\b/i,
  summary:
    /\b(?:summar\w+|overview|recap|everything|progress(?:ed)?|developed|evolved?|over time|journey)\b/i,
  change:
    /\bused? to\b|\bbefore\s*[?.!]*$|^where (?:has|have|had|all has) [\w'’ ]+ (?:lived|worked|studied|stayed|been living|been working)\b|\bpreviously\b|\bformerly\b|\bhistory of\b|\b(?:has|have|had|did) [\w'’ ]{0,60}(?:chang|evolv|switch|develop)|\bhow [\w'’ ]{0,60}(?:chang|evolv)|\bbefore (?:that|then|now|it changed|moving)\b|\bover time\b|\boriginal(?:ly)?\b|\bin the past\b/i,
  advice:
    /\bhow (?:do|should|can|could|would|might) (?:i|we|you)\b|\b(?:can|could|would|will) you\b|\bshow me\b|\bhelp me\b|\bwhat (?:should|steps|would you)\b|\b(?:suggest|recommend|explain|walk me|write|draft|give me|tell me|tips|advice|best way|ways to|options)\b|\bhow (?:to|is|are)\b|^(?:write|explain|implement|create|format|make|draft|review|deploy|fix|what are|what is the (?:best|right))\b/i,
  ever: /^(?:have|had|has|did|do|does|is|are|was|were|am|will|would|can|could) \b/i,
};

function kindsOf(query: string): Set<Ask> {
  return new Set([...asks.filter((ask) => wordings[ask].test(query)), ...askedInAnyLanguage(query)]);
}

/**
 * Phrases that say how to answer, not what the question is about; they are removed before words are
 * searched for.
 */
const frames: readonly RegExp[] = [
  /\b(?:can|could|would|will) you (?:please )?(?:list|give|tell|show|walk|help|summari[sz]e|explain|provide|describe|share|remind|suggest|recommend)?(?: me)?(?: through| about| with)?\b/gi,
  /\b(?:a |an )?(?:clear|complete|comprehensive|detailed|brief|short|full|thorough|quick) (?:and \w+ )?(?:summary|overview|recap|account|picture)(?: of)?\b/gi,
  /\b(?:please|mention only(?: and only)?(?: \w+ items?)?|only \w+ items)\b/gi,
  /\b(?:in order|the order in which|in (?:the )?(?:right |chronological )?order|in what order|step by step)\b/gi,
  /\b(?:i|we|you) (?:brought up|mentioned|talked about|discussed|said|told you|asked(?: you)?(?: about)?)\b/gi,
  /\b(?:did|have|had|do) (?:i|we|you) (?:say|mention|talk about|discuss|tell you|ask)\b/gi,
  /\b(?:throughout|across|during|over the course of|in|from|over) (?:all )?(?:of )?(?:our|my|the|your|these) (?:\w+ )?(?:conversations?|discussions?|chats?|sessions?|messages|requests)\b/gi,
  /\b(?:different|various|several) (?:aspects|ways|parts|topics|things|concepts|features or concerns)(?: of)?\b/gi,
  /\bhow many (?:times|different)?|\bhow much\b|\bwhat (?:kinds?|types?|sorts?) of\b|\bsummari[sz]e\b|\bhow (?:long|often)\b/gi,
];

function withoutFrame(query: string): string {
  const subject = withoutFunctionWords(withoutQuestionWords(query), languageOf(query));
  return frames.reduce((text, frame) => text.replace(frame, " "), subject);
}

/**
 * The function words of a question in another language. They are searched for with a low weight, as
 * a passage may share only "mein" with the question.
 */
function functionWordsOf(query: string): string[] {
  const language = languageOf(query);
  if (language === undefined) return [];
  const asked = withoutQuestionWords(query);
  const rest = new Set(indexWords(withoutFunctionWords(asked, language)));
  return unique(indexWords(asked)).filter((word) => !rest.has(word));
}

function withoutNames(text: string, names: readonly string[]): string {
  return text.replace(/[\p{L}\p{M}\p{N}]+(?:['’]s\b)?/gu, (word) =>
    names.includes(fold(word).replace(/['’]s?$/, "")) ? " " : word,
  );
}

/** Whether a question refers to something that was said before. */
function leans(query: string): boolean {
  return /\b(?:it|its|they|them|there|that|this|those|these|he|she|him|her|one|ones|same|second|first|former|latter)\b/i.test(
    query,
  );
}

function contextWords(query: string, context: string): string[] {
  if (context.length === 0) return [];
  const said = leans(query) ? itemOf(query, context) : context;
  return unique(indexWords(said)).slice(-maxContextWords);
}

const ordinals = ["first", "second", "third", "fourth", "fifth", "sixth"];

/**
 * Returns the item of the context's list that "the second one" refers to, or the context if there
 * is none.
 */
function itemOf(query: string, context: string): string {
  const index = ordinals.findIndex((ordinal) => new RegExp(`\\bthe ${ordinal}\\b`, "i").test(query));
  if (index < 0) return context;
  const numbered =
    context.match(/^\s*(?:\d+[.)]|[-*•])\s+.+$/gm) ?? context.match(/[^,;:.]+(?=,|;| and | or |$)/g);
  return numbered?.[index] ?? context;
}

function withKin(word: string): Pick<QueryWord, "alike"> {
  const alike = alikeWords(word);
  return alike.length === 0 ? {} : { alike };
}

function unique(words: readonly string[]): string[] {
  return [...new Set(words)];
}
