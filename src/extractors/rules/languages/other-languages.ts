/**
 * Simple facts in German and Spanish: home, employer, name, age and origin of the speaker and of
 * their family, found by patterns over clauses. A clause that is negated, past, a wish, a question
 * or subordinate states no fact; it is kept verbatim anyway. Facts are written in English.
 */
import type { SemanticDraft } from "../../extractor.js";
import { possessive } from "../conversation/coreference.js";
import { nameOfSpeaker } from "../conversation/speakers.js";
import { article } from "../facts/fact.js";
import { stated, statedFreely } from "../facts/statement.js";
import type { PropertyName } from "../facts/vocabulary/properties.js";
import { relationCardinality } from "../facts/vocabulary/relations.js";
import type { Sentence } from "../sentence.js";
import { ownedNouns } from "./owned-nouns.js";

interface Pattern {
  /** The words between the subject and the value; the value follows. */
  readonly verb: RegExp;
  readonly property: PropertyName;
  readonly value: RegExp;
  /** Whether the verb is a finished action, so that the fact's beginning is also an event. */
  readonly happened?: boolean;
}

interface Language {
  /** A text with such a word is in this language and may state a fact. */
  readonly gate: RegExp;
  readonly self: RegExp;
  /** "meine Schwester Anna": its groups are the noun and the name. */
  readonly family: RegExp;
  /** "Anna wohnt …": a name as the subject at the beginning of a clause; its group is the name. */
  readonly somebody: RegExp;
  readonly relations: ReadonlyMap<string, string>;
  /** A clause with such a word states no fact. */
  readonly opaque: RegExp;
  readonly breaks: RegExp;
  readonly patterns: readonly Pattern[];
}

const pairs = (list: string): ReadonlyMap<string, string> =>
  new Map(list.split(",").map((pair) => pair.trim().split(" ") as [string, string]));

const name =
  "(\\p{Lu}[\\p{L}\\d&.'’-]*(?:\\s+(?:(?:am|an der|de|del|la)\\s+)?\\p{Lu}[\\p{L}\\d&.'’-]*){0,2})";
const after = (lead: string) => new RegExp(`^\\s*${lead}\\s*${name}`, "u");
const age = /^\s*(\d{1,3})(?!\d)/u;
/**
 * German capitalises every noun. These may follow "live in" or "work for" but are not names.
 */
const noName =
  "(?!(?:Angst|Frieden|Ruhe|Miete|Untermiete|Scheidung|Trennung|Partnerschaft|Zukunft|Not|Armut|Nacht|Tag|Tageslicht|Regen|Hitze|Kälte|Bedarf|Gelegenheit|Eile|Hause|Freunden|Kunden|Teilzeit|Vollzeit|Homeoffice|Schichten)(?!\\p{L}))";
const since = "(?:(?:seit|desde)\\s+\\S+\\s+)?(?:(?:jetzt|nun|derzeit|aktuell|momentan|ahora|hier)\\s+)?";

const german: Language = {
  gate: /(?<!\p{L})(?:ich|wir|meine?|unsere?|wohnt|lebt|arbeitet|heißt|ist nach \p{Lu}\p{L}+ (?:um)?gezogen)(?!\p{L})/iu,
  self: /(?<!\p{L})(?:ich|wir)(?!\p{L})/iu,
  family: /(?<!\p{L})(?:[Mm]eine?|[Uu]nsere?)\s+(\p{Lu}\p{L}+)(?:\s+(\p{Lu}\p{Ll}+))?/u,
  somebody:
    /^\s*(?!(?:Er|Sie|Es|Wer|Wo|Man|Hier|Dort|Da|Das|Der|Die|Jetzt|Nun|Heute|Was|Wie|Keiner|Niemand|Jeder|Jemand|Und|Mein|Dein|Sein|Ihr)\s)(\p{Lu}\p{Ll}+)\s+(?:wohnt|lebt|arbeitet|ist)(?!\p{L})/u,
  relations: pairs(
    "Schwester sister,Bruder brother,Mutter mother,Vater father,Mama mom,Papa dad,Frau wife,Mann husband,Tochter daughter,Sohn son,Freund friend,Freundin friend,Chef boss,Chefin boss,Oma grandmother,Opa grandfather,Tante aunt,Onkel uncle,Hund pet,Katze pet",
  ),
  opaque:
    /(?<!\p{L})(?:nicht|nie|niemals|keine?\p{L}*|früher|damals|einst|würde|wäre|möchte|wenn|falls|ob|dass|weil|will|wollte|werde|wird|hätte|könnte|vielleicht|bald|fast|als|sagte|sagt|glaube)(?!\p{L})|\?/iu,
  breaks: /[,;:.!]|(?<!\p{L})(?:und|aber|sondern|doch)(?!\p{L})/u,
  patterns: [
    {
      verb: /(?<!\p{L})(?:wohnen?|wohnt|leben?|lebt)(?!\p{L})/u,
      property: "home",
      value: after(
        `(?:(?:ich|wir)\\s+)?${since}in\\s+(?:(?:der|den)\\s+(?=Schweiz|Türkei|Ukraine|Slowakei|Mongolei|USA|Niederlande))?${noName}`,
      ),
    },
    {
      verb: /(?<!\p{L})arbeite[nt]?(?!\p{L})/u,
      property: "employer",
      value: after(`(?:(?:ich|wir)\\s+)?${since}(?:bei|für)\\s+(?:(?:der|dem|die|das|den)\\s+)?${noName}`),
    },
    { verb: /(?<!\p{L})(?:heiße|heisse|heißt|heisst)(?!\p{L})/u, property: "name", value: after("") },
    { verb: /(?<!\p{L})(?:bin|ist)(?=\s+(?:jetzt\s+)?\d{1,3}\s+Jahre alt)/u, property: "age", value: age },
    { verb: /(?<!\p{L})(?:komme|kommt)(?=\s+aus\s)/u, property: "hometown", value: after("aus\\s+") },
    {
      verb: /(?<!\p{L})(?:bin|ist|sind)(?=\s.*\sgezogen)/u,
      property: "home",
      value: /\snach\s+(\p{Lu}[\p{L}-]+(?:\s+\p{Lu}[\p{L}-]+)?)\s+(?:um)?gezogen/u,
      happened: true,
    },
    {
      verb: /(?<!\p{L})(?:bin|ist|sind)(?=\s.*\sumgezogen)/u,
      property: "home",
      value: /\snach\s+(\p{Lu}[\p{L}-]+(?:\s+\p{Lu}[\p{L}-]+)?)\s+umgezogen/u,
      happened: true,
    },
  ],
};

const spanish: Language = {
  gate: /(?<!\p{L})(?:\p{Lu}\p{Ll}+ (?:vive|trabaja|tiene|se mudó|se ha mudado)|vivo|vivimos|trabajo|trabajamos|tengo|soy|nací|me (?:llamo|mudé|he mudado)|nos (?:mudamos|hemos mudado)|mis?|nuestr[oa])(?!\p{L})/iu,
  self: /(?<!\p{L})(?:vivo|vivimos|trabajo|trabajamos|me llamo|tengo|soy|me mudé|me he mudado|nos mudamos|nos hemos mudado)(?!\p{L})/iu,
  family: /(?<!\p{L})(?:[Mm]i|[Nn]uestr[oa])\s+(\p{Ll}+)(?:\s+(\p{Lu}\p{Ll}+))?/u,
  somebody:
    /^\s*(?!(?:Ella|Él|Usted|Aquí|Allí|Ahora|Hoy|Ya|Quien|Nadie|Alguien|Todavía|También|Aún|Siempre|Solo|Esto|Este|Esta|Ese|Esa)\s)(\p{Lu}\p{Ll}+)\s+(?:ahora\s+)?(?:vive|trabaja|tiene|se mudó|se ha mudado)(?!\p{L})/u,
  relations: pairs(
    "hermana sister,hermano brother,madre mother,padre father,mamá mom,papá dad,esposa wife,mujer wife,esposo husband,marido husband,hija daughter,hijo son,novia girlfriend,novio boyfriend,amiga friend,amigo friend,jefe boss,jefa boss,abuela grandmother,abuelo grandfather,tía aunt,tío uncle,perro pet,perra pet,gato pet,gata pet",
  ),
  opaque:
    /(?<!\p{L})(?:no|nunca|jamás|antes|si|cuando|que|quiero|quisiera|quizás?|ojalá|porque|tal vez|casi|dice|dijo|creo)(?!\p{L})|\?/iu,
  breaks: /[,;:.!]|(?<!\p{L})(?:y|pero|sino)(?!\p{L})/u,
  patterns: [
    { verb: /(?<!\p{L})(?:vivo|vive|vivimos)(?!\p{L})/iu, property: "home", value: after(`${since}en\\s+`) },
    {
      verb: /(?<!\p{L})(?:trabajo|trabaja|trabajamos)(?!\p{L})/iu,
      property: "employer",
      value: after(`${since}(?:en|para)\\s+`),
    },
    { verb: /(?<!\p{L})(?:me llamo|se llama)(?!\p{L})/iu, property: "name", value: after("") },
    { verb: /(?<!\p{L})(?:tengo|tiene)(?=\s+\d{1,3}\s+años)/iu, property: "age", value: age },
    { verb: /(?<!\p{L})soy(?=\s+de\s)/iu, property: "hometown", value: after("de\\s+") },
    {
      verb: /(?<!\p{L})(?:me mudé|me he mudado|nos mudamos|nos hemos mudado|se mudó|se ha mudado)(?!\p{L})/iu,
      property: "home",
      value: after("a\\s+"),
      happened: true,
    },
  ],
};

/** The facts of a sentence, and whether they began with an event. */
export interface ForeignFacts {
  readonly drafts: readonly SemanticDraft[];
  readonly happened: boolean;
}

/**
 * The facts of a German or Spanish sentence, and of nouns with an owner in some more languages.
 * `null` if it is in another language or matches no pattern.
 */
export function foreignFacts(sentence: Sentence): ForeignFacts | null {
  const found = [german, spanish]
    .filter(({ gate }) => gate.test(sentence.text))
    .map((language) => factsIn(sentence, language))
    .find(({ drafts }) => drafts.length > 0);
  const owned = ownedNouns(sentence);
  if (owned.length === 0) return found ?? null;
  return { drafts: [...(found?.drafts ?? []), ...owned], happened: found?.happened === true };
}

interface Owner {
  readonly name: string;
  readonly relation: string | null;
  readonly named: string | null;
}

function factsIn(sentence: Sentence, language: Language): ForeignFacts {
  const drafts: SemanticDraft[] = [];
  let happened = false;
  let owner: Owner | null = null;
  for (const clause of sentence.text.split(language.breaks)) {
    const own = ownerOf(clause, sentence, language);
    owner = own ?? owner;
    if (owner === null || /\?\s*$/.test(sentence.text)) continue;
    const fact = language.opaque.test(clause) ? null : factOf(clause, language);
    if (fact === null) {
      // "Mein Bruder Matthias" says who the brother is, whatever the rest says.
      if (own?.named) drafts.push(...kinOf(nameOfSpeaker(sentence.passage), own, own.named));
      continue;
    }
    happened ||= fact.pattern.happened === true;
    drafts.push(...draftsOf(sentence, owner, fact));
  }
  return { drafts, happened };
}

interface Found {
  readonly pattern: Pattern;
  readonly value: string;
}

function factOf(clause: string, { patterns }: Language): Found | null {
  for (const pattern of patterns) {
    const verb = pattern.verb.exec(clause);
    const rest = verb === null ? "" : clause.slice(verb.index + verb[0].length);
    const value = pattern.value.exec(rest)?.[1]?.replace(/[.'’-]+$/u, "");
    if (value !== undefined) return { pattern, value };
  }
  return null;
}

function ownerOf(clause: string, { passage }: Sentence, language: Language): Owner | null {
  const { self, family, relations, somebody } = language;
  const speaker = nameOfSpeaker(passage);
  const match = family.exec(clause);
  const other = somebody.exec(clause)?.[1] ?? "";
  const relation = relations.get(match?.[1] ?? other);
  if (relation !== undefined) {
    const named = match?.[2] ?? null;
    return { name: named ?? `${possessive(speaker)} ${relation}`, relation, named };
  }
  if (self.test(clause)) return { name: speaker, relation: null, named: null };
  return other === "" ? null : { name: other, relation: null, named: null };
}

/** The relative that the stated fact is about, by name if it is known. */
function kinOf(speaker: string, { name, relation }: Owner, named: string | null): SemanticDraft[] {
  if (relation === null) return [];
  return [
    statedFreely({
      entity: speaker,
      property: relation,
      value: named ?? name,
      text:
        named === null
          ? `${speaker} has ${article(relation)} ${relation}.`
          : `${possessive(speaker)} ${relation} is ${named}.`,
      cardinality: named === null ? "many" : relationCardinality(relation),
    }),
  ];
}

function draftsOf(sentence: Sentence, owner: Owner, { pattern, value }: Found): SemanticDraft[] {
  const speaker = nameOfSpeaker(sentence.passage);
  const kin = kinOf(speaker, owner, owner.named ?? (pattern.property === "name" ? value : null));
  const since = sentence.dates.find(({ bound }) => bound === "since" || pattern.happened === true);
  const validFrom = since?.at("past") || null;
  const isPlace = sentence.words.some(
    ({ text, tags }) => value.startsWith(text) && text !== "" && (tags.has("City") || tags.has("Country")),
  );
  const property = pattern.property === "employer" && isPlace ? "workplace" : pattern.property;
  return [...kin, stated({ entity: owner.name, property, value, validFrom })];
}
