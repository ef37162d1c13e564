/**
 * Universal commands: "Book all flights in economy", "Send the report every Monday", "Don't
 * schedule anything before ten". English only. Pure. A command about all things of a kind, or about
 * something that recurs, is a standing rule; a command about one thing is a single request. Some
 * verbs are single requests even with "all" ("delete all files", "show me all notes"), so they are
 * not listed here.
 */

/** Verbs for recurring work. */
const verbs =
  "book|send|ship|write|sign|put|pay|order|buy|file|forward|address|label|invoice|quote|charge|deliver|pack|schedule|route|report|store|keep|hold|serve|cook|wash|water|cc|spell|round|format|phrase|word|leave|answer|reply to|greet|treat|use|add|include|end|begin|start|open|close|mark|tag|date|number|prefix|capitali[sz]e|write out|spell out|announce|record|log|note|print|post|archive|copy|confirm|check|wake|remind|ring|bring|collect|return|renew|back up|back-up";
const universal =
  /(?:\ball\b(?! (?:of )?(?:the|this|these|those|that|it|them)\b)|\b(?:every|each|any)\b(?! (?:of (?:the|these|those)|other)\b)(?! (?:one|single) (?:of|file|line)\b)|\beverything\b(?! (?:i|we|you|he|she|they|that|in|on|from|about|there|else)\b))/iu;
/** Words of recurrence: "every Monday", "on Tuesdays", "weekly". */
const recurring =
  /\b(?:(?:every|each) (?:\p{L}+ )?(?:day|morning|evening|night|week|month|quarter|year|time|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|(?:on|until) (?:(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekdays|weekends|working days)|daily|weekly|monthly|quarterly)\b/iu;
/** Prohibitions about anything, or about a time of every day. */
const forbids =
  /^(?:please |but |and |also )*(?:don['’]t|do not|dont|under no circumstances)\s+(?:ever )?(?:accept|add|agree|answer|book|buy|call|cancel|change|charge|commit|copy|delete|disclose|email|forward|give|hand out|invite|make|move|offer|open|order|pass on|pay|phone|plan|post|promise|publish|put|remove|ring|schedule|send|share|show|sign|spend|store|suggest|tell|touch|use|write)\b.*\b(?:any|anything|anyone|anybody|nothing|(?:before|after|until|between) (?:noon|midnight|\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)|(?:on|at) (?:(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekends|night)|in my name|on my behalf|without (?:asking|my))\b/iu;
const opens = new RegExp(
  `^(?:please |kindly |always |just |and |also )*(?:${verbs})\\b\\s+(?!(?:me(?! (?:at|on|in|every|each)\\b)|up|out of)\\b)\\S`,
  "iu",
);
/** Words that limit a command to something present, or to one occasion. */
const once =
  /\b(?:this|that|these|those|here|(?:text|list|lines?|code) (?:below|above)|(?:below|above)[.:]?$|attached|following|today|tomorrow|tonight|now|yesterday|just|already|again|repo|repository|codebase|file|page|paragraph)\b/iu;
/** Maximum number of words. A longer sentence is more than a rule. */
const mostWords = 16;

/**
 * Whether a sentence is a command about all things of a kind.
 *
 * @param text The sentence without polite words and punctuation around it.
 */
export function isUniversalCommand(text: string): boolean {
  if (once.test(text)) return false;
  const isRecurring = opens.test(text) && (universal.test(text) || recurring.test(text));
  if (!isRecurring && !forbids.test(text)) return false;
  return text.split(/\s+/).length <= mostWords;
}
