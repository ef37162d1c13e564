/**
 * The part of speech of a word as the tagger sees it: the first class whose tag the grammar gave.
 * The order puts what is specific first. Data.
 */
const classes = [
  "Pronoun",
  "Possessive",
  "Determiner",
  "Preposition",
  "Conjunction",
  "QuestionWord",
  "Negative",
  "Modal",
  "Copula",
  "Auxiliary",
  "Gerund",
  "PastTense",
  "Participle",
  "Infinitive",
  "PresentTense",
  "Imperative",
  "Verb",
  "WeekDay",
  "Month",
  "Date",
  "Duration",
  "Money",
  "Percent",
  "Unit",
  "Value",
  "FirstName",
  "Person",
  "City",
  "Country",
  "Place",
  "Organization",
  "Acronym",
  "ProperNoun",
  "Demonym",
  "Actor",
  "Plural",
  "Noun",
  "Comparative",
  "Superlative",
  "Adjective",
  "Adverb",
  "Expression",
  "Url",
] as const;

/** Rows of the table: one a class, and one for what the grammar did not read. */
export const partsOfSpeech = classes.length + 1;

/** 0 where the grammar said nothing, else the place of the class, from 1. */
export function partOfSpeech(tags: ReadonlySet<string>): number {
  return classes.findIndex((name) => tags.has(name)) + 1;
}
