/**
 * Change words: whether a text says that something is different from before. Pure; English, and the
 * commonest cues of some other languages.
 */
import { sentences } from "../../text/sentences.js";

const time =
  "nowadays|these days|from now on|from today on|as of|no longer|any ?more|any longer|since then|instead";
const corrected =
  "correction|i meant|i mistyped|i misspoke|scratch that|make that|my mistake|was wrong|not .{1,30} but";
const verbs =
  "changed|moved|replaced|upgraded|updated|switched|postponed|rescheduled|cancelled|canceled|renamed|swapped|delayed|slipped|shifted|extended|shortened|increased|decreased|raised|lowered|reduced|halved|doubled|stopped|quit|dropped";
const phrases =
  "chang(?:es|ing) to|extension (?:to|until|till|by)|moves? (?:to|from)|cut to|put off|brought forward|(?:put|pushed|moved) back|pushed (?:out|forward)|(?:g[ai]ve|given|giving) up|gone off|took over|taken over|hand(?:ed|ing)? over|hand(?:ed|ing) .{1,40}? (?:over|to)|(?:go|goes|went|gone|is|are|put) (?:up|down)(?= (?:to|by|from|again|since)| \\d)|put .{1,30} (?:up|down)|(?:up|down|rose|risen|fell|fallen) to";
/** "A new phone", "my new hours"; not "new people", "something new", "not much is new". */
const other =
  "(?<!\\b(?:(?:some|any|no|every)thing|is|what['’]s) )new(?!\\s+(?:people|stuff|\\p{L}{3,}[^s\\P{L}]s)\\b)|(?:my|our|his|her|their|the|these) new|a different|the old one";

const weekday = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";
const month = "(?:january|february|march|april|may|june|july|august|september|october|november|december)";
/** "From April", "from next week", "starting Monday"; not "from Monday to Friday". */
const begins = `(?:from|starting|beginning) (?:today|tomorrow|next \\w+|this (?:week|month|year)|(?:the )?\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${month}|${month}(?: \\d{1,2})?|${weekday})(?!['’]|\\s*(?:to|till?|until|through|and|[–-])(?!\\p{L}))`;

const change = new RegExp(`\\b(?:${[time, corrected, verbs, phrases, other, begins].join("|")})\\b`, "iu");

/** The same in German, Spanish, French, Portuguese, Italian, Dutch and Russian. */
const abroad = new RegExp(
  `(?<!\\p{L})(?:${[
    "neue[nmrs]?|jetzt|nun|ab sofort|nicht mehr|statt|stattdessen|(?:um)?gezogen|verkauft|gewechselt|geändert|verschoben",
    "nuev[oa]s?|ahora|ya no|en vez de|mudado|mudó|mudé|mudamos|vendido|vendí|cambiado|cambié|cambió|dejado|dejé",
    "nouv(?:eau|el|elle|eaux|elles)|maintenant|désormais|(?:ne|n['’])\\s?\\p{L}+ plus|à la place|déménagé|vendu|changé|quitté|arrêté",
    "nov[oa]s?|agora|já não|em vez de|mudei|mudou|mudámos|mudamos|vendi|troquei|trocou|deixei|deixou",
    "nuov[oaie]|adesso|non \\p{L}+ più|invece di|trasferit[oaie]|traslocat[oaie]|venduto|cambiato|lasciato",
    "nieuwe?|niet meer|in plaats van|verhuisd|verkocht|veranderd|gewisseld",
    "нов(?:ый|ая|ое|ые)|теперь|больше не|вместо|переехал[аи]?|продал[аи]?|сменил[аи]?|перенесл[аи]",
  ].join(
    "|",
  )})(?!\\p{L})|${["引っ越し", "引越し", "変わりました", "変えました", "もう.{1,12}ない", "搬到", "搬家", "不再", "换成", "改成", "改到"].join("|")}`,
  "iu",
);

/** "I live in Porto now", but not "now let's go on", "now that I'm here". */
const now = /\bnow\b(?!,? let['’]?s\b| that\b)/iu;
/** "Show me the list now", "we need to book this now", "are you kidding me right now?". */
const demandsNow =
  /\b(?:give|show|tell|send|get|bring|find|do|let|start|proceed|answer|(?:need|want) (?:to|you|this|that|it|the|them))\b[^.!?]*\bnow\b/iu;

/** Whether a text says that something changed, or corrects what was said. */
export function saysChange(text: string): boolean {
  return change.test(text) || abroad.test(text) || saysNow(text);
}

function saysNow(text: string): boolean {
  return (
    now.test(text) &&
    sentences(text).some((one) => now.test(one) && !demandsNow.test(one) && !one.endsWith("?"))
  );
}

const correcting =
  /^(?:(?:oh|oops|ah|um|no|wait|sorry|hm+|actually|my mistake|argh)[,.!: –—-]+)*(?:sorry[,:]? )?(?:i meant|i mean(?=,? (?:not|the|it|\p{Lu}|\d))|correction\b|scratch that|make that|i misspoke|i mistyped|i mixed (?:it|that|them) up|i got (?:it|that) wrong|that(?:['’]s| was| is) wrong|(?:it|that) should (?:be|have been|say))/iu;

/** Whether a text begins by correcting what was said just before: "Sorry, I meant Ash Avenue." */
export function isCorrection(text: string): boolean {
  return correcting.test(text);
}
