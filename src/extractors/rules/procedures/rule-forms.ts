/**
 * Forms of rules without a condition: commands, prohibitions, preferences and obligations.
 * Pure.
 */
import { commandLead, commandVerbs, generalVerbs, isCommand, isImperativeVerb } from "./command-verbs.js";

/** Words that make a command a standing rule. */
export const standing =
  /\b(?:always|never|from now on|from here on|from this point|going forward|in (?:the )?future|in all (?:your|my|our)|by default|as a rule|at all times|no matter what|every time|each time|whenever|without exception|under no circumstances)\b/i;

/** Encouragement and politeness: imperatives that are not rules. */
export const encourages =
  /^(?:(?:always|never|ever|just|please|don't|do not)\s+)*(?:give up|change(?=\W*$)|say never|get (?:discouraged|upset|down|stressed|too)|keep (?:on|you|your (?:head|chin|spirits))|speak to you|talk to you|forget (?:that|how|to (?:be|have|take care|enjoy))|believe|worry|hesitate|mind|be (?:so|too|afraid|yourself|proud|careful|kind|hard|shy|sorry|patient)|let (?:me know|anyone|it|them|go)|feel free|take care|take (?:it|your) |keep (?:it up|going|up|me|pushing|shining|\w+ing)|stay |hang in|enjoy|have |get (?:well|some rest|me wrong)|sweat|stop (?:believing|dreaming|being|smiling|learning)|lose (?:hope|sight)|doubt|know|look|hold on|go for|see you|thank|good|remember (?:that|when|how|you|why)|miss|trust|follow your|reach out|wait|judge)\b/i;

/**
 * Whether a text may follow a condition: a command, an obligation, or what somebody always or never
 * does.
 */
export function isRuleBody(text: string): boolean {
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
    isImperativeVerb(
      /^\p{L}+(?=\s+(?!(?:is|are|was|were|has|had)\b)\S|,)/u.exec(body.toLowerCase())?.[0] ?? "",
    ) ||
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
export function isEverydayCommand(body: string, condition: string): boolean {
  const verb = /^(?:always |never |please )*(\p{L}+)\s+\S/iu.exec(body)?.[1]?.toLowerCase() ?? "";
  return isImperativeVerb(verb) && /^(?:you|it|the|he|she|they|somebody|anyone)\s+\p{L}/iu.test(condition);
}

/**
 * "always format code …", "never email clients", "use metric units from now on", "can you always
 * answer in German".
 */
export function isStandingCommand(text: string): boolean {
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

/** Words for a single request: "this", "me a", "my", "today". */
export const aboutThisOnce =
  /\b(?:this|that|it|these|those|here|below|above|attached|me an?|us an?|me the|me some|my|their|his|her|them|today|tomorrow|tonight|now|soon|an?)\b/i;

/** "don't use emojis", "do not email clients on Fridays", "avoid jargon", "stop apologising". */
export function isProhibition(text: string): boolean {
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
  return (commandVerbs.has(verb) && (general || standing.test(text))) || isException.test(said);
}

/**
 * "Don't touch the script unless Mara agrees": what is forbidden with an exception, by any verb.
 */
const isException =
  /^(?!(?:i|you|he|she|it|we|they)\b).+\s(?:unless|except (?:when|if)|without (?:asking|telling|my|our|permission))\b/iu;

const callsMe = /^[Cc]all me \p{Lu}/u;

/** "use metric units", "keep answers short": a command without a specific object. */
export function isGeneralCommand(text: string): boolean {
  const body = text.replace(commandLead, "");
  const verb = /^\p{L}+/u.exec(body.toLowerCase())?.[0] ?? "";
  if (callsMe.test(body)) return true;
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
 * meet Ana") is not a preference.
 */
export function isPreference(text: string): boolean {
  return (
    prefersWork.test(text) ||
    wishesNot(text) ||
    wantsManner.test(text) ||
    (wantsOfYou.test(text) && !/\b(?:this|that|it to|me an?)\b/i.test(text))
  );
}

/** What a team must or must not do; its groups are the verb after "always" or "don't". */
const teamMust =
  /^(?:we|our (?:team|company|office)|everyone|everybody|nobody|no one) (?:(?:always|never|only) (\p{L}+?)s?|must|have to|has to|(?:are|is) not allowed|may not|cannot|can't|don't (\p{L}+))\b/iu;

/**
 * "deploys must be approved by two people", "we never deploy on Fridays", "everyone has to sign
 * off".
 */
export function isObligation(text: string): boolean {
  if (/\?$/.test(text) || /\b(?:must['’]|must-|an? must)/i.test(text)) return false;
  const team = teamMust.exec(text);
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
  /^(?:(?:all|every|each|no|any|the|new|both)\s+)?(?:[\p{L}-]+\s+){1,4}(?:(?:must|have to|has to|shall|(?:should|may) (?:always|never|only))(?: not)?(?: always| never| only)? (?:be \p{L}+(?:ed|en|nt|wn|ft|de|ne|id)\b|(?!be\b|have\b)\p{L}+)|needs? (?:to be \p{L}+(?:ed|en|nt|wn|ft|de|ne|id)\b|(?:two|an?|at least|prior|written) [\p{L}]*(?:approv|review|sign|permission|consent)\p{L}*)|(?:is|are) (?:not allowed|forbidden|mandatory|off limits)\b)/iu;
