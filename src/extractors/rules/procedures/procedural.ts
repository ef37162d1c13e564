/**
 * Rules: standing instructions, preferences about how to work, steps, and conditional rules with
 * their condition. A single request ("please write me a haiku") is not a rule. A rule is general:
 * it has a word such as "always", a condition, or an object that is not a specific thing ("use
 * metric units").
 */
import { asksForAnswerManner } from "../../../text/answer-manner.js";
import { foreignCondition, isForeignRule } from "../../../text/foreign-rules.js";
import type { Passage } from "../../../text/passage.js";
import { isUniversalCommand } from "../../../text/universal-command.js";
import type { ProceduralDraft } from "../../extractor.js";
import { nameOfSpeaker } from "../conversation/speakers.js";
import { commandLead, commandVerbs, generalVerbs, isCommand, isImperativeVerb } from "./command-verbs.js";
import { topicOf, triggerOf } from "./rule-conditions.js";
import { phraseRule, signed } from "./rule-phrases.js";
import { preferenceIn } from "./rule-preferences.js";
import { stepsIn } from "./rule-steps.js";

interface Rule {
  /** The condition, in the passage's own words. `null`: the rule always applies. */
  readonly trigger: string | null;
  readonly reason: string;
}

/**
 * The rule in a passage, or `null`. Rules come from the user and the operator of an agent; text of
 * an assistant states no rule.
 */
export function proceduralOf(passage: Passage, sentences: readonly string[]): ProceduralDraft | null {
  if (passage.role === "tool" || (passage.role === "assistant" && passage.speaker === null)) return null;
  const toAssistant = passage.speaker === null;
  const rule =
    stepsIn(sentences) ??
    firstRule(sentences) ??
    firstInside(sentences, toAssistant) ??
    firstAbroad(sentences) ??
    mannerIn(sentences, toAssistant);
  return rule === null ? null : { type: "procedural", entity: nameOfSpeaker(passage), ...rule };
}

function firstRule(sentences: readonly string[]): Rule | null {
  const rules = sentences.map(ruleOf).filter((rule) => rule !== null);
  return rules.find(({ trigger }) => trigger !== null) ?? rules[0] ?? null;
}

/** A rule in another language than English. */
function firstAbroad(sentences: readonly string[]): Rule | null {
  for (const sentence of sentences) {
    if (sentence.length > maxPhraseChars) continue;
    const trigger = foreignCondition(sentence);
    if (trigger !== null) return { trigger, reason: "lays down a rule with its condition" };
    if (isForeignRule(sentence)) return { trigger: null, reason: "gives a standing instruction" };
  }
  return null;
}

function mannerIn(sentences: readonly string[], toAssistant: boolean): Rule | null {
  const isManner = sentences.some((sentence) => asksForAnswerManner(sentence, toAssistant));
  return isManner ? { trigger: null, reason: "says how they want to be answered" } : null;
}

/** A rule that is only part of its sentence. */
function firstInside(sentences: readonly string[], toAssistant: boolean): Rule | null {
  for (const sentence of sentences) {
    const text = sentence.replaceAll("’", "'").replace(/^[\s\-*•>"“'(]+|^\d+[.)]\s+/u, "");
    if (text.length > maxSentenceChars || looksLikeCode.test(text)) continue;
    const isQuestion = /[?？]["'”)]*$/u.test(text);
    const part = text.length > maxPhraseChars || isQuestion ? null : conditionalPart(text);
    if (part !== null) return part;
    const preference = preferenceIn(text, toAssistant);
    if (preference !== null) return { ...preference, reason: "says how they like the work done" };
    const phrase = phraseRule(text, toAssistant);
    if (phrase !== null) return phrase;
  }
  return null;
}

/** A longer sentence is more than a rule. */
const maxPhraseChars = 400;
/** Longer sentences are pasted text. */
const maxSentenceChars = 2000;

const opener =
  /^(?:(?:instead of|rather than)\s[^,]{2,40},\s+|(?:and|also|please|so|but|then|ok|okay|hey|oh|well|yes|no|kindly|just|actually|sorry|hi|remember(?=:)|reminder|note|important|rule|btw|by the way|one more thing|\p{Lu}\p{Ll}+(?=,))[\s,:!.–-]+)*/iu;
const conditionFirst =
  /^(if|when|whenever|before|after|once|every time|each time|any ?time|as soon as|unless|in case|while)\s+([^,:]{3,120}?)(?:[,:]\s*(?:then\s+)?|\s+then\s+)(.+)$/iu;
const purposeFirst = /^(?:in order )?to\s+([^,:]{3,80})[,:]\s*(.+)$/iu;
const topicFirst = /^(?:for|in|on|during|at|with)\s+([^,:]{3,60})[,:]\s*(.+)$/iu;
const conditionLast =
  /^(.+?),?\s+(when|whenever|before|after|once(?! (?:a|every|in)\b)|every time|each time|any ?time|as soon as|if|unless|except(?: when| if| for| on| in| at| during)?)\s+(.{3,120})$/iu;
const standing =
  /\b(?:always|never|from now on|from here on|from this point|going forward|in (?:the )?future|in all (?:your|my|our)|by default|as a rule|at all times|no matter what|every time|each time|whenever|without exception|under no circumstances)\b/i;

/** The rule that a whole sentence states, or `null`. */
export function ruleOf(sentence: string): Rule | null {
  const text = sentence
    .replaceAll("’", "'")
    .replace(/^[\s\-*•>"“'(]+|^\d+[.)]\s+/u, "")
    .replace(opener, "")
    .replace(/[\s.!"”)]+$/u, "");
  if (text.length > 400 || text.length < 6 || looksLikeCode.test(sentence) || encourages.test(text))
    return null;
  return conditional(text) ?? statedRule(text);
}

/**
 * A conditional rule in one part of a sentence: "Be strict: if I am late,
 * remind me".
 */
function conditionalPart(text: string): Rule | null {
  const parts = text.split(
    /[;:]\s+|\s[–—-]+\s|,?\s+(?:and|but|so)\s+(?=(?:if|when|whenever|unless)\b)|,\s+(?=(?:if|when|whenever|unless)\s+(?:i|you)\b)/iu,
  );
  for (const part of parts) {
    const body = part.replace(opener, "").replace(/[\s.!"”)]+$/u, "");
    const found = encourages.test(body)
      ? null
      : (conditionalWithoutComma(body) ?? (parts.length > 1 ? conditional(body) : null));
    if (found !== null && !/^you(?:'d| would| want| need| have| like| ever)\b/i.test(found.trigger ?? ""))
      return found;
  }
  return null;
}

/**
 * "From now on when I ask you about money show me the steps": only the command shows where the
 * condition ends.
 */
const openCondition =
  /^(?:from now on,? )?(when(?:ever)?|if|every time|unless)\s+((?:i|you)\s+[^,]{3,60}?)\s+(?:please\s+|always\s+|then\s+)?(?:show|give|write|tell|answer|assume|send|use|include|add|explain|keep|call|ask|list|respond|reply)\s+(?:me|us|the|your|it|with|in|only|a|an|python|\p{L}+s)\b/iu;

function conditionalWithoutComma(text: string): Rule | null {
  const match = openCondition.exec(text);
  if (match === null || /^(?:i|you)\s+(?:can|could|would|will|should|'d|have to)\b/i.test(match[2]!))
    return null;
  return { trigger: signed(match[1]!, match[2]!), reason: "lays down a rule with its condition" };
}

/** Encouragement and politeness: imperatives that are no rules. */
const encourages =
  /^(?:(?:always|never|ever|just|please|don't|do not)\s+)*(?:give up|change(?=\W*$)|say never|get (?:discouraged|upset|down|stressed|too)|keep (?:on|you|your (?:head|chin|spirits))|speak to you|talk to you|forget (?:that|how|to (?:be|have|take care|enjoy))|believe|worry|hesitate|mind|be (?:so|too|afraid|yourself|proud|careful|kind|hard|shy|sorry|patient)|let (?:me know|anyone|it|them|go)|feel free|take care|take (?:it|your) |keep (?:it up|going|up|me|pushing|shining|\w+ing)|stay |hang in|enjoy|have |get (?:well|some rest|me wrong)|sweat|stop (?:believing|dreaming|being|smiling|learning)|lose (?:hope|sight)|doubt|know|look|hold on|go for|see you|thank|good|remember (?:that|when|how|you|why)|miss|trust|follow your|reach out|wait|judge)\b/i;

function conditional(text: string): Rule | null {
  const first = conditionFirst.exec(text);
  if (first !== null)
    return isRuleBody(first[3]!) && !/^you(?:'d| would)? (?:need|want|like)\b/i.test(first[2]!)
      ? { trigger: signed(first[1]!, first[2]!), reason: "lays down a rule with its condition" }
      : null;
  const purpose = purposeFirst.exec(text);
  if (purpose !== null && isCommand(purpose[2]!) && !encourages.test(purpose[2]!))
    return { trigger: purpose[1]!.trim(), reason: "says how something is done" };
  const topic = topicFirst.exec(text);
  if (topic !== null && isGeneralCommand(topic[2]!) && !standing.test(topic[0].slice(0, 20)))
    return { trigger: topic[1]!.trim(), reason: "lays down a rule for a topic" };
  const kind = topicOf(text);
  if (kind !== null) return { trigger: kind, reason: "lays down a rule for a topic" };
  const last = conditionLast.exec(text);
  const words = last === null ? null : triggerOf(last[3]!);
  if (last === null || words === null) return null;
  const trigger = signed(last[2]!, words);
  const body = last[1]!;
  const recurs =
    /^(?:whenever|every time|each time|any ?time)$/i.test(last[2]!) ||
    /^i (?:get|ask|say|send|paste|mention|forget)\b/i.test(words);
  const fits =
    isPreference(body) ||
    isStandingCommand(body) ||
    isProhibition(body) ||
    ((isCommand(body) || (/^(?:if|when)$/i.test(last[2]!) && isEverydayCommand(body, words))) &&
      (recurs || !aboutThisOnce.test(body)) &&
      !/^(?:you can|you could|you (?:have|get|want|need)|possible|needed|that|all$|allergies$)\b/i.test(
        last[3]!,
      ));
  return fits ? { trigger, reason: "lays down a rule with its condition" } : null;
}

function statedRule(text: string): Rule | null {
  const rule = (reason: string): Rule => ({ trigger: null, reason });
  if (isPreference(text)) return rule("says how they like the work done");
  if (isStandingCommand(text)) return rule("gives a standing instruction");
  if (isProhibition(text)) return rule("forbids something");
  if (isObligation(text)) return rule("states a rule");
  return isGeneralCommand(text) || isUniversalCommand(text) ? rule("gives a standing instruction") : null;
}

/**
 * Whether a text may follow a condition: a command, an obligation, or what somebody always or never
 * does.
 */
function isRuleBody(text: string): boolean {
  const body = text.replace(/^(?:please|then|just|kindly|first|also|make sure (?:to|that you|you))\s+/i, "");
  if (
    encourages.test(body) ||
    (/^(?:could|can|would|will|do|does|did|is|are|what|how|why|which|should i|should we)\b/i.test(body) &&
      !standing.test(body))
  )
    return false;
  return (
    isCommand(body) ||
    /^(?:do not|don't|never|always)\s+\p{L}{3,}/iu.test(body) ||
    isImperativeVerb(/^\p{L}+(?=\s+\S|,)/u.exec(body.toLowerCase())?.[0] ?? "") ||
    isStandingCommand(body) ||
    isProhibition(body) ||
    isObligation(body) ||
    isPreference(body) ||
    /^(?:i|we)(?:'d| would)? (?:like|want|need|prefer|expect) (?:you|it|the|them)\b/i.test(body) ||
    /^you (?:should|must|have to|need to|can't|cannot|may not|are to|will)\b/i.test(body) ||
    /^(?:we|they|everyone|the \w+) (?:should|must|have to|has to|need to|needs to|always|never)\b/i.test(body)
  );
}

/**
 * "Wear the apron if you go near the vats": an everyday verb, and a condition about "you" or
 * another person.
 */
function isEverydayCommand(body: string, condition: string): boolean {
  const verb = /^(?:always |never |please )*(\p{L}+)\s+\S/iu.exec(body)?.[1]?.toLowerCase() ?? "";
  return isImperativeVerb(verb) && /^(?:you|it|the|he|she|they|somebody|anyone)\s+\p{L}/iu.test(condition);
}

/**
 * "always format code …", "never email clients", "use metric units from now on", "can you always
 * answer in German".
 */
function isStandingCommand(text: string): boolean {
  const asked =
    /^(?:can|could|would|will) you\s+(?:please\s+)?(.+?)\??$/i.exec(text)?.[1] ??
    /^(?:i(?:'d| would)? (?:want|need|like|ask|expect) (?:for )?you to|you (?:should|must|have to|need to)|make sure (?:that )?you|make sure to|make sure|be sure to|remember to|don't forget to)\s+(.+)$/i.exec(
      text,
    )?.[1] ??
    text;
  if (!standing.test(text)) return false;
  return (
    isCommand(asked) ||
    (/^(?:from now on|going forward|in (?:the )?future|by default|as a rule)[\s,]+(?:please |i(?:'d| would)? (?:like|want|prefer|need) |you |we |always |never |all |the |only |let's )/i.test(
      text,
    ) &&
      (isCommand(
        text.replace(/^(?:from now on|going forward|in (?:the )?future|by default|as a rule)[\s,]+/i, ""),
      ) ||
        /\b(?:like|want|prefer|need|should|must|only)\b/i.test(text))) ||
    (/^(?:from now on|going forward|in (?:the )?future|by default|as a rule)[\s,]+/i.test(text) &&
      isCommand(text.replace(/^[^,]*?(?:on|forward|future|default|rule)[\s,]+/i, "")))
  );
}

/** Code and formulas state no rules. */
const looksLikeCode = /[{}<>|=\\]|\(\)|;\s*$|^\s*(?:\/\/|#\s|import |const |let |var |def |CREATE |SELECT )/;

/** Words for a single request: "this", "me a", "my", "today". */
const aboutThisOnce =
  /\b(?:this|that|it|these|those|here|below|above|attached|me an?|us an?|me the|me some|my|their|his|her|them|today|tomorrow|tonight|now|soon|an?)\b/i;

/** "don't use emojis", "do not email clients on Fridays", "avoid jargon", "stop apologising". */
function isProhibition(text: string): boolean {
  const match =
    /^(?:please\s+)?(?:(?:do not|don't|dont)(?:\s+ever)?|never(?:\s+ever)?|avoid|no more|stop|refrain from)\s+(.+)$/i.exec(
      text,
    );
  if (match === null || encourages.test(text)) return false;
  // "Don't call me after nine" is as general as "don't call clients after nine".
  const said = match[1]!.replace(/^(call|email|text|ping|message|contact|remind) me(?= \p{L}+ \S)/iu, "$1");
  const general =
    !/\b(?:this|that|it|me|here|today|tomorrow|tonight|anything)\b|^(?:tell|text|ask|answer)(?:\s+\S+)?$/i.test(
      said,
    );
  if (/^(?:please\s+)?(?:avoid|refrain|no more)/i.test(text)) return general;
  if (/^(?:please\s+)?stop/i.test(text)) return general && /^\p{L}+ing\b/iu.test(match[1]!);
  const verb = /^\p{L}+/u.exec(match[1]!.toLowerCase())?.[0] ?? "";
  return commandVerbs.has(verb) && (general || standing.test(text));
}

/** "use metric units", "keep answers short": a command without a specific object. */
function isGeneralCommand(text: string): boolean {
  const body = text.replace(commandLead, "");
  const verb = /^\p{L}+/u.exec(body.toLowerCase())?.[0] ?? "";
  if (/^[Cc]all me \p{Lu}/u.test(body)) return true;
  return (
    generalVerbs.has(verb) &&
    !aboutThisOnce.test(body) &&
    body.split(/\s+/).length >= 3 &&
    !/^keep \w+ing\b/i.test(body) &&
    !/\?$/.test(body)
  );
}

const workNouns =
  "answers?|responses?|replies|reply|explanations?|summaries|summary|messages?|emails?|code|examples?|comments?|functions?|variables?|tabs|spaces|libraries|frameworks?|dependencies|tests?|commits?|format(?:s|ting)?|tone|style|bullet points|bullets|lists?|tables?|units|language|documentation|docs|suggestions?|feedback|recommendations?|solutions?|approach(?:es)?|instructions?|reports?|updates?|citations?|sources|meetings?|reminders?|step-by-step|details?|visuals?|diagrams?|charts?";
const manner =
  "short|shorter|concise|brief|detailed|simple|clean|clear|lightweight|minimal|formal|informal|direct|visual|functional|explicit|small|plain|structured|bulleted|numbered|step-by-step";
const someone = "^(?:i|we)(?:'d| would)?(?: really| much| strongly| always| generally| usually)?";
/** "I prefer …" with a noun of work, or with "you". */
const prefersWork = new RegExp(
  `${someone} prefer\\s+(?:it (?:if|when) you\\b|that you\\b|if you\\b|when you\\b|you\\b|your\\b|(?:[\\p{L}-]+,?\\s+){0,5}(?:${workNouns})\\b)`,
  "iu",
);
/** "I want short answers". */
const wantsManner = new RegExp(
  `${someone} (?:like|love|want|need|appreciate)\\s+(?:${manner})[\\p{L}\\s,-]{0,40}\\b(?:${workNouns})\\b`,
  "iu",
);
/** "I'd like you to always answer in German", "I'd like it if you kept answers short". */
const wantsOfYou = new RegExp(
  `${someone} (?:like|love|want|need|appreciate|expect)\\s+(?:(?:for )?you to (?:always|never|keep|use|answer|respond|reply|format|explain|include|write|give|avoid|stop)\\b|it (?:if|when) you (?:always|never|keep|kept|use|used|answer|answered|explain|explained|wrote|write|avoid|avoided)\\b)`,
  "iu",
);

/** "I'd rather you didn't use emojis". */
const ratherNot =
  /^(?:i|we)(?:'d| would) (?:rather|prefer (?:it )?(?:if|that)?)\s*you (?:did(?:n't| not)|do(?:n't| not)|not|never|always)\s+(\p{L}+)\b(.*)$/iu;

function wishesNot(text: string): boolean {
  const match = ratherNot.exec(text);
  return (
    match !== null &&
    commandVerbs.has(match[1]!.toLowerCase()) &&
    !/\b(?:this|that|it|me|him|her|them|here|today|tomorrow|tonight)\b/i.test(match[2]!)
  );
}

/**
 * "I'd prefer you keep answers short", "I prefer concise answers". A single wish ("I'd like you to
 * meet Ana") is no preference.
 */
function isPreference(text: string): boolean {
  return (
    prefersWork.test(text) ||
    wishesNot(text) ||
    wantsManner.test(text) ||
    (wantsOfYou.test(text) && !/\b(?:this|that|it to|me an?)\b/i.test(text))
  );
}

/**
 * "deploys must be approved by two people", "we never deploy on Fridays", "everyone has to sign
 * off".
 */
function isObligation(text: string): boolean {
  if (/\?$/.test(text) || /\b(?:must['’]|must-|an? must)/i.test(text)) return false;
  const team =
    /^(?:we|our (?:team|company|office)|everyone|everybody|nobody|no one) (?:(?:always|never|only) (\p{L}+?)s?|must|have to|has to|(?:are|is) not allowed|may not|cannot|can't|don't (\p{L}+))\b/iu.exec(
      text,
    );
  if (team !== null)
    return /\b(?:must|ha(?:ve|s) to|allowed|may not|cannot|can't)\b/i.test(team[0])
      ? commandsAfter(text)
      : commandVerbs.has((team[1] ?? team[2] ?? "").toLowerCase()) && !isHabit.test(text);
  if (/^(?:i|it|this|that|he|she|there|what|how|why|my|they|those|these)\b/i.test(text)) return false;
  if (/^you (?:must|should|have to|need to) (?:always|never|not)\b/i.test(text)) return true;
  if (
    /^(?:do|does|did|would|could)\b|\b(?:would|could|might) have to\b|\bi (?:must|shall)\b|^we shall\b/i.test(
      text,
    )
  )
    return false;
  return !/^you\b/i.test(text) && thingsMust.test(text);
}

/** "We don't go often": a habit, not an obligation. */
const isHabit =
  /^(?:we|everyone|everybody|nobody|no one) (?:(?:always|never|only) |don't )(?:go|get|talk|speak|find|read|start|stay|take|wait|walk|end|say|break)(?:s|es)?\b|\b(?:often|usually|much|anymore|any more|these days|yet)\b/i;

function commandsAfter(text: string): boolean {
  const verb =
    /\b(?:must|to|not allowed to|may not|cannot|can't)\s+(?:not |always |never )*(\p{L}+)/iu.exec(
      text,
    )?.[1] ?? "";
  return commandVerbs.has(verb.toLowerCase()) || verb.toLowerCase() === "be";
}

/**
 * "All pull requests need two reviews", "invoices must be sent by Friday": what must be done with a
 * thing.
 */
const thingsMust =
  /^(?:(?:all|every|each|no|any|the|new|both)\s+)?(?:[\p{L}-]+\s+){1,4}(?:(?:must|have to|has to|shall|should (?:always|never|only))(?: not)?(?: always| never| only)? (?:be \p{L}+(?:ed|en|nt|wn|ft|de|ne|id)\b|(?!be\b|have\b)\p{L}+)|needs? (?:to be \p{L}+(?:ed|en|nt|wn|ft|de|ne|id)\b|(?:two|an?|at least|prior|written) [\p{L}]*(?:approv|review|sign|permission|consent)\p{L}*)|(?:is|are) (?:not allowed|forbidden|mandatory|off limits)\b)/iu;
