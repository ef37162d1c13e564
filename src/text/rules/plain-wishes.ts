/**
 * Plain wishes: forms of standing rules about answers that neither begin with a known command nor
 * contain "you": "Prices without VAT whenever you quote something", "My pronouns are they/them",
 * "short sentences help me". Data for `answer-manner.ts`; English. They are rules only when said to
 * an assistant.
 */

const polite = "(?:please |kindly |always |only |just |por favor |porfa |bitte |s['’]il te pla[iî]t )*";
const sizes =
  "(?:short|shorter|brief|simple|simpler|plain|easy|small|full|long|longer|numbered|clear|everyday|basic|common)";
const text =
  "(?:words?|sentences?|answers?|repl(?:y|ies)|language|english|terms|paragraphs?|summar(?:y|ies)|steps)";
const say =
  "(?:explain|write|translate|describe|summari[sz]e|answer|teach|show|give|quote|list|name|label|draft|comment|spell)";
/** A plural noun with at most two words before it: no single thing is meant. */
const things =
  "(?!(?:the|this|that|these|those|my|your|our|his|her|their|its|an?|some|two|three|four|five|it|me|him|them|us|for|of|to|on|in|at|with|from)\\b)(?:[\\p{L}-]+ ){0,2}[\\p{L}-]*[^su\\s]s";

/** Forms that are rules, no matter who is addressed. */
export const plainManners: readonly RegExp[] = [
  // "write me simple words", "use plain language with me"
  new RegExp(
    `^${polite}(?:${say}|use|speak|talk)(?: to| with)?(?: me| us)? (?:in |with )?${sizes} ${text}\\b`,
    "u",
  ),
  // "explain Dutch words in Spanish", "write code comments in English"
  new RegExp(`^${polite}${say}(?: me| us)? ${things} (?:in|as|with|without) \\S+(?: \\S+){0,2}$`, "u"),
  // "dates like 2026-03-05"
  /^(?:dates?|times?|numbers|prices?|amounts|names|titles|headings|temperatures?) (?:like|incl\.?|excl\.?|including|excluding) \S.{0,40}$/u,
  /^my pronouns are \p{L}+(?:\s?\/\s?\p{L}+)*$/u,
];

/** Forms that are rules only when said to an assistant. */
export const plainWishes: readonly RegExp[] = [
  // "short sentences help me", "examples work best for me"
  new RegExp(
    `^(?:${sizes} )?(?:${text}|examples|lists|pictures|diagrams|tables|bullet points|comparisons|analogies)(?: (?:with|without|in) \\S+)? (?:help|helps|work|works|are|is)(?: (?:really|always|a lot|best|better|easier|easiest|good|fine|great|clearer))* (?:me|for me|us|for us)(?: (?:a lot|best|most|more|better))*$`,
    "u",
  ),
  // "keep it under 100 words", "keep it short from here on"
  /^(?:please |can you |could you |would you )*(?:keep|make) (?:it|them|things|everything|that) (?:short|shorter|brief|simple|simpler|under|below|to (?:one|two|three|a|\d)|within|light|concise|formal|informal|clean|polite|plain)\b/u,
  // "everything in lower case", "all amounts in francs", "prices incl. VAT"
  /^(?:everything|all (?:of it|answers?|texts?|replies|amounts|numbers)) (?:in|as|with|without) \S+(?: \S+){0,2}(?: (?:please|pls|plz))?$/u,
  // "spell it colour", "write it with a c"
  /^(?:spell|write|call|say) it \S+(?: \S+){0,3}$/u,
  // "three options, not one"
  /^(?:i|we) (?:always |only |generally |usually )?(?:want|need|expect|prefer|like) (?:just |only )?(?:an?|one|two|three|four|five|\d+) (?:\p{L}+ )?(?:options?|suggestions?|alternatives?|ideas?|examples?|sources?|reasons?|sentences?|paragraphs?|bullets?|points?|lines?|recommendations?)(?: (?:at most|max(?:imum)?|each|every time|per \p{L}+))?$/u,
  // "I don't want to hear about crypto"
  /^(?:i|we) (?:do not|don['’]t|never) (?:ever )?(?:want|need|wish|care) to (?:hear|read|see|know|be told|talk) (?:anything |a word |more )?(?:about|of) (?!(?:it|this|that|him|her|them)\b)\S.{1,40}$/u,
  // "remember to cite page numbers"
  new RegExp(
    `^(?:remember|don['’]t forget|be sure|make sure) to (?:always )?(?:cite|quote|mention|include|add|give|show|convert|round|number|translate|spell|use|write|address|call|ask) (?:me )?${things}\\b`,
    "u",
  ),
];

/** "It drives me nuts when you apologise", "it bugs me when you end with a question". */
export const annoyed =
  /^(?:it|that) (?:really |always |just )*(?:drives|annoys|bugs|bothers|irritates|confuses|tires|upsets|stresses) (?:me|us)(?: \p{L}+){0,2} (?:when(?:ever)?|if|that|how) you (?!(?:were|did|said|went|had|could)\b)\p{L}/u;
