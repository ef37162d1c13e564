/**
 * A table of predicates and the properties that they state: "is allergic to cats", "am from Graz".
 * The patterns are tried in this order.
 */
import type { PropertyName } from "./properties.js";
import type { ValueKind } from "./verb-patterns.js";

/** One way to state a property with a predicate. */
export interface PredicatePattern {
  /**
   * Matched at the start of what follows "is", "am", "became". Its first group is the value;
   * without one, the whole match.
   */
  readonly predicate: RegExp;
  readonly property: PropertyName;
  readonly kind?: ValueKind;
  /** Whether a list is several values. */
  readonly list?: boolean;
  readonly cardinality?: "one" | "many";
  readonly negated?: PropertyName;
}

/** Adverbs that may precede a predicate. */
const lead =
  "(?:(?:really|very|also|just|now|currently|actually|both|originally|quite|so|pretty|a bit|still|deeply|severely|highly|super|totally|absolutely|big|huge|a|an|such) )*";
const predicate = (pattern: string) => new RegExp(`^${lead}${pattern}`, "iu");

/** Statements by predicate: "is allergic to …", "am from …", "was born in …". */
export const predicatePatterns: readonly PredicatePattern[] = [
  { predicate: predicate("allergic to (.+)"), property: "allergy", list: true },
  {
    predicate: predicate("(lactose|gluten|histamine|fructose|dairy|wheat)[- ]intoleran(?:t|ce)"),
    property: "intolerance",
  },
  {
    predicate: predicate(
      "(vegan|vegetarian|pescatarian|pescetarian|flexitarian|keto|gluten-free|halal|kosher|teetotal(?:ler)?|sober)\\b",
    ),
    property: "diet",
  },
  {
    predicate: predicate(
      "(single|divorced|widowed|separated|engaged|married)(?=$|[.,!]| (?:with|and|again|now|since|for|in|at))",
    ),
    property: "relationship status",
  },
  { predicate: predicate("(?:married|engaged) to (?!be\\b)(.+)"), property: "partner", kind: "person" },
  { predicate: predicate("dating (.+)"), property: "partner", kind: "person" },
  { predicate: predicate("in a relationship with (.+)"), property: "partner", kind: "person" },
  { predicate: predicate("(?:based|living|located) in (.+)"), property: "home", kind: "place" },
  { predicate: predicate("employed (?:at|by|with) (.+)"), property: "employer", kind: "organisation" },
  { predicate: predicate("from (.+)"), property: "hometown", kind: "place" },
  { predicate: predicate("(?:fan|lover) of (.+)"), property: "likes", list: true, negated: "dislikes" },
  {
    predicate: predicate(
      "(?:into|fond of|keen on|interested in|fascinated by|passionate about|crazy about|obsessed with|addicted to) (.+)",
    ),
    property: "likes",
    list: true,
    negated: "dislikes",
  },
  { predicate: predicate("(?:afraid|scared|terrified) of (.+)"), property: "fears", list: true },
  { predicate: predicate("(?:good|great|brilliant|excellent) at (.+)"), property: "good at", list: true },
  { predicate: predicate("(?:fluent in) (.+)"), property: "language", list: true },
  { predicate: predicate("diagnosed with (.+)"), property: "health", list: true },
  {
    predicate: predicate(
      "(diabetic|asthmatic|dyslexic|colou?r-?blind|pregnant|autistic|epileptic|deaf|blind|an?emic|celiac|coeliac|anaphylactic|hypermobile)\\b",
    ),
    property: "trait",
  },
  {
    predicate: predicate(
      "(left-handed|right-handed|ambidextrous|retired|unemployed|self-employed|bilingual|trilingual|an only child|introverted|extroverted|colorblind|transgender|gay|lesbian|bisexual|nonbinary|non-binary|religious|catholic|muslim|jewish|buddhist|hindu|atheist|agnostic)\\b",
    ),
    property: "trait",
  },
  {
    predicate: predicate(
      "((?:early|late) riser|night owl|morning person|introvert|extrovert|perfectionist|homebody|bookworm|foodie|beginner|workaholic)\\b",
    ),
    property: "trait",
  },
  { predicate: predicate("members? of (.+)"), property: "member" },
];
