/**
 * What speakers say about a project in few fixed forms: its parts ("three modules: auth, billing
 * and reports"), what is used for what ("bcrypt for password hashing"), and where it runs
 * ("deployed to Fly.io"). Regular expressions find them, because requests about projects are often
 * too long for the grammar.
 */
import type { Passage } from "../../../../text/passage.js";
import { type GuardedPattern, guardedMatches } from "../../../../text/patterns/guarded-pattern.js";
import type { SemanticDraft } from "../../../extractor.js";
import { possessive } from "../../conversation/coreference.js";
import { nameOfSpeaker } from "../../conversation/speakers.js";
import { statedFreely } from "../statement.js";
import { relationOf } from "../vocabulary/relations.js";

const count = "(?:two|three|four|five|six|seven|eight|nine|ten|\\d{1,2})";
const item = "[^\\s,;:.!?][^,;:.!?\\n]{0,40}?";
const parts: GuardedPattern = {
  needed: /: | [–—-] /u,
  pattern: new RegExp(
    `(?<![\\p{L}\\p{N}])${count} (?:\\p{Ll}[\\p{Ll}-]{2,20} ){0,2}(?<noun>\\p{Ll}[\\p{Ll}-]{2,20}s)(?::| [–—-]) (?<list>${item}(?:, ${item}){0,8},? (?:and|&) [^\\s,;:.!?][^,;:.!?\\n]{0,30}?)(?=\\s*(?:[,;:.!?)]|$))`,
    "gu",
  ),
};
/** Nouns for what a person says or asks, and not for parts of something. */
const saying =
  /^(?:things|questions|options|ways|reasons|issues|problems|examples|points|times|days|weeks|people|items|ideas|words|facts|choices|concerns|requests|tasks|sentences|lines|errors|mistakes|tips|steps|wishes|queries)$/u;

/** Words of a clause: "three sides - can you help me" lists no sides. */
const clause =
  /\b(?:i|me|my|we|you|it|they|can|could|would|should|is|are|was|were|have|has|do|does|how|what|why|which|help|want|need)\b/iu;

const name =
  "(?<value>(?:\\p{Lu}|\\p{Ll}+\\p{Lu})[\\p{L}\\p{N}.+#-]*[\\p{L}\\p{N}+#](?: \\p{Lu}[\\p{L}\\p{N}.+#-]*[\\p{L}\\p{N}+#]| \\p{Lu}{0,3}\\d[\\p{L}\\p{N}.]*[\\p{L}\\p{N}]){0,2})";
const plainName = `(?!(?:it|this|that|these|those|them|one|some|mine)(?!\\p{L}))${name.replace("(?:\\p{Lu}|\\p{Ll}+\\p{Lu})", "[\\p{L}]")}`;
const used =
  "(?<![\\p{L}’'])(?:(?:I|[Ww]e)(?:['’]m|['’]re| am| are|['’]ve| have)?(?: \\p{L}+ly| also| now| just)* (?:us(?:e|ed|ing)|chose|chosen|picked|going with|went with|gone with|settled on|decided on|opted for|switched to|decided to (?:use|go with))|(?:,|and) using)";
/** What something is used for: a noun without a determiner. */
const purpose =
  "(?<noun>(?!(?:the|an?|my|our|your|his|her|their|this|that|these|those|it|me|us|now|years?|months?|weeks?|days?|example|free|fun|everything|work|school|most|some|all|both|each|any)(?!\\p{L}))\\p{Ll}[\\p{Ll}-]{2,20}(?: \\p{Ll}[\\p{Ll}-]{3,20})?)(?=\\s*(?:[,;:.!?)]|$)|\\s(?:and|but|so|because|since|in|on|with|instead|now|to|at|which)(?!\\p{L}))";
const uses: GuardedPattern = {
  needed: / for /u,
  pattern: new RegExp(`${used} ${plainName} for ${purpose}`, "gu"),
};
/** A tool that is no name is one only for such a purpose: "bcrypt for password hashing". */
const technical = /(?:ing|tion|sion|ment|ance|ity|sis|ics)$/u;

const software =
  "(?:it|this|everything|(?:the|my|our) (?:[\\p{L}-]{2,20} )?(?:app|application|site|website|blog|shop|api|API|server|service|backend|frontend|database|bot|project|dashboard|code|model|store|page|portfolio|demo|prototype))";
const noDay =
  "(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:January|February|March|April|May|June|July|August|September|October|November|December)(?!\\p{L}))";
const runsOn: GuardedPattern = {
  needed: /host|[Dd]eploy/u,
  pattern: new RegExp(
    `(?:(?:I|[Ww]e)(?:['’]m|['’]re| am| are|['’]ve| have)?(?: \\p{L}+ly| also| now| just)* (?:host(?:ed|ing)?|deployed|deploying)|(?:^|[.!?;,]\\s|\\band )[Dd]eployed|(?:is|are|it['’]s) (?:hosted|deployed))(?: ${software})? (?:to|on|at|with) (?:an? |the )?${noDay}${name}`,
    "gu",
  ),
};

const unreal =
  /\b(?:if|unless|would|could|should|might|want|wants|trying|need|considering|thinking|whether|not|never|how to)\b[^,.;!?]*$|n['’]t\b[^,.;!?]*$/iu;

/** The facts about a project of the speaker. */
export function projectFacts(sentence: string, passage: Passage): SemanticDraft[] {
  if (passage.role === "assistant" || passage.role === "tool") return [];
  const entity = nameOfSpeaker(passage);
  const real = ({ index }: RegExpExecArray) => !unreal.test(sentence.slice(0, index));
  const said = (property: string, value: string) =>
    statedFreely({
      entity,
      property,
      value,
      text: `${possessive(entity)} ${property}: ${value}.`,
      cardinality: "many",
    });
  const isParts = (noun: string, list: string) =>
    !saying.test(noun) && !clause.test(list) && relationOf([noun.replace(/s$/u, "")]) === null;
  return [
    ...guardedMatches(sentence, parts)
      .filter(real)
      .filter(({ groups }) => isParts(groups!.noun!, groups!.list!))
      .map(({ groups }) => said(groups!.noun!, groups!.list!)),
    ...guardedMatches(sentence, uses)
      .filter(real)
      .filter(({ groups }) => /[\p{Lu}\d]/u.test(groups!.value!) || technical.test(groups!.noun!))
      .map(({ groups }) => said(groups!.noun!, groups!.value!)),
    ...guardedMatches(sentence, runsOn)
      .filter(real)
      .map(({ groups }) => said("hosting", groups!.value!)),
  ];
}

/** "Uses Postgres for billing" is one fact: what the grammar read as a tool has no other property. */
export function besideTools(
  found: readonly SemanticDraft[],
  read: readonly SemanticDraft[],
): SemanticDraft[] {
  const tools = new Set(
    read.filter(({ property }) => property === "tool").map(({ value }) => value.toLowerCase()),
  );
  return found.filter(({ value }) => !tools.has(value.toLowerCase()));
}
