/**
 * Interpret: what a question asks for. Pure; it reads the question, never the store, and every field of what it finds is a reason that the
 * ranking can name.
 */
import { fold, indexWords } from "../../text/words.js";
import { type DirectQuestion, directOf } from "../ranking/direct.js";
import { type AskedEntities, askedEntitiesOf } from "./asked-entities.js";
import { askedEntitiesIn } from "./asked-entities-languages.js";
import { askedProperties } from "./asked-properties.js";
import { asksForFormer } from "./former.js";
import {
  askedInAnyLanguage,
  isFunctionWord,
  languageOf,
  withoutFunctionWords,
  withoutQuestionWords,
} from "./language-words.js";
import { kinOf } from "./people-words.js";
import { type Interval, timeExpressions } from "./time-expressions.js";

/** What a question may ask for; one question may ask for several. */
export const asks = [
  "person",
  "place",
  "time",
  "count",
  "reason",
  "list",
  "order",
  "summary",
  "change",
  "advice",
  "ever",
] as const;
export type Ask = (typeof asks)[number];

export interface QueryWord {
  /** As `indexWords` writes it. */
  readonly word: string;
  /** 1 for the question's own words, less for words of the context. */
  readonly weight: number;
  /** Part of a name in the question. */
  readonly name: boolean;
  /** Words that count as this one: "mum" for "mother". @default none */
  readonly alike?: readonly string[];
}

export interface Question {
  readonly text: string;
  /** The question without its wrapping and without names: what it is about. */
  readonly subject: string;
  readonly words: readonly QueryWord[];
  /** Names as the question writes them, folded, one word each: "ana", "lisbon". */
  readonly names: readonly string[];
  readonly asks: ReadonlySet<Ask>;
  /** Properties that it asks for, by the extractor's names: "home". */
  readonly properties: ReadonlySet<string>;
  /** It says I or my, or "the user": it is about the one who asks. */
  readonly aboutUser: boolean;
  /** It asks what the assistant said: "did you recommend". */
  readonly aboutAssistant: boolean;
  /** Times that it names. */
  readonly times: readonly Interval[];
  /** It asks how something changed, so that what is no longer true counts too. */
  readonly history: boolean;
  /** It asks for what held before, and not for what holds: "my previous job". */
  readonly former: boolean;
  /** About whom it asks, where that is more than a part of what it asks. */
  readonly askedAbout: AskedEntities | undefined;
  /** What it asks for by name, where it asks for nothing else. */
  readonly direct: DirectQuestion | undefined;
}

export interface QuestionContext {
  readonly now: Date;
  readonly previousContext?: string | undefined;
  /** Name of the one who asks. */
  readonly speaker?: string | undefined;
}

/** A word of the context weighs this much; more where the question leans on it ("Where is it?"). */
const contextWeight = { plain: 0.2, leaning: 0.5 };
/** Words of the context that are searched for, the last ones said. */
const maxContextWords = 24;
/** Words of one question that are searched for: a request with all its background. More is no question but a text. */
const maxWords = 256;

/** Reads a question. */
export function interpret(query: string, { now, previousContext, speaker }: QuestionContext): Question {
  const subject = withoutFrame(query);
  const language = languageOf(query);
  const written = namesIn(query).filter((name) => language === undefined || !isFunctionWord(name, language));
  const askedAbout =
    language === undefined ? askedEntitiesOf(query, written) : askedEntitiesIn(query, written, language);
  const asker = askedAbout?.asker && speaker !== undefined ? fold(speaker).split(/\s+/) : [];
  const names = unique([...written, ...asker]);
  const nameWords = new Set(names.flatMap(indexWords));
  const own = unique(indexWords(subject).length > 0 ? indexWords(subject) : indexWords(query));
  const small = functionWordsOf(query).filter((word) => !own.includes(word));
  const context = contextWords(query, previousContext ?? "").filter(
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
    aboutAssistant: aboutAssistant.test(query),
    times: timeExpressions(query, now),
    history: former || kinds.has("change"),
    former,
    askedAbout,
    direct: directOf({ text: query, names, aboutUser, askedAbout, former }),
  };
}

const aboutAssistant =
  /\b(?:(?:did|have|had|were|are) you (?:\w+ )?(?:recommend|suggest|advis|propos|explain|say|said|tell|told|mention|describ|offer|list|provid|give|given|walk|show|outlin|help)|you (?:recommend|suggest|advis|propos|explain|said|told|mention|describ|offer|list|provid|gave|outlin|show)|your (?:advice|recommendation|suggestion|explanation|answer|proposal))/i;

/** How each kind of question is worded in English. A question that matches none is still answered by its words. */
const wordings: Readonly<Record<Ask, RegExp>> = {
  person: /\bwho(?:m|se)?\b|\bwhich (?:person|friend|colleague|people)\b/i,
  place: /\bwhere\b|\b(?:what|which) (?:city|town|country|place|state|area|street|address|location)/i,
  time: /\bwhen\b|\bhow (?:long|soon|recently|old)\b|\b(?:what|which) (?:day|date|month|year|time|week|season)\b|\bdeadline\b|\bhow many (?:days|weeks|months|years|hours)\b/i,
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

/** The wrapping of a question, which says how to answer and not what about: taken off before words are searched for. */
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

/** Words that a question may write with a capital though they name nobody. */
const commonCapitals = new Set(
  `i what who whom whose when where which why how is are was were do does did has have had can could would should will shall may might must
   the a an in on at of for to from with and or but if tell show give list describe explain summarize please name any according also
   monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october
   november december spring summer autumn winter my our your his her their its this that these those there considering between after
   before since during based im ive id`.split(/\s+/),
);

/**
 * Function words of a question in another language: a passage may share no more with it than "mein",
 * which says whose it is, but they say little.
 */
function functionWordsOf(query: string): string[] {
  const language = languageOf(query);
  if (language === undefined) return [];
  const asked = withoutQuestionWords(query);
  const rest = new Set(indexWords(withoutFunctionWords(asked, language)));
  return unique(indexWords(asked)).filter((word) => !rest.has(word));
}

/** Capitalised words of a question, folded: the ones that name somebody or something. */
function namesIn(query: string): string[] {
  const capitalised = query.match(/(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}\p{N}'’-]*/gu) ?? [];
  const folded = capitalised.map((word) => fold(word).replace(/['’]s?$/, ""));
  return unique(folded.filter((word) => !commonCapitals.has(word) && word.length > 1));
}

function withoutNames(text: string, names: readonly string[]): string {
  return text.replace(/[\p{L}\p{M}\p{N}]+(?:['’]s\b)?/gu, (word) =>
    names.includes(fold(word).replace(/['’]s?$/, "")) ? " " : word,
  );
}

/** It points at something that was said before. */
function leans(query: string): boolean {
  return /\b(?:it|its|they|them|there|that|this|those|these|he|she|him|her|one|ones|same|second|first|former|latter)\b/i.test(
    query,
  );
}

function contextWords(query: string, context: string): string[] {
  if (context.length === 0) return [];
  const said = leans(query) ? picked(query, context) : context;
  return unique(indexWords(said)).slice(-maxContextWords);
}

const ordinals = ["first", "second", "third", "fourth", "fifth", "sixth"];

/** "The second one": the second item of the list that the context ends with, where there is such a list. */
function picked(query: string, context: string): string {
  const index = ordinals.findIndex((ordinal) => new RegExp(`\\bthe ${ordinal}\\b`, "i").test(query));
  if (index < 0) return context;
  const numbered =
    context.match(/^\s*(?:\d+[.)]|[-*•])\s+.+$/gm) ?? context.match(/[^,;:.]+(?=,|;| and | or |$)/g);
  return numbered?.[index] ?? context;
}

function withKin(word: string): Pick<QueryWord, "alike"> {
  const alike = kinOf(word);
  return alike.length === 0 ? {} : { alike };
}

function unique(words: readonly string[]): string[] {
  return [...new Set(words)];
}
