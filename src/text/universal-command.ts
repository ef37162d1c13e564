/**
 * Universal commands: "Book all flights in economy", "Write every letter in a formal tone". English
 * only. Pure. A command about all things of a kind is a standing rule; a command about one thing is
 * done once. Some verbs are done once even with "all" ("delete all files", "show me all notes"), so
 * they are not listed here.
 */

/** Verbs for things that are done again and again. */
const verbs =
  "book|send|ship|write|sign|put|pay|order|buy|file|forward|address|label|invoice|quote|charge|deliver|pack|schedule|route|report|store|keep|hold|serve|cook|wash|water|cc|spell|round|format|phrase|word|leave|answer|reply to|greet|treat|use|add|include|end|begin|start|open|close|mark|tag|date|number|prefix|capitali[sz]e|write out|spell out|announce|record|log|note|print|post|archive|copy|confirm|check";
const universal =
  /(?:\ball\b(?! (?:of )?(?:the|this|these|those|that|it|them)\b)|\b(?:every|each|any)\b(?! of (?:the|these|those)\b)(?! (?:one|single) (?:of|file|line)\b))/iu;
const opens = new RegExp(
  `^(?:please |kindly |always |just |and |also )*(?:${verbs})\\b\\s+(?!(?:me|up|out of)\\b)\\S`,
  "iu",
);
/** Words that limit a command to what is present now, or to one occasion. */
const once =
  /\b(?:this|that|these|those|here|(?:text|list|lines?|code) (?:below|above)|(?:below|above)[.:]?$|attached|following|today|tomorrow|tonight|now|yesterday|just|already|again|repo|repository|codebase|file|page|paragraph)\b/iu;
/** Maximum words. A longer sentence says more than a rule. */
const mostWords = 16;

/**
 * Whether a sentence commands something about all things of a kind.
 *
 * @param text The sentence without polite words and punctuation around it.
 */
export function isUniversalCommand(text: string): boolean {
  if (!opens.test(text) || !universal.test(text) || once.test(text)) return false;
  return text.split(/\s+/).length <= mostWords;
}
