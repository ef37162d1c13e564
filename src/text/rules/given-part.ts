/**
 * Messages that give an assistant a part to play: "Act as a lawyer", "You are a travel guide who
 * knows Rome." Pure; English only. What they ask for ends with the play, and who "I" is in them is
 * often part of it.
 */

const plays =
  /\b(?:act (?:as|like) (?:an?|the|if|you)|pretend (?:to be|you|that you|i)|role-?play|imagine (?:that )?you(?:['’]re| are)|(?:respond|reply|answer|speak) as (?:an?|the|if)|stay in character|assume (?:that )?you(?:['’]re| are)|(?:take on|play|assume) the role|you are (?:now|no longer|more than|not) an?)\b/iu;
/** "Reply as Simone", but not "reply as soon as you can". */
const playsPerson =
  /\b(?:[Rr]eply|[Rr]espond|[Aa]nswer|[Ss]peak|[Tt]alk) as (?:the character )?\p{Lu}\p{Ll}/u;
/** "You are a business consultant and train managers.", but not "You're an angel!" */
const names = /^\s*(?:from now on,? )?you(?:['’]re| are| will be)(?: now)? an?\s+[^!?.]{12,}[.,]/iu;

/** Whether a message gives an assistant a part to play. */
export function givesPart(message: string): boolean {
  return plays.test(message) || playsPerson.test(message) || names.test(message);
}
