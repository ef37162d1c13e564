/**
 * Past tense: rewrites a sentence about an ended fact in the past tense. Pure, English only, and
 * limited to known verbs: other sentences are not changed, and the caller marks them instead.
 */

/** Irregular verbs, as facts use them: third person singular, and plural if it differs. */
const irregular: Readonly<Record<string, string>> = {
  is: "was",
  are: "were",
  has: "had",
  have: "had",
  does: "did",
  do: "did",
  goes: "went",
  runs: "ran",
  teaches: "taught",
  speaks: "spoke",
  drives: "drove",
  rides: "rode",
  eats: "ate",
  drinks: "drank",
  reads: "read",
  writes: "wrote",
  makes: "made",
  keeps: "kept",
  leads: "led",
  sells: "sold",
  builds: "built",
  takes: "took",
  gets: "got",
  pays: "paid",
  costs: "cost",
  wears: "wore",
  feels: "felt",
  thinks: "thought",
  knows: "knew",
  grows: "grew",
  sleeps: "slept",
  swims: "swam",
  sings: "sang",
  wakes: "woke",
  gives: "gave",
  meets: "met",
  spends: "spent",
  says: "said",
  stands: "stood",
  holds: "held",
};

/**
 * The sentence in the past; `undefined` if its verb is not recognised.
 *
 * @param text `Ana works at Acme.`
 * @param entity The entity that it is about, with which the sentence begins: `Ana`; "Ana's sister
 * is …" is recognised too.
 * @returns `Ana worked at Acme.`
 */
export function inPast(text: string, entity: string): string | undefined {
  if (!text.toLowerCase().startsWith(entity.toLowerCase())) return undefined;
  const rest = text.slice(entity.length);
  const subject = /^['’]s? /.test(rest) ? possession.exec(rest)?.[0] : " ";
  if (subject === undefined || !rest.startsWith(subject)) return undefined;
  const [verb] = /^\p{Ll}+/u.exec(rest.slice(subject.length)) ?? [];
  const past = verb === undefined ? undefined : pastOf(verb);
  if (verb === undefined || past === undefined) return undefined;
  return `${text.slice(0, entity.length)}${subject}${past}${rest.slice(subject.length + verb.length)}`;
}

/** "'s favourite colour ", up to the verb "is" or "are". */
const possession = /^['’]s? .+? (?=(?:is|are) )/u;

function pastOf(verb: string): string | undefined {
  const known = irregular[verb];
  if (known !== undefined) return known;
  if (/^(?:was|were|had|did)$/.test(verb) || verb.endsWith("ed")) return verb;
  if (/(?:ch|sh|ss|x|z)es$/.test(verb)) return `${verb.slice(0, -2)}ed`;
  if (/[^aeiou]ies$/.test(verb)) return `${verb.slice(0, -3)}ied`;
  if (/es$/.test(verb)) return verb.replace(/s$/, "d");
  return /[^s]s$/.test(verb) ? `${verb.slice(0, -1)}ed` : undefined;
}
