/**
 * Former: whether a question asks for what was true before and no longer is, and whether a text
 * says that something is over. Pure. A fact that has ended answers "Where did I work before?"; the
 * current fact does not, however well its words fit.
 */

/** A whole word of any script. */
const word = (alternatives: string) =>
  new RegExp(`(?<![\\p{L}\\p{M}])(?:${alternatives})(?![\\p{L}\\p{M}])`, "iu");

/** "Before" at the end of a question means before now. */
const asked: readonly RegExp[] = [
  /\bbefore\s*[?.!]*$/iu,
  /\bbefore (?:that|then|now|this|it changed|moving|the (?:move|change|switch))\b/iu,
  /\b(?:previous|previously|former|formerly|originally|erstwhile)\b|\bused? to\b|\bin the past\b|\bex-\p{L}/iu,
  /\b(?:my|our|your|his|her|their|the|\p{L}+['’]s?) (?:very )?(?:old|earlier|prior|original) (?!age\b|town\b|people\b|school\b)\p{L}/iu,
  word(
    "früher|vorher|zuvor|ehemalig(?:e[nrms]?)?|frühere[nrms]?|vorherige[nrms]?|avant\\s*[?？]|auparavant|autrefois|précédente?s?|anciennement|antes(?! (?:de|del|que|do|da)(?!\\p{L}))|anteriormente|anterior(?:es)?|раньше|прежде|прежн\\p{L}+|бывш\\p{L}+|पहले|पिछल[ाेी]",
  ),
  /以前|之前|原来|过去|曾经|前任|前は|昔|かつて|もともと|예전|전에는/u,
];

/** Whether a question asks for what was true before. */
export function asksForFormer(question: string): boolean {
  return asked.some((form) => form.test(question));
}

const over =
  /\b(?:used to|no longer|any ?more|formerly|previously|former|previous|before|until|was|were|had been|left|quit|sold|moved (?:from|out|away)|resigned|retired|stopped|switched|changed|replaced|instead of|traded|broke up|split|ex|old|originally|back then)\b/iu;
const overAbroad = word(
  "früher|vorher|ehemalig\\p{L}*|war|waren|nicht mehr|avant|auparavant|ancien(?:ne)?s?|étai\\p{L}+|plus|antes|anterior\\p{L}*|era|estaba|ya no|раньше|прежде|бывш\\p{L}+|был[аои]?|больше не|पहले|थ[ाेी]",
);
const overUnspaced = /以前|之前|原来|过去|曾经|不再|前は|昔|かつて|でした|ました|예전/u;

/** Whether a text says that something was true, or is no longer true. */
export function mentionsFormer(text: string): boolean {
  return over.test(text) || overAbroad.test(text) || overUnspaced.test(text);
}

const still =
  /(?<!\p{L})(?:still|any ?more|any longer|noch|toujours|encore|todav[ií]a|ainda|ancora)(?!\p{L})/iu;

/** Whether a question doubts that something is still true: "Do I still have my parrot?" */
export function asksStill(question: string): boolean {
  return still.test(question);
}
