/**
 * Universal commands: "Book all flights in economy", "Write every letter in a formal tone". Pure,
 * and English. A command about all of a kind stands, where a command about one thing is done once.
 * Verbs that are done once whatever they are about ("delete all files", "show me all notes") are
 * none.
 */

/** What is done to things as they come. */
const verbs =
  "book|send|ship|write|sign|put|pay|order|buy|file|forward|address|label|invoice|quote|charge|deliver|pack|schedule|route|report|store|keep|hold|serve|cook|wash|water|cc|spell|round|format|phrase|word|leave|answer|reply to|greet|treat|use|add|include|end|begin|start|open|close|mark|tag|date|number|prefix|capitali[sz]e|write out|spell out|announce|record|log|note|print|post|archive|copy|confirm|check";
const universal =
  /(?:\ball\b(?! (?:of )?(?:the|this|these|those|that|it|them)\b)|\b(?:every|each|any)\b(?! of (?:the|these|those)\b)(?! (?:one|single) (?:of|file|line)\b))/iu;
const opens = new RegExp(
  `^(?:please |kindly |always |just |and |also )*(?:${verbs})\\b\\s+(?!(?:me|up|out of)\\b)\\S`,
  "iu",
);
/** Said of what is there now, and of one occasion. */
const once =
  /\b(?:this|that|these|those|here|(?:text|list|lines?|code) (?:below|above)|(?:below|above)[.:]?$|attached|following|today|tomorrow|tonight|now|yesterday|just|already|again|repo|repository|codebase|file|page|paragraph)\b/iu;
/** Words of a longer sentence: it says more than a rule. */
const mostWords = 16;

/**
 * Whether a sentence, its politeness and punctuation taken off, commands something about all of a
 * kind.
 */
export function isUniversalCommand(text: string): boolean {
  if (!opens.test(text) || !universal.test(text) || once.test(text)) return false;
  return text.split(/\s+/).length <= mostWords;
}
