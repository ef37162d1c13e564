/**
 * Preferences about how to work or answer, anywhere in a sentence: "…, and I prefer short answers",
 * "so I'd rather see the code first", "given my preference for …", "I learn best with …". A taste
 * ("I prefer tea") is a fact, not a rule. A rule names a work product, a way of working, or a work
 * activity. Pure.
 */

const workNouns =
  "answers?|responses?|replies|reply|explanations?|summaries|summary|messages?|e-?mails?|code|examples?|comments?|functions?|variables?|tabs|spaces|libraries|frameworks?|dependenc(?:y|ies)|tests?|commits?|format(?:s|ting)?|tone|style|bullet points|bullets|lists?|tables?|units|language|documentation|docs|suggestions?|feedback|recommendations?|solutions?|approach(?:es)?|instructions?|reports?|updates?|citations?|sources|meetings?|reminders?|step-by-step|details?|visuals?|visual aids|diagrams?|charts?|graphs?|sketches|proofs?|derivations?|formulas?|methods?|techniques?|algorithms?|rendering|components?|modules?|templates?|packages?|tooling|naming|architectures?|patterns?|designs?|layouts?|structures?|security|enhancements?|optimi[sz]ations?|refactorings?|implementations?|deployments?|releases?|workflows?|process(?:es)?|checklists?|outlines?|drafts?|paragraphs?|sentences?|wording|spelling|learning|walkthroughs?|tutorials?|exercises|lessons|worksheets|analys[ei]s|comparisons?|evidence|deadlines|plans|schedules?|sessions?|calls|voice notes|phone calls|notifications?|settings|defaults|queries|scripts?|commands?|snippets?|types|errors?|logging|invoices?|numbers|figures|quotes|phrasing|vocabulary|translations?";
const manner =
  "short|shorter|concise|brief|detailed|simple|clean|clear|lightweight|minimal|minimalist|formal|informal|direct|visual|functional|explicit|small|plain|structured|bulleted|numbered|step-by-step|pragmatic|practical|hands-on|in-depth|concrete|modular|readable|precise|rigorous|consistent|automated|incremental";
/** "short answers, please": only a way of working and a work product. */
const mannerAlone = new RegExp(
  `^(?:please )?(?:${manner})\\s+(?:${workNouns})(?:,? (?:only|please|pls|from you|still apply))*$`,
  "iu",
);
/** Whether a phrase is only a way of working and a work product: "short answers, please". */
export function asksForManner(phrase: string): boolean {
  return mannerAlone.test(phrase);
}

/** "I'd like the plan each Sunday evening", "everything you write for guests comes in German". */
const recurringWish =
  /\bi(?:'d| would)? (?:like|want|need)\s+(?!you\b)(?:\S+\s+){1,6}(?:each|every)\s+(?:day|night|morning|evening|week|month|time|answer|reply|(?:sun|mon|tues|wednes|thurs|fri|satur)day)\b/iu;
const whateverYouMake =
  /^(?:everything|anything|whatever(?: \p{L}+)?|any \p{L}+|every (?:\p{L}+ ){1,3}|all (?:\p{L}+ ){0,2}|for every \p{L}+ )\s*(?:that )?(?:you|i) (?:write|give|send|suggest|propose|make|book|recommend|plan|create|draft|tell|paste|ask)\b/iu;
const aboutRules =
  /\b(?:my|that|the|this|your) (?:\p{L}+ )?rules?\b.*\b(?:drop|forget|apply|applies|stays?|holds?|changes?|off)\b|\b(?:drop|forget|cancel|change) (?:my|that|the|this) (?:\p{L}+ )?rules?\b/iu;

/**
 * Work activities after "prefer" or "rather": "comparing two methods", "to see the code
 * first".
 */
const working =
  "compare|see|have|get|use|keep|avoid|stick|work|start|write|learn|test|receive|review|discuss|plan|handle|do|solve|understand|approach|separate|document|automate|structure|name|commit|deploy|leave|split|break|balance|focus|rely|build|be (?:told|asked|shown|reminded|called|addressed|contacted|corrected)";
const workingGerund =
  "comparing|seeing|having|getting|using|keeping|avoiding|sticking|working|starting|writing|learning|testing|receiving|reviewing|discussing|planning|handling|doing|solving|understanding|approaching|separating|documenting|automating|structuring|naming|committing|deploying|leaving|splitting|breaking|balancing|focusing|relying|building|being (?:told|asked|shown|reminded|called|addressed|contacted|corrected)";

const namesWork = new RegExp(
  `^(?:(?!(?:this|that|it|them|him|her|when|because|but|so|how|can|could)\\b)[\\p{L}\\d'-]+,?\\s+){0,7}(?:${workNouns})\\b`,
  "iu",
);
const opensWithManner = new RegExp(`^(?:a |the )?(?:more )?(?:${manner})\\b,?\\s+(?:and\\s+)?\\p{L}`, "iu");
const opensWithWork = new RegExp(`^(?:to (?:${working})|${workingGerund})\\b`, "iu");
const aboutThisOnce =
  /^(?:that|those)\b|^(?:\S+\s+){0,3}(?:this|these|here|today|tomorrow|tonight)\b|\b(?:today|tomorrow|tonight|this time|for now|this once)\b/i;

/** Where a clause may begin within a sentence. */
const clauseStart = String.raw`(?:^|[,;:.(–—-]\s*|\b(?:and|but|so|since|because|as|that|though|while|given|considering)\s+)`;
const oftenWords = String.raw`(?:(?:really|much|strongly|always|generally|usually|also|still|just|personally|definitely|normally)\s+)*`;
const prefers = new RegExp(`${clauseStart}(?:i|we)(?:'d| would)?\\s+${oftenWords}prefer\\s+(.{3,160})`, "iu");
const rather = new RegExp(`${clauseStart}(?:i|we)(?:'d| would)\\s+${oftenWords}rather\\s+(.{3,160})`, "iu");
const likes = new RegExp(
  `${clauseStart}(?:i|we)\\s+${oftenWords}(?:like|love|appreciate)\\s+(.{3,120})`,
  "iu",
);
const preference =
  /\b(?:my|our|the|a|his|her|their)\s+(?:strong |general |personal |usual )?preferences?\s+(?:is\s+)?(?:for|to|of|towards?)\s+(.{3,160})/iu;
const learnsBest =
  /\bi\s+(?:(?:usually|always|really|also|tend to)\s+)*(?:learn|understand|work|study|focus|concentrate|follow|remember things|think|absorb (?:things|information))\s+(?:best|better|most easily|more easily)\s+(?:with|by|from|through|when|if|in|using|without|after|before)\s+\S/iu;
const learner =
  /\bi(?:'m| am) (?:more of )?an? (?:very )?(?:visual|hands-on|auditory|slow|practical) (?:learner|thinker|person)\b/iu;
/** "I want the app to stay lightweight": how something must remain. */
const wantsToStay =
  /\b(?:i|we)(?:'d| would)?\s+(?:really |also |still |just )?(?:want|need|like|prefer)\s+(?!(?:you|him|her|them|us|me|this|that)\b)(?:\S+\s+){1,5}to\s+(?:stay|remain|be kept|keep|always be|never)\s+\S/iu;
/** "I have to cite my sources when discussing medicine": a duty with a recurring condition. */
const recurringDuty =
  /\b(?:i|we|you)\s+(?:have to|must|need to|should|always)\s+(?:always\s+)?(?!be\b|have\b|go\b)\p{L}+\s+(?:[^,.;?]{3,80})\s(?:when(?:ever)?|every time|each time)\s+(?:\p{L}+ing\b|(?:i|you) (?:ask|mention|discuss|talk|send|paste|say))[^,.;?]*/iu;

/**
 * The preference in any clause of a sentence, or `null`. `toAssistant`: an unnamed speaker says it
 * to an assistant. Between people, a preference is a taste, not a rule.
 */
export function preferenceIn(sentence: string, toAssistant: boolean): { trigger: string | null } | null {
  if (/^(?:what|why|how|do|does|did|would|which|who)\b[^,;]*\?$/iu.test(sentence)) return null;
  const found = (pattern: RegExp) => pattern.exec(sentence)?.[1] ?? null;
  const wished = found(prefers) ?? found(preference);
  if (wished !== null && isAboutWork(wished, toAssistant)) return { trigger: null };
  if (!toAssistant) return null;
  const instead = found(rather);
  if (instead !== null && !aboutThisOnce.test(instead) && isRatherWork(instead)) return { trigger: null };
  const liked = found(likes);
  if (liked !== null && opensWithManner.test(liked) && namesWork.test(liked)) return { trigger: null };
  if (learnsBest.test(sentence) || learner.test(sentence)) return { trigger: null };
  if (wantsToStay.test(sentence) || recurringWish.test(sentence)) return { trigger: null };
  if (whateverYouMake.test(sentence.replace(/^.*:\s+/u, "")) || aboutRules.test(sentence))
    return { trigger: null };
  const duty = recurringDuty.exec(sentence)?.[0];
  if (duty === undefined) return null;
  return { trigger: /\b(?:when(?:ever)?|every time|each time)\s+(.+)$/iu.exec(duty)?.[1]?.trim() ?? null };
}

function isAboutWork(wished: string, toAssistant: boolean): boolean {
  if (aboutThisOnce.test(wished)) return false;
  if (!toAssistant) return false;
  return namesWork.test(wished) || opensWithWork.test(wished) || opensWithManner.test(wished);
}

const opensWithWorking = new RegExp(`^(?:not\\s+)?(?:${working})\\b`, "iu");

function isRatherWork(instead: string): boolean {
  return opensWithWorking.test(instead) && instead.split(/\s+/).length >= 3;
}
