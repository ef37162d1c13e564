/**
 * Note wordings: the sentences that short forms of a note about the user mean, so that the
 * grammar reads them like a person's own words: "Location: Lisbon", "Allergic to nuts", "User is
 * Imran, 34, paramedic". Pure.
 */

/** "Based in: Lisbon" and "Allergic to nuts": a state, with what it refers to. */
const state =
  /^(?:allergic|intolerant|sensitive|married|engaged|based|born|located|fluent|interested|afraid|scared|retired|single|divorced|vegetarian|vegan|pregnant|(?:learn|work|study|train|look|plan|liv|sav|build|writ|prepar)ing)\b/iu;

/** Labels whose value is not called what the label says: "Location: Lisbon" is where the user lives. */
const wordings: readonly (readonly [label: RegExp, (value: string) => string])[] = [
  [/^(?:home|location|city|residence|lives?(?: in)?)$/, (value) => `lives in ${value}`],
  [
    /^(?:job|job title|occupation|profession|title|role|position|works? as|work)$/,
    (value) => `works as ${withArticle(value)}`,
  ],
  [/^(?:employer|company|workplace|organi[sz]ation|works? (?:at|for))$/, (value) => `works at ${value}`],
  [/^(?:allergy|allergies)$/, (value) => `is allergic to ${value}`],
  [/^(?:preferences?|prefers)$/, (value) => `prefers ${value}`],
  [/^languages?$/, (value) => `speaks ${value}`],
  [/^(?:interests?|hobby|hobbies)$/, (value) => `is interested in ${value}`],
  [/^(?:likes|dislikes|loves|hates|speaks|drives|uses|owns|plays)$/, () => ""],
  [/^age$/, (value) => `is ${value.replace(/\D.*$/su, "")} years old`],
];

/** "Data engineer at Feedzai" is "a data engineer at Feedzai"; "CTO" and "the CTO" stay. */
function withArticle(role: string): string {
  if (/^(?:an?|the)\s/iu.test(role)) return role;
  const noun = /^\p{Lu}\p{Ll}/u.test(role) ? `${role.charAt(0).toLowerCase()}${role.slice(1)}` : role;
  return /^[aeiou]/iu.test(noun) ? `an ${noun}` : `a ${noun}`;
}

/** The statement about the user that a label and its value mean. */
export function ofLabel(label: string, value: string): string {
  const name = label.toLowerCase();
  const wording = wordings.find(([pattern]) => pattern.test(name))?.[1];
  if (wording !== undefined) return `The user ${wording(value) || `${name} ${value}`}`;
  return state.test(name) ? `The user is ${name} ${value}` : `The user's ${name} is ${value}`;
}

/** Headings above lists of values: "Preferences:", "Allergies:". */
const ofList = /^(?:preferences|likes|dislikes|allergies|languages|interests|hobbies)$/u;

/**
 * The statement that an item of a list of values means: "dark mode" below "Preferences:".
 * `null` for other lists.
 */
export function ofItem(heading: string, item: string): string | null {
  const name = heading.toLowerCase();
  const isValue = ofList.test(name) && item.split(/\s+/u).length <= mostItemWords && !/[.:]/u.test(item);
  return isValue ? ofLabel(name, item) : null;
}

/** A longer item is mostly a sentence of its own. */
const mostItemWords = 5;

/** The statement that a state means, or `null`: "Allergic to nuts". */
export function ofState(line: string): string | null {
  return state.test(line) ? `The user is ${line.charAt(0).toLowerCase()}${line.slice(1)}` : null;
}

/** "User mentioned that they moved to Porto": what the user said about themself. */
const report =
  /^(?:the )?user (?:also )?(?:mentioned|said|says|noted|shared|stated|reported|confirmed|explained|added|clarified|revealed|told (?:me|us))(?: that)? (?:they|s?he)(?<verb>['’](?:re|ve|s)|\s+\p{L}+)(?<rest>\s.+)$/isu;
const singular: Readonly<Record<string, string>> = {
  are: "is",
  "'re": "is",
  "'s": "is",
  were: "was",
  have: "has",
  "'ve": "has",
};

/** The statement that a report means, or `null`. */
export function ofReport(line: string): string | null {
  const { verb = "", rest = "" } = report.exec(line)?.groups ?? {};
  const said = verb.trim().toLowerCase().replace("’", "'");
  return said === "" ? null : `The user ${singular[said] ?? said}${rest}`;
}

/** "Decision: use Postgres 15 for the orders": what "we" do from then on. */
const decision =
  /^(?:decision|decided|agreed)(?: made)?:\s+(?:to )?(?:(?<kept>us(?:e|ing)|adopt|go(?:ing)? with|stick(?:ing)? with)|(?<moved>(?:switch|mov|migrat)(?:e|ed|ing)? to))\s+(?<rest>\S.*)$/isu;
/** "Gotcha: the staging server restarts at 4 am": the label says nothing about what follows. */
const remark =
  /^(?:gotcha|note|fyi|heads[- ]up|context|observation|finding|lesson|fact):\s+(?<rest>\S.*)$/isu;

/** The statement that a decision or a remark of a note means, or `null`. */
export function ofRemark(line: string): string | null {
  const { kept, moved, rest = "" } = decision.exec(line)?.groups ?? {};
  if (kept !== undefined) return `We use ${rest}`;
  if (moved !== undefined) return `We switched to ${rest}`;
  const said = remark.exec(line)?.groups?.rest;
  return said === undefined ? null : `${said.charAt(0).toUpperCase()}${said.slice(1)}`;
}

/** Nouns of lines such as "Name is Tomas" and "Dog is called Rex". */
const ownNoun =
  /^(?<noun>name|age|birthday|job|occupation|role|time ?zone|(?:native )?language|location|home|hometown|city|employer|company|email|phone|diet|dog|cat|pet|wife|husband|partner|spouse|son|daughter|child|manager|boss|team)\s+is\s+(?<value>\S.*)$/isu;

/** The statement of a line about a noun of the user, or `null`: "Name is Tomas". */
export function ofOwnNoun(line: string): string | null {
  const { noun, value } = ownNoun.exec(line)?.groups ?? {};
  return noun === undefined || value === undefined ? null : ofLabel(noun, value.replace(/[.,]$/u, ""));
}

/** "User is Imran, 34, paramedic with the ambulance service": a name, then who that is. */
const introduction =
  /^(?:the )?user(?:['’]s name)?(?: is(?: called)?|:)\s+(?<name>\p{Lu}[\p{L}\p{M}'’-]*(?:\s(?:\p{Lu}[\p{L}\p{M}'’-]*|de|da|van|von|der))*),\s+(?<rest>\S.*)$/isu;
const age = /^(?:aged? )?(?<years>\d{1,3})(?: years? old)?$/iu;
/** "paramedic with the ambulance service", "a nurse": a noun, and no verb, preposition or place. */
const role = /^(?!(?:and|but|who|which|in|from|at|with|has|is|was|based|living|lives)\b)\p{L}[^;:]*$/iu;

/** "Left-handed". */
const quality = /^[\p{Ll}-]{4,20}$/u;

/** The statements that an introduction means; empty if the line is none. */
export function ofIntroduction(line: string): readonly string[] {
  const { name, rest } = introduction.exec(line)?.groups ?? {};
  if (name === undefined || rest === undefined || !/^\p{Lu}/u.test(name)) return [];
  const parts = rest.replace(/[.!]$/u, "").split(/,\s+/u);
  const years = age.exec(parts[0]!)?.groups?.years;
  const [who, ...others] = years === undefined ? parts : parts.slice(1);
  return [
    `The user's name is ${name}`,
    ...(years === undefined ? [] : [`The user is ${years} years old`]),
    ...(who !== undefined && role.test(who) ? [`The user works as ${withArticle(who)}`] : []),
    ...others.filter((other) => quality.test(other)).map((other) => `The user is ${other}`),
  ];
}
