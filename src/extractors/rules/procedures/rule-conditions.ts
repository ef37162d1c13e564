/**
 * Topic rules: a topic before a command is a condition without "if" or "when": "In emails to
 * clients, sign with my full name", "For commit messages use the imperative", "In case of frost,
 * bring in the lemon tree". Pure. A topic is a kind of thing; a single thing ("for the party") is
 * an occasion, not a topic.
 */
import { isCommand, isImperativeVerb } from "./command-verbs.js";

const kindOf = String.raw`(?<topic>(?!(?:the|this|that|these|those|my|your|our|his|her|their|its|an?|some|now|today|tomorrow|tonight|once|me|us|you|it|him|them|example|instance|sure|short|general|fact|addition|future|particular|case|love|good|ever)\b)[\p{Ll}\d][^,:.;!?]{1,50}?)`;
/**
 * "For anything to do with taxes", "in case of frost", "when it comes to wine": here the topic may
 * be singular.
 */
const aboutAnything =
  /^(?:(?:for|with|in) (?:anything|everything|all things|questions|matters|requests) (?:to do with|related to|about|concerning|regarding|on)|(?:for|with|in|on) (?:anything|everything|whatever)(?: that (?:goes|comes|is))? (?:(?:going|sent|addressed|written|meant) )?(?:to|for|from|by)|in (?:the )?(?:case|event) of|when it comes to|regarding|concerning|as for|as regards|on the (?:subject|topic) of)\s+(?<topic>[^,:.;!?]{2,60}?)(?:[,:]\s*|\s+(?=(?:please|always|never|don't|do not|only|just|use|write|put|add|include|keep|send|sign|quote|ask)\b))(?<body>.+)$/iu;
const pluralTopic = new RegExp(
  String.raw`^(?:for|in|on|with|during|under|about)\s+${kindOf}(?:[,:]\s*(?:please\s+)?|\s+(?:please\s+)?(?=(?:always|never|don't|do not|only|use|write|give|keep|add|include|put|show|sign|start|end|send|ask|answer|tell|avoid|quote|make|round)\b))(?<body>.+)$`,
  "iu",
);
/** A plural: "emails to clients", "flights". */
const plural =
  /^(?:[\p{L}-]+\s+){0,2}[\p{L}-]{2,}(?:[^su]s|ies)(?:\s+(?:to|for|from|about|with|of|in|on)\s+.+)?$/iu;
const time =
  /\b(?:days?|weeks?|months?|years?|hours?|minutes?|times?|ages|hol(?:idays|s)|mornings?|evenings?|nights?|seconds)\b/iu;

/**
 * The topic of a command, in its own words; `null` if a text is not a command or its topic is a
 * single thing.
 */
export function topicOf(text: string): string | null {
  const anything = aboutAnything.exec(text)?.groups;
  if (anything !== undefined) return commands(anything.body!) ? anything.topic!.trim() : null;
  const { topic = "", body = "" } = pluralTopic.exec(text)?.groups ?? {};
  return plural.test(topic) && !time.test(topic) && commands(body) ? topic.trim() : null;
}

function commands(body: string): boolean {
  if (/\?\s*$/u.test(body)) return false;
  const [first = ""] = /^\p{L}+/u.exec(body.toLowerCase()) ?? [];
  return (
    isCommand(body) || isImperativeVerb(first) || /^(?:don't|do not|never|always|only) \p{L}/iu.test(body)
  );
}

/**
 * A condition up to the end of its clause; `null` for a point in time ("before 1921", "after
 * Friday"), which is not a condition.
 */
export function triggerOf(condition: string): string | null {
  const clause = condition
    .replace(
      /(?:,\s*(?:and|but|so|or|because|since|as|then|please|which|even|just|thanks?)\b|\s+(?:because|so that|since (?:it|that|this|they|we|i)|as (?:it|that|this|they|we|i))\b|\s[–—-]\s|[;:—]).*$/isu,
      "",
    )
    .replace(/[\s,]+$/, "");
  const isTime =
    /^(?:the )?(?:year |end of )?(?:\d|(?:january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|noon|midnight|christmas|easter|tomorrow|today|tonight|next|last)\b)/i.test(
      clause,
    );
  const isHour =
    /^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?: o'clock| [ap]m| in the \p{L}+)?$/iu.test(
      clause,
    );
  return isTime || isHour || clause.length < 3 ? null : clause;
}
