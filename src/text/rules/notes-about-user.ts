/**
 * Notes about the user: sentences of an assistant's own notes that state a wish of the user in the
 * third person ("User wants replies without headings"), as the user would say it. Pure; English
 * only.
 */

const often = String.raw`(?:(?:also|always|generally|now|often|really|strongly|usually|has|had)\s+)*`;
const wish = new RegExp(
  String.raw`^(?:the\s+)?user\s+${often}(?<verb>want|prefer|like|need|expect|hate|dislike|love|appreciate|would\s+(?:like|prefer|rather)|doesn['’]t\s+(?:want|like|need)|does\s+not\s+(?:want|like|need)|can['’]t\s+stand)e?s?\s+(?<rest>\S.*)$`,
  "iu",
);
const request = new RegExp(
  String.raw`^(?:the\s+)?user\s+${often}(?:ask(?:s|ed)?|request(?:s|ed)?)\s+(?<rest>\S.*)$`,
  "iu",
);
/** A bullet without a subject: "- Asked never to be called Miss", "Asked that prices be shown net". */
const bullet =
  /^[\s\-*•]*(?:has |also )?ask(?:s|ed)\s+(?:(?<not>never|not)\s+)?(?:to\s+be\s+(?<done>\S.*)|that\s+(?<that>\S.*?)\s+(?:should\s+)?be\s+(?<rest>\S.*))$/iu;
/** The writer of the note, as the subject who should do something. */
const writer = /^(?:me|us|you|the assistant|the ai|the bot)\s+(?=(?:not\s+)?to\b)/iu;

/**
 * Returns a sentence of a note in the first person, if it states a wish of the user; otherwise the
 * sentence as it is.
 *
 * @example asTheUserSays("User asked to be called Kit.") // "I'd like to be called Kit."
 */
export function asTheUserSays(sentence: string): string {
  const wished = wish.exec(sentence)?.groups;
  if (wished !== undefined) {
    const verb = wished.verb!.replace(/^does(?:n['’]t| not)/iu, "don't");
    return `I ${verb} ${wished.rest!.replace(writer, "you ")}`;
  }
  const { not, done, that, rest: shown } = bullet.exec(sentence)?.groups ?? {};
  if (done !== undefined) return `I'd like ${not === undefined ? "" : `${not} `}to be ${done}`;
  if (that !== undefined) return `I want you to always keep ${that} ${shown}`;
  const rest = request.exec(sentence)?.groups?.rest;
  if (rest === undefined) return sentence;
  if (writer.test(rest)) return `I want ${rest.replace(writer, "you ")}`;
  const asked = /^(?:for\s+|(?=to\s+be\s))(?<what>.+)$/iu.exec(rest)?.groups?.what;
  return asked === undefined ? sentence : `I'd like ${asked}`;
}
