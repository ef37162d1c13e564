/**
 * Properties outside the vocabulary: which of them have one value at a time, so that a new value
 * replaces the old one. All others may have several values: a wrong replacement costs more trust
 * than a repetition.
 */
import { type PropertyName, properties } from "../facts/vocabulary/properties.js";

/** The last word of nouns with one value at a time: measures, dates, addresses, settings. */
const singleNouns = new Set(
  `version,port,deadline,price,cost,rent,salary,budget,weight,height,size,score,grade,address,phone,email,password,code,url,capacity,temperature,time,target,limit,rate,
coverage,accuracy,latency,count,total,balance,mileage,rank,number,percentage,threshold,interval,timeout,frequency,quantity,dose,duration,length,width,due date,start date,end date,
release date,progress,revision,colour,age,birthday,name,pace,distance,income,fee,quota,ratio,speed,uptime,default`
    .replaceAll("\n", "")
    .split(","),
);

/** Whether a property has one value at a time. */
export function singleValued(property: string): boolean {
  if (property in properties) return properties[property as PropertyName].cardinality === "one";
  return singleNouns.has(property) || singleNouns.has(property.split(" ").at(-1)!);
}

/**
 * Sentences for properties whose value is a noun phrase or an "-ing" form. All other facts are
 * written as "{entity}'s {property} is {value}."
 */
const sentences: Readonly<Record<string, string>> = {
  interest: "{entity} is interested in {value}.",
  focus: "{entity}'s focus is {value}.",
  experience: "{entity}'s experience: {value}.",
  goal: "{entity}'s goal: {value}.",
  plan: "{entity}'s plan: {value}.",
  project: "{entity}'s project: {value}.",
  habit: "{entity}'s habit: {value}.",
  opinion: "{entity} (opinion): {value}.",
  feeling: "{entity} feels: {value}.",
  difficulty: "{entity} finds hard: {value}.",
  knowledge: "{entity} knows: {value}.",
  skill: "{entity} can do: {value}.",
  motivation: "{entity} is motivated by {value}.",
  made: "{entity} made {value}.",
  child: "{entity}'s children include {value}.",
  sibling: "{entity}'s siblings include {value}.",
  friend: "{entity}'s friends include {value}.",
  relative: "{entity}'s relatives include {value}.",
  group: "{entity} is in the group {value}.",
  diet: "{entity}'s diet: {value}.",
  trait: "{entity} is {value}.",
  origin: "{entity} is from {value}.",
  status: "{entity}'s status: {value}.",
};

/** Properties of the vocabulary whose own sentence fits a noun phrase. */
const nounPhraseProperties: ReadonlySet<PropertyName> = new Set<PropertyName>([
  ...(["name", "age", "height", "weight", "birthday", "birthplace", "home", "hometown", "employer"] as const),
  ...(["occupation", "workplace", "member", "school", "education", "field of study", "language"] as const),
  ...(["nationality", "partner", "pet", "owns", "drives", "likes", "dislikes", "allergy", "health"] as const),
  ...(["medication", "visited", "bought", "location", "plays", "hobby", "volunteering"] as const),
]);

/** The fact as a sentence in the third person. */
export function openSentence({
  entity,
  property,
  value,
}: Record<"entity" | "property" | "value", string>): string {
  const own = nounPhraseProperties.has(property as PropertyName)
    ? properties[property as PropertyName].holds
    : undefined;
  const counted = /^\d/.test(value) && value.toLowerCase().endsWith(` ${property}`);
  const template =
    own ?? sentences[property] ?? (counted ? "{entity} has {value}." : "{entity}'s {property} is {value}.");
  const words: Readonly<Record<string, string>> = { entity, property, value };
  return template.replace(/\{(\w+)\}/g, (_, name: string) => words[name]!);
}
