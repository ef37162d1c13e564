/**
 * Forms of English verbs, computed from their lemmas: regular verbs by rule, irregular ones from a
 * table.
 */

/** A form of a verb. */
export type Form = "base" | "third" | "past" | "participle" | "gerund";

/** The lemma of a written form, and the forms that it may be. */
export interface VerbForms {
  readonly lemma: string;
  readonly forms: ReadonlySet<Form>;
}

/** lemma, past, participle. */
const irregular: readonly (readonly [string, string, string])[] =
  `become became become|begin began begun|break broke broken|bring brought brought|build built built|buy bought bought|
catch caught caught|choose chose chosen|come came come|cut cut cut|do did done|draw drew drawn|drink drank drunk|drive drove driven|eat ate eaten|
fall fell fallen|feel felt felt|fight fought fought|find found found|fly flew flown|forget forgot forgotten|get got got|give gave given|go went gone|grow grew grown|have had had|
hear heard heard|hold held held|keep kept kept|know knew known|lead led led|learn learned learned|leave left left|let let let|lose lost lost|make made made|mean meant meant|meet met met|
pay paid paid|put put put|quit quit quit|read read read|ride rode ridden|run ran run|say said said|see saw seen|sell sold sold|send sent sent|set set set|
sing sang sung|sit sat sat|sleep slept slept|speak spoke spoken|spend spent spent|stand stood stood|swim swam swum|take took taken|teach taught taught|tell told told|
think thought thought|understand understood understood|wear wore worn|win won won|write wrote written|be was been|bake baked baked|hate hated hated|own owned owned`
    .split("|")
    .map((entry) => entry.trim().split(" ") as [string, string, string]);

const doubled = new Set(
  "quit stop plan jog shop swim run get sit set cut put win let begin ship chat hug pet tag log drop plug prefer travel rebut split".split(
    " ",
  ),
);

/** Every form of the verbs in `lemmas`, by the written form. */
export function verbForms(lemmas: Iterable<string>): ReadonlyMap<string, VerbForms> {
  const table = new Map<string, { lemma: string; forms: Set<Form> }>();
  const add = (written: string, lemma: string, form: Form) => {
    const entry = table.get(written);
    if (entry === undefined) table.set(written, { lemma, forms: new Set([form]) });
    else if (entry.lemma === lemma) entry.forms.add(form);
  };
  for (const lemma of new Set(lemmas)) {
    const past = irregular.find(([base]) => base === lemma);
    // "found" is nearly always the past of "find".
    if (lemma !== "found") add(lemma, lemma, "base");
    add(third(lemma), lemma, "third");
    add(gerund(lemma), lemma, "gerund");
    for (const written of past ? [past[1]] : regularPast(lemma)) add(written, lemma, "past");
    for (const written of past ? [past[2]] : regularPast(lemma)) add(written, lemma, "participle");
  }
  return table;
}

/** The third person of a verb: "goes", "carries". */
export function third(lemma: string): string {
  if (lemma === "have") return "has";
  if (/(?:s|x|z|ch|sh|o)$/.test(lemma)) return `${lemma}es`;
  return /[^aeiou]y$/.test(lemma) ? `${lemma.slice(0, -1)}ies` : `${lemma}s`;
}

function gerund(lemma: string): string {
  if (/ie$/.test(lemma)) return `${lemma.slice(0, -2)}ying`;
  return /[^eoy]e$/.test(lemma) ? `${lemma.slice(0, -1)}ing` : `${stem(lemma)}ing`;
}

function regularPast(lemma: string): string[] {
  if (/e$/.test(lemma)) return [`${lemma}d`];
  if (/[^aeiou]y$/.test(lemma)) return [`${lemma.slice(0, -1)}ied`];
  return lemma === "travel" ? ["travelled", "traveled"] : [`${stem(lemma)}ed`];
}

function stem(lemma: string): string {
  return doubled.has(lemma) ? lemma + lemma.at(-1) : lemma;
}
