/**
 * Situations: rules whose condition is not a clause with "if" or "when". The condition is an
 * occasion ("Should the pump stop, …"), a restricted kind of thing or person ("Parcels from abroad
 * go to the back door"), or what a rule of a house forbids ("no drills after nine"). Pure; English
 * only.
 */
import { isActionVerb } from "./action-verbs.js";
import { isCommand, isImperativeVerb } from "./command-verbs.js";

/** A condition, and what to do then. */
export interface Situation {
  /** In the words of the text. */
  readonly trigger: string;
  readonly body: string;
}

const determined =
  "(?:the|this|that|these|those|my|your|our|his|her|their|its|an?|some|most|many|few|several|both|one|two|three|four|five|six|i|we|you|he|she|they|it|there|what|why|how)";
/** Kinds of which people tell how they are, and seldom what must be done with them. */
const described =
  "(?:ourselves|themselves|yourselves|people|persons|kids|children|women|men|girls|boys|friends|things|times|days|years|weeks|nights|ways|lots|kinds|sorts|types|thanks|memories|feelings|dreams|lives|stories|books|movies|films|songs|photos|pictures)";
const kind = String.raw`(?:(?:all|any|every|each)\s+)?(?:(?:any|every)(?:one|body|thing)|whoever|(?!${determined}\b)(?:[\p{L}-]+\s+){0,2}?(?!${described}\b)[\p{L}-]*[\p{L}](?:[^su\s]s|ies)|guests|customers|visitors)`;
const restriction = String.raw`(?:with|without|from|for|under|over|above|below|beyond|of|about|to|on|in|near|that|who|which|whose|\p{L}{3,}ing|\p{L}{3,}ed)\s+(?:[^,.;:!?]|[,.]\d){2,48}?|abroad|overseas|outside|inside`;
const restricted = String.raw`(?<kind>${kind}\s+(?:${restriction}))`;
/** What is required of the things or done with them. */
const required = String.raw`(?:(?:always\s+|never\s+|first\s+)?(?:needs?|requires?|pays?|waits?|wears?|brings?|signs?)\s+(?!(?:a lot|lots|plenty|more|less|much|some|time|sleep|attention|patience|love|help)\b)\S|(?:always\s+|first\s+)?go(?:es)?\s+(?:straight\s+|back\s+|first\s+)?(?:to|into|in|on|onto|through|via|out)\s+(?!(?:school|work|bed|church|town|far)\b)\S|gets?\s+(?:an?|the|no)\s+\S|comes?\s+with\s+(?:an?|the|their)\s+\S|(?:must|may not|may only|(?:have|has) to|are to|is to)\s+\p{L})`;
const ofKind = new RegExp(String.raw`^${restricted}\s+(?<body>${required}.*)$`, "iu");
const ofTopic = new RegExp(String.raw`^${restricted}(?::|\s*(?:→|->|=))\s+(?<body>\S.*)$`, "iu");
const forKind = new RegExp(
  String.raw`^(?:for|with|on|in)\s+${restricted},?\s+(?<body>(?:(?:i|we)\s+(?:always\s+)?(?:want|need|expect|require|ask for|take)\s+|(?<verb>\p{L}+)\s+(?:an?|the|no|only|two|three|\d+|my|our|me|us|them|it)\s).*)$`,
  "iu",
);
/** "Two reviewers", "no cash", "only by card". */
const requirement =
  /^(?:always|never|no|not|only|at least|at most|max(?:imum)?|one|two|three|four|five)\s+\S/iu;

const occasion =
  /^(?:should\s+(?=(?:the|an?|any|my|our|your|some|he|she|it|they|nobody|no one|\p{Lu})\b)|(?:if |when |whenever )?(?:asked|faced|dealing|confronted) (?:about |for |with )|the (?:moment|minute|second|instant|day) (?:that )?(?=(?:i|you|we|he|she|they|it|somebody|someone|anybody|anyone|an?|the|my|our)\b)|in (?:the )?(?:case|event) of )(?<kind>[^,:;?]{3,100}),\s*(?:then |please )?(?<body>.+)$/iu;
const inCase =
  /^in (?:the )?(?:case|event) of (?<kind>(?:[\p{L}-]+ )?[\p{L}-]+) (?<body>(?:the|my|our|all|every|each|no|everybody|everyone|nobody) \S.*)$/iu;
const whoever =
  /^whoever\s+(?<kind>(?:[\p{L}'’-]+\s+){1,8}?[\p{L}'’-]+)\s+(?<body>(?:(?:always|never) )?(?:\p{L}{2,}[^s\W]s|must|has to)\s+(?:the|their|our|my|an?|all|up|for|to|first|off)\b.*)$/iu;
const atTime =
  /^(?<kind>(?:after|before|on|at|during|until|between)\s+(?!(?:all|first|last|least|that|this|the whole)\b)(?:[\p{L}\d:.-]+\s+){0,2}?[\p{L}\d:.-]+),?\s+(?<body>(?:no|only|never)\s+(?!(?:one|problem|idea|way|doubt|reason|time|longer|more|less)\b)\p{L}.*)$/iu;

const reported =
  /\b(?:usually|often|sometimes|tend|tends|seem|seems|said|says|heard|think|probably|maybe|was|were|had|did|went|got|came|yesterday|today|tonight|tomorrow)\b|\?\s*$/iu;

/** The situation of a rule, in one of the forms without "if" and "when"; `null` if there is none. */
export function situationIn(text: string): Situation | null {
  if (reported.test(text) || text.length > maxChars) return null;
  const found =
    matched(occasion, text, commands) ??
    matched(inCase, text) ??
    matched(whoever, text) ??
    matched(atTime, text, isVerbless) ??
    matched(ofKind, text) ??
    matched(ofTopic, text, (body) => commands(body) || requirement.test(body));
  return found ?? kindWithCommand(text);
}

/** A longer sentence says more than a rule. */
const maxChars = 200;

const whenSomebody =
  /^(?:if|when|whenever)\s+(?<kind>(?:an?|any|some(?:body|one|thing)|any(?:body|one|thing)|people|ppl|guests|customers|visitors|the \p{L}+|it)(?:['’]s)?\s+[^,;:?]{3,80}?)(?:,\s*(?:then )?|\s+(?=(?:we|they)\s))(?<body>\S.*)$/iu;
/** What is done then, by whom it concerns: "it goes into quarantine", "stay polite". */
const handled =
  /^(?:(?:it|they|we|he|she|everybody|everyone|(?:the|their|its|our) \p{L}+)\s+(?:always |first )?(?:go(?:es)?|gets?|moves?|switch(?:es)?|pays?|waits?|needs?|stays?|(?:comes?|goes) (?:back|off|out|in)|(?:has|have) to|must)\s+\S|stay\s+\p{L}|(?:they|we|it)\s+(?:still|always|only|first)\s+(?!(?:are|is|was|were|feels?|seems?|thinks?|knows?|likes?|loves?|wants?|looks?|has|have|do|does|can|could|will|would|might)\b)\p{L}+\s+\S)/iu;

/** "When a sample arrives without a label, it goes into quarantine": what is done with anything. */
export function customIn(text: string): Situation | null {
  if (reported.test(text) || text.length > maxChars) return null;
  return matched(whenSomebody, text, (body) => handled.test(body) || isDone(body));
}

const doing =
  /^(?:(?:it|they|we|i|he|she)\s+(?:always |first |just )?(?<verb>\p{L}+)|(?:everyone|everybody|we all|all of us|nobody|no one)\s+(?<common>\p{L}+))(?=\s+\S)/iu;

/** Whether a clause says what somebody does then: "they sit out", "everyone meets at the tree". */
function isDone(body: string): boolean {
  const { verb, common } = doing.exec(body)?.groups ?? {};
  const written = (verb ?? common ?? "").toLowerCase();
  return [written, written.replace(/s$/u, ""), written.replace(/es$/u, "")].some(isActionVerb);
}

function matched(form: RegExp, text: string, fits: (body: string) => boolean = () => true): Situation | null {
  const { kind, body } = form.exec(text)?.groups ?? {};
  if (kind === undefined || body === undefined || !fits(body)) return null;
  return { trigger: kind.replace(/^(?:all|any|every|each)\s+/iu, "").trim(), body };
}

/** "For trips abroad book the refundable fare". */
function kindWithCommand(text: string): Situation | null {
  const { verb } = forKind.exec(text)?.groups ?? {};
  return verb === undefined || isImperativeVerb(verb.toLowerCase()) ? matched(forKind, text) : null;
}

function commands(body: string): boolean {
  const [first = ""] = /^\p{L}+/u.exec(body.toLowerCase()) ?? [];
  return (
    isCommand(body) || isImperativeVerb(first) || /^(?:don['’]t|do not|never|always)\s+\p{L}/iu.test(body)
  );
}

const finite =
  /\b(?:is|are|was|were|has|had|have|did|does|got|came|went|can|could|would|will|made|said|found|left|i|we|he|she|they)\b/iu;

function isVerbless(body: string): boolean {
  return !finite.test(body);
}

const forbidden =
  /^(?:and |but |so |also |please )*(?:(?:strictly |absolutely )?no (?:more )?|(?:nobody|no one|no-one) (?:(?:may|must|should|can|is allowed to|is to) )?|(?:do not|don['’]t|dont|never|avoid|not to) (?:ever )?)(?<what>\S.*)$/iu;
const tail = /(?:,?\s+(?:ever|please|pls|at all|guys|ok(?:ay)?|whatever happens|not even .*))+$/iu;

/**
 * What a prohibition forbids, as the condition with which it applies: "deploys on Fridays" of "No
 * deploys on Fridays". `null` if a text forbids nothing in particular.
 */
export function forbiddenBy(sentence: string): string | null {
  const text = sentence.replace(/^[\s\-*•>"“'(]+|[\s.!"”)]+$/gu, "");
  const [clause = ""] = text.split(/[;:]\s|\s[–—-]\s|,\s/u);
  const what = forbidden.exec(clause)?.groups?.what?.replace(tail, "").trim();
  if (what === undefined || what.split(/\s+/u).length < leastWords || /^(?:this|that|it|me)$/iu.test(what))
    return null;
  return what;
}

/** "No photos" says nothing about when it applies. */
const leastWords = 2;
