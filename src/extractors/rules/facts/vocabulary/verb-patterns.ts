/** The verbs that state properties. A table for `verb-facts.ts`. */
import type { PropertyName } from "./properties.js";

/**
 * What a value has to be: `place` and `organisation` are names (a `place` may also be "a small
 * town"), `person` is a name, `thing` any noun phrase, `activity` a noun phrase or "-ing",
 * `language` a language.
 */
export type ValueKind = "place" | "organisation" | "person" | "thing" | "activity" | "language" | "name";

/**
 * How the tense of a verb relates to the fact. `state`: the fact is true while the verb is in the
 * present ("lives"). `start`: the finished action begins it ("moved"). `done`: the finished action
 * is the fact ("visited"). `end`: the finished action ends it ("quit").
 */
export type Aspect = "state" | "start" | "done" | "end";

/** A verb that states a property. */
export interface VerbPattern {
  readonly verbs: string;
  /** The value follows one of these prepositions; none: it is the direct object. */
  readonly preps?: string;
  readonly kind: ValueKind;
  readonly property: PropertyName;
  readonly aspect: Aspect;
  /** The property for a finished state ("lived in Rome"). */
  readonly former?: PropertyName;
  /** The property for a negated present ("does not eat meat"). */
  readonly negated?: PropertyName;
  /** The pattern applies only if it is negated ("can't stand cilantro"). */
  readonly onlyNegated?: boolean;
  /**
   * Whether the text after the value is part of the fact's sentence ("uses Postgres for billing").
   */
  readonly tail?: boolean;
  /** What the object must match, if the verb alone is not enough. */
  readonly object?: RegExp;
  /**
   * Whether the preposition must directly follow a simple form of the verb, unlike in "is coming to
   * York from Leeds".
   */
  readonly directly?: boolean;
  /** Whether another pattern may match the same clause ("works at Siemens in Graz"). */
  readonly more?: boolean;
}

const vehicles = "car|bike|bicycle|motorbike|motorcycle|van|truck|boat|scooter|campervan|tesla|jeep|suv";
const belongings = new RegExp(
  `\\b(?:${vehicles}|house|flat|apartment|cottage|cabin|condo|studio|garden|piano|guitar|violin|cello|drum kit|keyboard|ukulele|camera|laptop|computer|macbook|pc|phone|iphone|tablet|ipad|kindle|printer|drone|telescope|tent|kayak|surfboard|skateboard|snowboard|watch|ring|necklace|bakery|shop|store|restaurant|cafe|café|farm|company|business|startup|blog|podcast|website|youtube channel|tattoo|greenhouse|treadmill|console|playstation|xbox|switch|collection|library card|season ticket|subscription|membership|licence|license|visa|passport|degree|phd|master's|certificate)s?\\b`,
  "i",
);
const conditions =
  /\b(?:diabetes|asthma|adhd|autism|dyslexia|epilepsy|migraines?|anxiety|depression|arthritis|eczema|celiac|coeliac|hay fever|insomnia|anemia|anaemia|cancer|high blood pressure|hypertension|back pain|tinnitus|scoliosis|psoriasis|endometriosis|ibs|covid|the flu|a (?:bad|broken|sprained|sore) \w+|pcos|ptsd|ocd|lupus|crohn's|sciatica|vertigo|gout)\b/i;

/**
 * A company, and not an organisation that people join without working there: services, clubs,
 * armies.
 */
const joinedForWork =
  /^(?!.*\b(?:facebook|instagram|twitter|x|linkedin|tiktok|discord|slack|reddit|strava|duolingo|netflix|spotify|whatsapp|telegram|mastodon|bluesky|youtube|snapchat|pinterest|patreon|twitch|zoom|meetup|club|society|church|choir|army|navy|marines|air force|military|union|party|association|league|band|team|group|university|college|school|academy|orchestra|guild|network|community|program|programme|class|course|gym|fitness|toastmasters|rotary|scouts|peace corps|red cross|greenpeace|council|board|committee|parliament|congress|meeting|call|zumba|yoga|pilates|crossfit|peloton|tinder|bumble|hinge|prime|steam|github|forum|server|chat|party|march|protest|strike|expedition|tour|trip|retreat|camp|workshop|conference|mailing list|waiting list)\b)/i;

/** Facts stated by a verb. Only the first pattern that matches is used, unless it has `more`. */
export const verbPatterns: readonly VerbPattern[] = [
  {
    verbs: "live reside",
    preps: "in at near on outside by",
    kind: "place",
    property: "home",
    aspect: "state",
    former: "lived in",
  },
  {
    verbs: "move relocate emigrate",
    preps: "to into back-to",
    kind: "place",
    property: "home",
    aspect: "start",
  },
  { verbs: "grow", preps: "in", kind: "place", property: "hometown", aspect: "done" },
  { verbs: "come hail", preps: "from", kind: "place", property: "hometown", aspect: "state", directly: true },
  { verbs: "settle", preps: "in", kind: "place", property: "home", aspect: "start" },
  {
    verbs: "work",
    preps: "at for",
    kind: "organisation",
    property: "employer",
    aspect: "state",
    former: "former employer",
    more: true,
  },
  {
    verbs: "work",
    preps: "as",
    kind: "thing",
    property: "occupation",
    aspect: "state",
    object: /^(?!(?:expected|intended|planned|designed|usual|normal|before|one|well)\b)/i,
    more: true,
  },
  { verbs: "work", preps: "in", kind: "place", property: "workplace", aspect: "state" },
  { verbs: "work", preps: "in", kind: "thing", property: "field of work", aspect: "state" },
  {
    verbs: "work",
    preps: "on",
    kind: "thing",
    property: "works on",
    aspect: "state",
    object:
      /^(?!(?:an?|the|my|our|some)? ?(?:new |big |cool |fun |couple of )*(?:projects?|tasks?|stuff|things?|week(?:end|day)s?|\p{L}+days|holidays|call)$)/iu,
  },
  { verbs: "focus concentrate", preps: "on", kind: "activity", property: "focus", aspect: "state" },
  { verbs: "start join", preps: "as", kind: "thing", property: "occupation", aspect: "start", more: true },
  { verbs: "start", preps: "at", kind: "organisation", property: "employer", aspect: "start" },
  { verbs: "join", kind: "organisation", property: "employer", aspect: "start", object: joinedForWork },
  { verbs: "join", kind: "organisation", property: "joined", aspect: "done" },
  { verbs: "volunteer", preps: "at for with", kind: "thing", property: "volunteering", aspect: "state" },
  { verbs: "belong", preps: "to", kind: "organisation", property: "member", aspect: "state" },
  { verbs: "become", kind: "thing", property: "role", aspect: "start", object: /^(?:an?|the)\b/i },
  {
    verbs: "study",
    preps: "at",
    kind: "organisation",
    property: "school",
    aspect: "state",
    former: "education",
    more: true,
  },
  {
    verbs: "attend",
    kind: "organisation",
    property: "school",
    aspect: "state",
    former: "education",
    object: /universit|college|school|academy|institut/i,
  },
  { verbs: "study", kind: "thing", property: "field of study", aspect: "state", former: "field of study" },
  {
    verbs: "major minor",
    preps: "in",
    kind: "thing",
    property: "field of study",
    aspect: "state",
    former: "field of study",
  },
  { verbs: "graduate", preps: "from", kind: "organisation", property: "education", aspect: "done" },
  { verbs: "manage lead", kind: "thing", property: "manages", aspect: "state" },
  {
    verbs: "run own",
    kind: "thing",
    property: "runs",
    aspect: "state",
    object:
      /\b(?:bakery|shop|store|restaurant|cafe|café|company|business|startup|agency|studio|blog|podcast|farm|club|school|firm|channel|bar|hotel|salon|clinic|practice|team)\b/i,
  },
  { verbs: "own", kind: "thing", property: "owns", aspect: "state" },
  { verbs: "found", kind: "thing", property: "founded", aspect: "done" },
  { verbs: "teach", kind: "thing", property: "teaches", aspect: "state" },
  { verbs: "coach", kind: "thing", property: "coaches", aspect: "state" },
  { verbs: "learn", kind: "activity", property: "learning", aspect: "state" },
  { verbs: "speak", kind: "language", property: "language", aspect: "state" },
  {
    verbs: "like love enjoy adore",
    kind: "activity",
    property: "likes",
    aspect: "state",
    negated: "dislikes",
  },
  { verbs: "dislike hate detest despise loathe", kind: "activity", property: "dislikes", aspect: "state" },
  {
    verbs: "stand bear",
    kind: "activity",
    property: "dislikes",
    aspect: "state",
    negated: "dislikes",
    onlyNegated: true,
  },
  { verbs: "prefer", kind: "activity", property: "prefers", aspect: "state", tail: true },
  { verbs: "fear", kind: "thing", property: "fears", aspect: "state" },
  { verbs: "miss", kind: "thing", property: "misses", aspect: "state" },
  { verbs: "collect", kind: "thing", property: "collects", aspect: "state" },
  {
    verbs: "play",
    kind: "thing",
    property: "instrument",
    aspect: "state",
    object:
      /\b(?:guitar|piano|violin|cello|drums?|drum kit|bass|double bass|flute|clarinet|saxophone|sax|trumpet|trombone|tuba|horn|bassoon|recorder|ukulele|harp|organ|keyboards?|synth|harmonica|accordion|oboe|viola|banjo|mandolin|fiddle|sitar|cajon|percussion|bagpipes)\b/i,
  },
  {
    verbs: "play",
    kind: "thing",
    property: "plays",
    aspect: "state",
    object:
      /\b(?:tennis|football|soccer|basketball|volleyball|rugby|cricket|golf|chess|badminton|squash|hockey|handball|baseball|padel|poker|bridge|dungeons|video games|table tennis|pickleball|darts|go)\b/i,
  },
  {
    verbs: "do practice practise",
    kind: "thing",
    property: "hobby",
    aspect: "state",
    object:
      /\b(?:yoga|pilates|karate|judo|taekwondo|crossfit|meditation|tai chi|ballet|aikido|boxing|mindfulness|archery|gymnastics|pottery|calligraphy|kickboxing|jiu-jitsu)\b/i,
  },
  {
    verbs: "drive ride",
    kind: "thing",
    property: "drives",
    aspect: "state",
    object: /^(?:an?|my|our|his|her|the)\s|^\p{Lu}/u,
  },
  { verbs: "eat", kind: "thing", property: "eats", aspect: "state", negated: "does not eat" },
  { verbs: "drink", kind: "thing", property: "drinks", aspect: "state", negated: "does not drink" },
  { verbs: "support", kind: "organisation", property: "supports", aspect: "state" },
  { verbs: "use", kind: "thing", property: "tool", aspect: "state", tail: true },
  {
    verbs: "take",
    kind: "thing",
    property: "medication",
    aspect: "state",
    object:
      /\b(?:\d+ ?mg|pills?|medication|metformin|insulin|antidepressants?|antihistamines?|ibuprofen|aspirin|statins?|vitamins?|supplements?|levothyroxine|tablets?)\b/i,
    tail: true,
  },
  {
    verbs: "weigh",
    kind: "thing",
    property: "weight",
    aspect: "state",
    object:
      /^(?:about |around |almost |only )?\d+(?:[.,]\d+)?\s?(?:kg|kgs|kilos?|kilograms?|lbs?|pounds?|stone|g|grams|tons?|tonnes)$/i,
  },
  { verbs: "suffer", preps: "from", kind: "thing", property: "health", aspect: "state" },
  { verbs: "have get", kind: "thing", property: "health", aspect: "state", object: conditions },
  { verbs: "have", kind: "thing", property: "owns", aspect: "state", object: belongings },
  {
    verbs: "buy purchase",
    kind: "thing",
    property: "bought",
    aspect: "done",
    object: /^(?:an?|our|my|the|some|two|three|new)\b/i,
  },
  {
    verbs: "go",
    preps: "to",
    kind: "organisation",
    property: "school",
    aspect: "state",
    object: /\b(?:school|university|college|academy|kindergarten|gymnasium)\b/i,
  },
  { verbs: "visit", kind: "place", property: "visited", aspect: "done" },
  { verbs: "go travel fly", preps: "to", kind: "place", property: "visited", aspect: "done" },
  { verbs: "marry", kind: "person", property: "partner", aspect: "start" },
  // "I'm 34 and married to Tom"
  { verbs: "marry", preps: "to", kind: "person", property: "partner", aspect: "start" },
  { verbs: "date", kind: "person", property: "partner", aspect: "state" },
  {
    verbs: "need",
    kind: "thing",
    property: "needs",
    aspect: "state",
    object: /\b(?:glasses|wheelchair|hearing aids?|visa|insulin|crutches|surgery)\b/i,
  },
  { verbs: "sell", kind: "thing", property: "owns", aspect: "end" },
  { verbs: "quit leave", kind: "organisation", property: "employer", aspect: "end" },
  { verbs: "resign", preps: "from", kind: "organisation", property: "employer", aspect: "end" },
];
