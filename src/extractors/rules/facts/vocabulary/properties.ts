/**
 * The vocabulary of facts: every property with its cardinality and sentence, and the verbs and
 * predicates that state it. Data for `verb-facts.ts` and `person-facts.ts`. `one` is used only
 * where a person or thing has one value at a time: a wrong replacement destroys trust.
 */

/** How a property is recorded and written. */
export interface Property {
  readonly cardinality: "one" | "many";
  /**
   * Template of the fact as a sentence, with `{entity}` and `{value}`; the value includes its
   * article.
   */
  readonly holds: string;
  readonly ended: string;
}

const one = (holds: string, ended: string): Property => ({ cardinality: "one", holds, ended });
const many = (holds: string, ended: string): Property => ({ cardinality: "many", holds, ended });

/** Every property of the vocabulary. */
export const properties = {
  name: one("{entity} is called {value}.", "{entity} is no longer called {value}."),
  age: one("{entity} is {value} years old.", "{entity} is no longer {value} years old."),
  height: one("{entity} is {value} tall.", "{entity} is no longer {value} tall."),
  weight: one("{entity} weighs {value}.", "{entity} no longer weighs {value}."),
  birthday: one("{entity}'s birthday is {value}.", "{entity}'s birthday is not {value}."),
  "birth year": one("{entity} was born in {value}.", "{entity} was not born in {value}."),
  birthplace: one("{entity} was born in {value}.", "{entity} was not born in {value}."),
  home: one("{entity} lives in {value}.", "{entity} no longer lives in {value}."),
  hometown: many("{entity} is from {value}.", "{entity} is not from {value}."),
  "lived in": many("{entity} lived in {value}.", "{entity} did not live in {value}."),
  employer: one("{entity} works at {value}.", "{entity} no longer works at {value}."),
  "former employer": many("{entity} worked at {value}.", "{entity} did not work at {value}."),
  occupation: one("{entity} works as {value}.", "{entity} no longer works as {value}."),
  role: many("{entity} is {value}.", "{entity} is no longer {value}."),
  workplace: many("{entity} works in {value}.", "{entity} no longer works in {value}."),
  "field of work": many("{entity} works in {value}.", "{entity} no longer works in {value}."),
  "works on": many("{entity} works on {value}.", "{entity} no longer works on {value}."),
  focus: many("{entity} focuses on {value}.", "{entity} no longer focuses on {value}."),
  manages: many("{entity} manages {value}.", "{entity} no longer manages {value}."),
  runs: many("{entity} runs {value}.", "{entity} no longer runs {value}."),
  founded: many("{entity} founded {value}.", "{entity} did not found {value}."),
  teaches: many("{entity} teaches {value}.", "{entity} no longer teaches {value}."),
  coaches: many("{entity} coaches {value}.", "{entity} no longer coaches {value}."),
  joined: many("{entity} joined {value}.", "{entity} left {value}."),
  member: many("{entity} is a member of {value}.", "{entity} is no longer a member of {value}."),
  volunteering: many("{entity} volunteers at {value}.", "{entity} no longer volunteers at {value}."),
  school: many("{entity} studies at {value}.", "{entity} no longer studies at {value}."),
  education: many("{entity} graduated from {value}.", "{entity} did not graduate from {value}."),
  "field of study": many("{entity} studies {value}.", "{entity} no longer studies {value}."),
  degree: many("{entity} has {value}.", "{entity} has no {value}."),
  learning: many("{entity} is learning {value}.", "{entity} is no longer learning {value}."),
  language: many("{entity} speaks {value}.", "{entity} does not speak {value}."),
  nationality: many("{entity} is {value}.", "{entity} is no longer {value}."),
  partner: one("{entity}'s partner is {value}.", "{entity} and {value} are no longer together."),
  "relationship status": one("{entity} is {value}.", "{entity} is no longer {value}."),
  children: many("{entity} has {value}.", "{entity} has no {value}."),
  siblings: many("{entity} has {value}.", "{entity} has no {value}."),
  pet: many("{entity} has {value}.", "{entity} no longer has {value}."),
  owns: many("{entity} has {value}.", "{entity} no longer has {value}."),
  drives: many("{entity} drives {value}.", "{entity} no longer drives {value}."),
  likes: many("{entity} likes {value}.", "{entity} no longer likes {value}."),
  dislikes: many("{entity} dislikes {value}.", "{entity} no longer dislikes {value}."),
  prefers: many("{entity} prefers {value}.", "{entity} no longer prefers {value}."),
  fears: many("{entity} is afraid of {value}.", "{entity} is no longer afraid of {value}."),
  misses: many("{entity} misses {value}.", "{entity} no longer misses {value}."),
  "good at": many("{entity} is good at {value}.", "{entity} is no longer good at {value}."),
  plays: many("{entity} plays {value}.", "{entity} no longer plays {value}."),
  instrument: many("{entity} plays {value}.", "{entity} no longer plays {value}."),
  hobby: many("{entity} does {value}.", "{entity} no longer does {value}."),
  collects: many("{entity} collects {value}.", "{entity} no longer collects {value}."),
  habit: many("{entity} {value}.", "{entity} no longer does: {value}."),
  allergy: many("{entity} is allergic to {value}.", "{entity} is no longer allergic to {value}."),
  intolerance: many("{entity} is {value} intolerant.", "{entity} is no longer {value} intolerant."),
  diet: many("{entity} is {value}.", "{entity} is no longer {value}."),
  "does not eat": many("{entity} does not eat {value}.", "{entity} eats {value} again."),
  "does not drink": many("{entity} does not drink {value}.", "{entity} drinks {value} again."),
  eats: many("{entity} eats {value}.", "{entity} no longer eats {value}."),
  drinks: many("{entity} drinks {value}.", "{entity} no longer drinks {value}."),
  smokes: many("{entity} smokes {value}.", "{entity} no longer smokes."),
  health: many("{entity} has {value}.", "{entity} no longer has {value}."),
  medication: many("{entity} takes {value}.", "{entity} no longer takes {value}."),
  trait: many("{entity} is {value}.", "{entity} is no longer {value}."),
  goal: many("{entity} wants to {value}.", "{entity} no longer wants to {value}."),
  plan: many("{entity} plans to {value}.", "{entity} no longer plans to {value}."),
  needs: many("{entity} needs {value}.", "{entity} no longer needs {value}."),
  tool: many("{entity} uses {value}.", "{entity} no longer uses {value}."),
  visited: many("{entity} visited {value}.", "{entity} did not visit {value}."),
  bought: many("{entity} bought {value}.", "{entity} did not buy {value}."),
  supports: many("{entity} supports {value}.", "{entity} no longer supports {value}."),
  "has never been to": many("{entity} has never been to {value}.", "{entity} has been to {value}."),
  date: one("{entity} is on {value}.", "{entity} is not on {value}."),
  value: one("{entity} is {value}.", "{entity} is no longer {value}."),
  location: one("{entity} is in {value}.", "{entity} is no longer in {value}."),
} as const satisfies Readonly<Record<string, Property>>;

/** The name of a property of the vocabulary. */
export type PropertyName = keyof typeof properties;

/** Noun phrases after "my" or "X's", and the properties that they name. */
export const propertyAliases: Readonly<Record<string, PropertyName>> = {
  name: "name",
  "first name": "name",
  "full name": "name",
  nickname: "name",
  age: "age",
  height: "height",
  birthday: "birthday",
  "date of birth": "birthday",
  bday: "birthday",
  hometown: "hometown",
  "home town": "hometown",
  employer: "employer",
  job: "occupation",
  profession: "occupation",
  occupation: "occupation",
  "native language": "language",
  "mother tongue": "language",
  "first language": "language",
  nationality: "nationality",
  goal: "goal",
  dream: "goal",
  plan: "plan",
  allergy: "allergy",
  diet: "diet",
};

/**
 * Nouns after "my" that can have several values at a time. Every other singular noun after "my" has
 * one value.
 */
export const manyValuedNouns =
  /(?:\b(?:hobby|interest|friend|skill|goal|dream|plan|allergy|problem|issue|idea|concern|question|reason|tip|memory|thing|part|way|passion|fear|habit|wish|language|email|phone|role|project|task|strategy|suggestion|experience|motivation|inspiration|advice|feeling)|s)$/i;
