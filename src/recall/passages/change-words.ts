/** Change words: whether a text says that something is different from before. Pure, English. */

const time =
  "now|nowadays|these days|from now on|from today on|as of|no longer|any ?more|any longer|since then|instead";
const corrected =
  "correction|i meant|i mistyped|i misspoke|scratch that|make that|my mistake|was wrong|not .{1,30} but";
const verbs =
  "changed|moved|replaced|upgraded|updated|switched|postponed|rescheduled|cancelled|canceled|renamed|swapped|delayed|slipped|shifted|extended|shortened|increased|decreased|raised|lowered|reduced|stopped|quit|dropped";
const phrases =
  "chang(?:es|ing) to|moves? (?:to|from)|cut to|put off|brought forward|(?:put|pushed|moved) back|pushed (?:out|forward)|(?:ga?ve|given) up|gone off|took over|taken over|hand(?:ed)? over|handed .{1,40} over|(?:go|goes|went|gone|is|are|put) (?:up|down)(?= (?:to|by|from|again|since)| \\d)|put .{1,30} (?:up|down)|(?:up|down|rose|risen|fell|fallen) to";
const other = "new|a different|the old one";

const change = new RegExp(`\\b(?:${[time, corrected, verbs, phrases, other].join("|")})\\b`, "i");

/** Whether a text says that something changed, or corrects what was said. */
export function saysChange(text: string): boolean {
  return change.test(text);
}

const correcting =
  /^(?:(?:oh|oops|ah|um|no|wait|sorry|hm+|actually|my mistake|argh)[,.!: –—-]+)*(?:sorry[,:]? )?(?:i meant|i mean(?=,? (?:not|the|it|\p{Lu}|\d))|correction\b|scratch that|make that|i misspoke|i mistyped|i mixed (?:it|that|them) up|i got (?:it|that) wrong|that(?:['’]s| was| is) wrong|(?:it|that) should (?:be|have been|say))/iu;

/** Whether a text begins by correcting what was said just before: "Sorry, I meant Ash Avenue." */
export function isCorrection(text: string): boolean {
  return correcting.test(text);
}
