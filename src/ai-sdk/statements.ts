/** Removes bare questions from a message, because a question contains nothing to remember. Pure. */
import { opensQuestion } from "../text/bare-question.js";
import { sentenceSpans } from "../text/sentences.js";

/** The statements of a message, verbatim; empty where it only asks. */
export function statementsOf(text: string): string {
  if (!/[?？؟]/u.test(text)) return text;
  let rest = "";
  let end = 0;
  for (const span of sentenceSpans(text)) {
    if (onlyAsks(text.slice(span.start, span.end))) rest += text.slice(end, span.start);
    else rest += text.slice(end, span.end);
    end = span.end;
  }
  return (rest + text.slice(end)).trim();
}

/**
 * Words with which a question stating a rule or a fact: "can you always answer in German?", "…,
 * because I am allergic?".
 */
const stating =
  /\b(?:always|never|from now on|going forward|in (?:the )?future|every time|each time|whenever|because|since|now that|given that|did you know|did i (?:tell|mention)|by the way)\b|[,;:–—]\s*(?:and |but |so )?(?:i|we|my|our)\b/iu;

function onlyAsks(sentence: string): boolean {
  return /[?？؟]["'”’»)\]]*\s*$/u.test(sentence) && opensQuestion(sentence) && !stating.test(sentence);
}
