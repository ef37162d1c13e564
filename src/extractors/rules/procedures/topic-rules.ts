/**
 * Topic rules: commands with what they are about before them, as a condition without "if" or
 * "when": "In emails to clients, sign with my full name", "For commit messages use the imperative",
 * "In case of frost, bring in the lemon tree". Pure. A topic is a kind of thing: one thing ("for
 * the party") is an occasion.
 */
import { isCommand, isImperativeVerb } from "./command-verbs.js";

const kindOf = String.raw`(?<topic>(?!(?:the|this|that|these|those|my|your|our|his|her|their|its|an?|some|now|today|tomorrow|tonight|once|me|us|you|it|him|them|example|instance|sure|short|general|fact|addition|future|particular|case|love|good|ever)\b)[\p{Ll}\d][^,:.;!?]{1,50}?)`;
/**
 * "For anything to do with taxes", "in case of frost", "when it comes to wine": one thing will do
 * as well.
 */
const aboutAnything =
  /^(?:(?:for|with|in) (?:anything|everything|all things|questions|matters|requests) (?:to do with|related to|about|concerning|regarding|on)|in (?:the )?(?:case|event) of|when it comes to|regarding|concerning|as for|as regards|on the (?:subject|topic) of)\s+(?<topic>[^,:.;!?]{2,60}?)(?:[,:]\s*|\s+(?=(?:please|always|never|don't|do not|only|just)\b))(?<body>.+)$/iu;
const pluralTopic = new RegExp(
  String.raw`^(?:for|in|on|with|during|under|about)\s+${kindOf}(?:[,:]\s*(?:please\s+)?|\s+(?:please\s+)?(?=(?:always|never|don't|do not|only|use|write|give|keep|add|include|put|show|sign|start|end|send|ask|answer|tell|avoid|quote|make|round)\b))(?<body>.+)$`,
  "iu",
);
/** Several of a kind: "emails to clients", "flights". */
const plural =
  /^(?:[\p{L}-]+\s+){0,2}[\p{L}-]{2,}(?:[^su]s|ies)(?:\s+(?:to|for|from|about|with|of|in|on)\s+.+)?$/iu;
const time =
  /\b(?:days?|weeks?|months?|years?|hours?|minutes?|times?|ages|hol(?:idays|s)|mornings?|evenings?|nights?|seconds)\b/iu;

/**
 * The topic of a command, in its own words; `null` where a text commands nothing or is about one
 * thing.
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
