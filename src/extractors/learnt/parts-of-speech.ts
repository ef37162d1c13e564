/**
 * The part of speech of a word for the tagger: the first class that is among the grammar's tags.
 * Specific classes come first.
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

/** Rows of the table: one for each class, and one for words without tags. */
export const partsOfSpeech = classes.length + 1;

/** The number of the class, from 1; 0 without tags. */
export function partOfSpeech(tags: ReadonlySet<string>): number {
  return classes.findIndex((name) => tags.has(name)) + 1;
}
