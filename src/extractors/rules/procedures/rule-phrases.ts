/**
 * Rules that are one phrase of a sentence, with or without a verb: "no ringing at night", "never on
 * a full stomach", "metric units only", "max 6 lines", "nobody touches the kiln", "invoices go to
 * Rita from now on". A sentence is split into phrases, and the form of each decides. Pure.
 */
import { newValuesIn } from "../../../text/new-values.js";
import { withPlainRelatives } from "../../../text/rules/relative-clauses.js";
import { isImperativeVerb } from "./command-verbs.js";
import { asksForManner } from "./rule-preferences.js";

/** A rule in one phrase, with its condition. */
export interface PhraseRule {
  readonly trigger: string | null;
  readonly reason: string;
}

const cut =
  /\s*(?:[;()]|\.\s|:\s|\s[–—-]+\s|\s*(?:→|⇒|->|=>|=)\s*|,(?!\d{3}(?!\d))\s*(?:(?:and|but|so|then|because|plus|or|also)\s+)?|\s+(?:and|but|so|then)\s+(?=(?:never|always|don't|do not|dont|no|only|please|nobody|call me)\b)|\s+that\s+(?=(?:nobody|no)\b))/iu;
/** A part of every cut. It is searched for first, because `cut` tries to match at each character. */
const mayCut = /[;()=,→⇒–—-]|[.:]\s|\s(?:and|but|so|then|that)\s/iu;
const lead =
  /^(?:[\s\-*•>"“'()]+|\d+[.)]\s+|(?:and|also|please|pls|so|but|then|ok|okay|hey|oh|well|yes|kindly|just|actually|note|nb|important|rule|house rules?|reminder|because|since|btw|fyi|\p{Lu}\p{Ll}+ (?:says?|said))[\s,:!.]+)+/iu;
const condition =
  /^(if|when|whenever|before|after|once|until|every time|each time|any ?time|as soon as|unless|in case|while|during|for|with|except (?:when|if|for|on|in|at|during))\s+(\S.{1,100})$/iu;
const exception = /^(.+?)\s+((?:unless|except(?: (?:when|if|for|on|in|at|during|while))?)\s+.+)$/iu;

/**
 * The first rule among the phrases of a sentence, or `null`. `toAssistant`: an unnamed speaker says
 * it to an assistant.
 */
export function phraseRule(sentence: string, toAssistant: boolean): PhraseRule | null {
  if (sentence.length > 600 || /[?？]["'”)]*$/u.test(sentence)) return null;
  let before: string | null = null;
  const phrases = mayCut.test(sentence) ? sentence.split(cut) : [sentence];
  const announced = announcesRule.exec(sentence);
  if (announced !== null) return { trigger: null, reason: "states a rule" };
  for (const [index, raw] of phrases.entries()) {
    const phrase = raw.replace(lead, "").replace(/[\s.!"”)'…]+$/u, "");
    if (phrase === "") continue;
    if (/^(?:never|always)\b/i.test(phrase) && tellsSomething(phrases[index - 1] ?? "")) continue;
    const ever = /^\s*(?:not )?ever\b/i.test(phrases[index + 1] ?? "") ? " ever" : "";
    const please = /\b(?:please|pls)\b/i.test(raw) ? " please" : "";
    const reason = reasonOf(withoutException(phrase) + ever + please, toAssistant, sentence);
    if (reason !== null) return { trigger: exceptionOf(phrase, phrases[index + 1]) ?? before, reason };
    const conditional = condition.exec(phrase);
    before = conditional === null ? null : signed(conditional[1]!, conditional[2]!);
  }
  return null;
}

/** "House rules: …", "Release rule relaxed: …", "for next time: …": a rule follows. */
const announcesRule =
  /\b(?:rules?|policy|protocol)\b(?! of thumb)[^.:?!]{0,32}:\s*\S|\b(?:for )?next time:\s*\S/iu;

/** "You never give in and always try again", "The line is bad, always on and off". */
function tellsSomething(previous: string): boolean {
  return /\b(?:i|i'm|i've|you|we|they|he|she|it|who)\b/iu.test(previous) || finiteVerb.test(previous);
}

/** The words of a condition. "Unless it rains" keeps "unless", because it negates the condition. */
export function signed(word: string, words: string): string {
  return /^(?:unless|except)/i.test(word)
    ? `${word.toLowerCase()} ${words.trim()}`
    : /^(?:until|during|while|with|for)$/i.test(word)
      ? `${word.toLowerCase()} ${words.trim()}`
      : words.trim();
}

/** Matches in every exception. It is tried first, because `exception` tries every word. */
const mayExcept = /unless|except/iu;

function withoutException(phrase: string): string {
  if (!mayExcept.test(phrase)) return phrase;
  return exception.exec(phrase)?.[1] ?? phrase;
}

/** "…, except when the alarm goes": in the phrase itself or as the next one. */
function exceptionOf(phrase: string, next: string | undefined): string | null {
  const own = mayExcept.test(phrase) ? exception.exec(phrase)?.[2] : undefined;
  if (own !== undefined) return own;
  return next !== undefined && /^\s*(?:unless|except)\b/i.test(next)
    ? next.trim().replace(/[.!]+$/, "")
    : null;
}

function reasonOf(phrase: string, toAssistant: boolean, sentence: string): string | null {
  const words = phrase.split(/\s+/).length;
  if (words > 24 || isStatement.test(phrase)) return null;
  if (forbidsThing(phrase, toAssistant, sentence) || forbidsAct(phrase, toAssistant))
    return "forbids something";
  if (nobodyMay.test(phrase) || isDeontic(phrase)) return "states a rule";
  if (limits(phrase, toAssistant, sentence)) return "sets a limit";
  if (recurs(phrase, toAssistant)) return "gives a standing instruction";
  return null;
}

const isStatement = /^(?:i|i'm|i've|i'd|we've|he|she|they|it|it's|that's|there|my|this|that)\b/i;

/** "no X" that describes something or is a fixed phrase. */
const idleNo =
  /^no (?:idea|ideas|problems?|surgery|aura|dizziness|heroics|game|budget|moving|running costs|way|wonder|doubt|worr(?:y|ies)|longer|one|matter|need|luck|news|time|chance|thanks?|thank|rush|big|deal|kidding|clue|joke|offen[cs]e|reason|signs?|such|point|pressure|use|pain|changes?|less|fewer|sooner|plans?|excuses?|stress|regrets?|hurry|response|reply|answer|signal|fever|symptoms?|success|errors?|results?|money|sleep|experience|kids|children|siblings|not|it|i|you|we|he|she|they|the|that|this|but|and|just|really|never|wait|seriously|sir|ma'am|issues?|effect|difference|guarantees?|shame|complaints?|surprise|surprises|luck|fun|joy|end|limits?|place|strings|harm|judgment|judgement|offence|need|progress|allergies|known|history|previous|new|other|obvious|clear|real|good|further|data|change|damage|injur(?:y|ies)|breaks?|win|wins|goals?|response|show|pics|photos?|fail|\d)\b/iu;
/** Words for when, where or for whom something is forbidden. */
const bounds =
  /\b(?:ever|please|pls|at (?:night|the|any|all times)|after|before|until|till|unless|except|without|during|on|in the|outside|inside|near|above|over|under|below|between|for (?:the|him|her|them|anyone|anybody|now|\p{Lu})|(?:to|by) (?:anyone|anybody)|allowed|whatsoever|anywhere|again)\b/iu;
const finiteVerb =
  /\b(?:is|are|was|were|has|had|have|did|does|got|came|went|can|could|would|will|made|said|found|left|worked|helped|seems?|looks?|feels?|yet|so far|today|yesterday|tonight|tomorrow|this)\b/i;

function forbidsThing(phrase: string, toAssistant: boolean, sentence: string): boolean {
  if (
    /^nothing (?:with|before|after|on|in|over|under|above|below|harder|that|longer|sprayed)\b/i.test(phrase)
  )
    return !finiteVerb.test(phrase) && (toAssistant || bounds.test(phrase));
  if (!/^(?:strictly |absolutely )?no (?:more )?[\p{L}'"‘“]/iu.test(phrase)) return false;
  if (idleNo.test(phrase) && !toAnybody.test(sentence)) return false;
  if (finiteVerb.test(phrase) || phrase.split(/\s+/).length < 2) return false;
  if (
    /^no (?:more )?\p{L}+ing\b/iu.test(phrase) &&
    !/^no (?:morning|evening|thing|king|spring|string)\b/i.test(phrase)
  )
    return true;
  if (
    toAssistant &&
    /^(?:strictly |absolutely )?no (?:more )?(?:['"‘“]|\p{Lu}|(?:\p{L}+\s+){0,2}\p{L}+s\b)/u.test(
      phrase.replace(/^no/i, "no"),
    )
  )
    return true;
  return bounds.test(phrase) || /\b(?:rules?|ever|please|always|never|only|must)\b/i.test(sentence);
}

/** "No photos of the stage, by anybody": not a report that there were none. */
const toAnybody = /\b(?:by|to|for) (?:anyone|anybody)\b/iu;

const idleNever =
  /^(?:please )?never (?:been|be (?:so|too|afraid)|mind|again$|thought|knew|heard|saw|seen|felt|had|have i|did|did i|gets? old|gave|got|ever$|fails?|know|knows|have|know|give up|stop|stops|lose|forget|too late|liked|wanted|tried|stopped|met|before$|in my life|doubt|underestimate|say never|a dull|ending|better|once|let (?:it|them|anyone|anything|us|me|you)|happened|used|learned|told|came|went|found|worked|seem|want|change)\b/iu;

/** Commands not to do something; their groups are the verb and the rest. */
const neverDoes = /^(?:never|not to|NOT to)(?: ever| again)?\s+(\p{L}+)(.*)$/iu;
const doesNot = /^(?:do not|don't|dont|do NOT|avoid)(?: ever| please)?\s+(\p{L}+)(.*)$/iu;
/** Words after a prohibition that make it last. */
const standingTail =
  /\b(?:ever|again|until|unless|before|after|when|while|without|in front of|on (?:a|the|\p{Lu})|at (?:night|the)|with (?:the|me)|by (?:him|her|them)self|anymore|any more)\b/iu;

function forbidsAct(phrase: string, toAssistant: boolean): boolean {
  const never = neverDoes.exec(phrase);
  if (never !== null && !idleNever.test(phrase)) {
    const [, verb, rest] = [never[0], never[1]!.toLowerCase(), never[2]!];
    if (/^(?:on|in|at|with|without|before|after|to|as|under|over|near|above|below|off)$/.test(verb))
      return rest.trim().length > 2;
    return (
      isImperativeVerb(verb) &&
      rest.trim() !== "" &&
      !/\b(?:this|that|yourself|your (?:dreams?|heart))\b/i.test(rest)
    );
  }
  const dont = doesNot.exec(phrase);
  if (dont === null || idleDont.test(dont[1]!)) return false;
  const [, verb, rest] = dont;
  if (/^avoid/i.test(phrase)) return rest!.trim() !== "" || toAssistant;
  if (
    /\bplease$/i.test(phrase) &&
    isImperativeVerb(verb!.toLowerCase()) &&
    rest!.split(/\s+/).length >= 3 + (/\b(?:it|this|that)\b/i.test(rest!) ? 3 : 0)
  )
    return true;
  const once = /\b(?:this|that|it|today|tomorrow|tonight|now|yet)\b/i.test(withPlainRelatives(rest!));
  if (!isImperativeVerb(verb!.toLowerCase())) return emphatic.test(phrase) && !once;
  return standingTail.test(rest!) && !once;
}

/** "Do not discuss prices on the phone, ever": a prohibition by any verb. */
const emphatic = /^(?:do not|don't|dont) \p{L}{3,} (?:\S+ ){1,8}ever$/iu;

const idleDont =
  /^(?:worry|know|think|want|like|have|get|forget|mind|be|let|give|ask|see|care|feel|believe|remember|need|really|understand|hesitate|stress|sweat|look|wait|tell|take|lose|miss|stop|make|beat|sell|rush|quote|judge|laugh|hate|even)$/i;

const nobodyMay =
  /^(?:nobody|no one|no-one|no (?:visitor|child|dog|guest|student|kid)s?)\s+(?:(?:may|must|should|is (?:allowed|to)|can|are allowed)\b|(?!(?:is|has|was|knows?|cares?|wants?|likes?|loves?|seems|tells|told|understands?|believes?|thinks?|says?|does|gets?|needs|comes?|came|buys?|calls?|ate|saw|hears?|sees?|answers?|uses it|noticed|else)\b)\p{L}+s\b\s+\S)/iu;

/** What must or must not be done: "is forbidden", "goes through Ana", "needs my approval". */
const deontic: readonly RegExp[] = [
  /\b(?:is|are)\s+(?:strictly |absolutely )?(?:not (?:allowed|permitted|to be \p{L}+)|forbidden|banned|prohibited|mandatory|compulsory|off[ -]limits|to be \p{L}+(?:ed|en|nt|wn|ft)\b)/iu,
  /^(?:[\p{L}\d&'/-]+\s+){1,6}(?:is|are|gets?|stays?)\s+(?:always|never|only)\s+\p{L}+(?:ed|en|nt|wn|ft|de|ne|id)\b/iu,
  /^(?:[\p{L}\d&'/-]+\s+){1,6}go(?:es)? (?:straight )?(?:to|through|into?)\s+(?:\S+@\S+|.*\b(?:not|never)\b)/iu,
  /\bno longer (?:allowed|permitted)\b/i,
  /^(?:[\p{L}\d&'/-]+\s+){1,8}needs?\s+(?:(?:my|your|our|prior|written|two|both|a|an|at least \S+)\s+)+(?:[\p{L}-]+\s+)?(?:ok|okay|yes|approvals?|reviews?|sign-?offs?|permission|consent|notice|signatures?|doc comments|changelog)\b/iu,
  /^whoever\s+.*\b(?:must|has to|pays|buys|stays|goes|gets|does)\b/iu,
  /^(?:everyone|everybody|anyone who|anybody who|anything|everything|all \p{L}+|every (?:\S+ )?\p{L}+)\s+.*\b(?:must|has to|have to|needs? (?:to|a|an|my)|go(?:es)? (?:to|through)|gets? a)\b/iu,
];
/** "Invoices must be sent by Friday", but not "they must know". */
const mustDo =
  /^(?:[\p{L}\d&'/-]+\s+){1,7}(?:must|may not|has to|have to)\s+(?:not |never |always |only )?(?:be (?:\p{L}+(?:ed|en|nt|wn|ft|de|ne|id)|there|in|on|at|up|under|below|above|out)\b|(?!be\b|have (?:been|had|a lot|lots|such)\b|feel\b|seem\b|love\b|know\b|see\b|like\b|mean\b|say\b|eat\b|unreal)\p{L}+\s+\S)/iu;
const mayBeGuess = /\b(?:i|you|we|he|she|they|would|could|might|may have|is a must|must be so)\b/i;
const opensStatement = /^(?:i|you|he|she|they|it|this|that|there|we|who|what|how|why)\b/i;

function isDeontic(phrase: string): boolean {
  if (/\bunder no circumstances\b/i.test(phrase)) return true;
  if (opensStatement.test(phrase)) return false;
  return deontic.some((form) => form.test(phrase)) || (mustDo.test(phrase) && !mayBeGuess.test(phrase));
}

const quantityLimit =
  /^(?:max(?:imum)?\.?|at most|no more than|not more than|never more than)\s+(?:\d\S*|one|two|three|four|five|six|ten)\s+\p{L}+|\b\d+\s?\p{L}+\s+max(?:imum)?$|\bmax(?:imum)? \d+\b/iu;

/** "Correction, only three nights, not four": a statement is corrected, and nothing is limited. */
const corrects =
  /^\W*(?:\p{L}+ )?(?:correction|sorry|oops|scratch that)\b|,\s*not\s+(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/iu;

function limits(phrase: string, toAssistant: boolean, sentence: string): boolean {
  if (quantityLimit.test(phrase))
    return (
      !finiteVerb.test(phrase) &&
      (toAssistant || /\b(?:per|a|an|each|every|on|in|lines?|words?|min|minutes|times)\b/i.test(phrase))
    );
  const only = /^(?:\S+\s+){1,6}only$/iu.test(phrase) || /^only\s+(?:\S+\s+)*\S+$/iu.test(phrase);
  if (
    !only ||
    finiteVerb.test(phrase) ||
    corrects.test(sentence) ||
    /^only (?:if|when|because|once|just|one|a|an|\d|thing|then|to|for|so|problem|the)\b/i.test(phrase)
  )
    return false;
  return toAssistant || bounds.test(phrase) || /\b(?:rules?|please|never|always|must)\b/i.test(sentence);
}

const fromNowOn =
  /\b(?:from now on|going forward|until further notice|by default|as a rule|from here on|at all times|without exception)\b/iu;
const recurrence =
  /\b(?:every (?:day|night|morning|evening|week|month|year|time|\d+|other|second|hour|two|three|four|six|(?:mon|tues|wednes|thurs|fri|satur|sun)day|sprint|release|answer|reply|message)|each (?:day|night|morning|evening|week|month|time|answer|reply|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|daily|nightly|weekly|monthly|once a (?:day|week|month|year)|twice a (?:day|week|month|year)|in (?:each|every|all)|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|always)\b/iu;

/** The first word of a command of several words. */
const firstWord = /^(?:always\s+)?(\p{L}+)\s+\S/iu;
const alwaysDoes = /^always\s+\p{L}+/iu;
const callsMe = /^[Cc]all me \p{Lu}/u;

/** "25 minutes extra from now on": a new value, and not the length of answers. */
function isMeasure(phrase: string): boolean {
  return (
    /^\W*\d/u.test(phrase) &&
    !finiteVerb.test(phrase) &&
    !/\b(?:words?|sentences?|lines?|bullets?|points?|paragraphs?|pages?|characters?|items?|max(?:imum)?|at most|tops)\b/iu.test(
      phrase,
    )
  );
}

/**
 * A command with a word of recurrence, or a statement with "from now on": "water it once a month",
 * "invoices go to Rita from now on". "From now on our dentist is Dr Nwosu" is a fact.
 */
function recurs(phrase: string, toAssistant: boolean): boolean {
  const first = firstWord.exec(phrase)?.[1]?.toLowerCase() ?? "";
  if (/^(?:keep|stay|hang|believe|be|have|love|enjoy)$/.test(first) && !toAssistant) return false;
  if (callsMe.test(phrase)) return true;
  if (toAssistant && asksForManner(phrase.replace(/ please$/, ""))) return true;
  if (fromNowOn.test(phrase))
    return (
      !/\b(?:i|i'm|i'll|we're|he|she|was|were|did|had|joins?)\b|(?:'s|\b(?:is|are|to be))\s+(?:at|on|in|with|\d|wed|second)|\b(?:wants?|charges?|costs?|gets?|earns?)\s+[$€£]?\d/i.test(
        phrase,
      ) &&
      !newValuesIn(phrase).some(({ isOwn, isIt }) => isOwn && isIt) &&
      !isMeasure(phrase) &&
      phrase.split(/\s+/).length >= 4
    );
  if (isImperativeVerb(first) && recurrence.test(phrase))
    return !/\b(?:this|that|your (?:dreams?|heart)|i|my)\b/i.test(phrase);
  if (alwaysDoes.test(phrase))
    return (
      isImperativeVerb(first) ||
      (toAssistant &&
        !finiteVerb.test(phrase) &&
        !/^always (?:been|so|a|an|there|happy|fun|good|nice)\b/i.test(phrase))
    );
  return (
    toAssistant && /\balways$/i.test(phrase) && !finiteVerb.test(phrase) && phrase.split(/\s+/).length >= 2
  );
}
