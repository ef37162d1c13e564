/**
 * Small stores, and whose facts answer questions about them: each question with what must come
 * back, and what must not.
 */
import type { RecallInput, RememberInput } from "../../src/index.js";

/**
 * A question, the words that its answer contains, words that it must not contain, and its
 * confidence where that matters.
 */
export interface WhoseCase {
  readonly ask: RecallInput;
  /** Nothing where the answer is to be empty. */
  readonly holds: readonly string[];
  readonly lacks?: RegExp;
  readonly confidence?: "found" | "weak" | "none";
}

export interface WhoseStore {
  readonly name: string;
  readonly said: readonly RememberInput[];
  readonly cases: readonly WhoseCase[];
}

const by = (name: string, content: string): RememberInput => ({ content: [{ role: "user", name, content }] });
const chat = (...messages: readonly (readonly [string, string])[]): RememberInput => ({
  content: messages.map(([name, content]) => ({ role: "user" as const, name, content })),
});
const noted = (content: string): RememberInput => ({ content: [{ role: "assistant", content }] });
const empty = (ask: RecallInput): WhoseCase => ({ ask, holds: [], confidence: "none" });
const answer = (ask: RecallInput, holds: string, lacks?: RegExp): WhoseCase => ({
  ask,
  holds: [holds],
  ...(lacks === undefined ? {} : { lacks }),
});

export const whoseStores: readonly WhoseStore[] = [
  {
    name: "things that the next sentence goes on about",
    said: [
      noted("HiveLog is an app for beekeepers. The backend is Supabase."),
      by("Ana", "Zoltan dropped by today. My sister is allergic to peanuts."),
      by("Ana", "Piet came along as well. Carla is allergic to hazelnuts."),
    ],
    cases: [
      answer("Which backend does HiveLog use?", "Supabase"),
      answer("What is Zoltan allergic to?", "", /peanuts/),
      answer("What is Piet allergic to?", "", /hazelnuts/),
    ],
  },
  {
    name: "one person with a name",
    said: [by("Ana", "I live in Lisbon. I am allergic to peanuts.")],
    cases: [
      { ...answer("Where does Ana live?", "Lisbon"), confidence: "found" },
      { ...answer("What is Ana allergic to?", "peanuts"), confidence: "found" },
      empty("Where does Bob live?"),
      empty("What is Bob allergic to?"),
      empty("Tell me where Bob lives"),
      empty("What is the address of Bob?"),
      empty("Bob's allergies"),
      empty("What did Bob say about peanuts?"),
      empty("Where does Ana's sister live?"),
      empty("Where does my brother live?"),
      answer("Where do I live?", "Lisbon"),
      answer({ query: "Where do I live?", speaker: "Ana" }, "Lisbon"),
      empty({ query: "Where do I live?", speaker: "Bob" }),
      answer("What is Anna allergic to?", "peanuts"),
      empty("Where does Hannah live?"),
    ],
  },
  {
    name: "a user without a name",
    said: ["I live in Lisbon. I am allergic to peanuts.", "Bob works at Siemens in Graz."],
    cases: [
      { ...answer("Where do I live?", "Lisbon", /Siemens/), confidence: "found" },
      answer("Where does the user live?", "Lisbon", /Siemens/),
      answer({ query: "What am I allergic to?", speaker: "Ana" }, "peanuts"),
      empty("Where does Carol live?"),
      answer("Where does Bob work?", "Siemens", /Lisbon/),
      empty("Where does my sister live?"),
      empty("Where do I work?"),
    ],
  },
  {
    name: "a user who says what their name is",
    said: ["My name is Ines.", "I moved to Porto in March.", "I play the oboe.", "Tom lives in Cork."],
    cases: [
      answer("Where does Ines live?", "Porto", /Cork/),
      answer({ query: "Where do I live?", speaker: "Ines" }, "Porto", /Cork/),
      answer("Where does Tom live?", "Cork", /Porto/),
      empty("Where does Vera live?"),
    ],
  },
  {
    name: "two people who chat",
    said: [
      by("Melanie", "I live in Graz and I play the cello."),
      by("Caroline", "My sister Priya is a nurse in Oslo."),
      by("Melanie", "I ran a marathon in April."),
      by("Caroline", "I adopted a dog called Rex."),
    ],
    cases: [
      answer("Where does Melanie live?", "Graz", /Oslo|Rex/),
      answer("Where does Mel live?", "Graz", /Oslo/),
      answer("Where does Melany live?", "Graz", /Oslo/),
      { ask: "What instrument does Caroline play?", holds: [], lacks: /cello/ },
      { ask: "What is Melanie's dog called?", holds: [], lacks: /Rex/ },
      { ask: "When did Caroline run a marathon?", holds: [], lacks: /marathon/ },
      empty("Did Bob run a marathon?"),
      { ask: "Where does Caroline live?", holds: [], lacks: /Graz/ },
      answer("What does Caroline's sister do for a living?", "nurse", /Graz/),
      answer("Where does Priya work?", "Oslo", /Graz/),
      empty("Where do I live?"),
      answer({ query: "Where do I live?", speaker: "Melanie" }, "Graz", /Oslo/),
      answer({ query: "What is my dog called?", speaker: "Caroline" }, "Rex", /Graz/),
      empty({ query: "What is my dog called?", speaker: "Melanie" }),
      answer("Who ran a marathon?", "marathon"),
    ],
  },
  {
    name: "a relative and the speaker in one message",
    said: [
      "My partner Jun is a nurse and I'm a pescatarian.",
      "User eats everything except aubergine. His sister is a vegan.",
      "I rent a studio by the harbour.",
    ],
    cases: [
      { ...answer("Am I a pescatarian?", "I'm a pescatarian"), confidence: "found" },
      empty("Am I a vegan?"),
      { ...answer("How much is my rent?", ""), confidence: "weak" },
    ],
  },
  {
    name: "people whose names are words",
    said: [
      by("Petra", "I live in Utrecht and I teach chemistry."),
      by("Petra", "My brother Will is a gardener and lives in Zwolle."),
      by("Petra", "Maybe I will visit the kiln; I may sell it."),
    ],
    cases: [
      answer("Where does Will live?", "Zwolle", /Utrecht/),
      answer("What does Will do for a living?", "gardener", /chemistry/),
      empty("Where does May live?"),
      empty("Where does Art live?"),
    ],
  },
  {
    name: "an assistant's notes about the user",
    said: [
      "The user's name is Ana. She lives in Lisbon and prefers TypeScript over Python.",
      "The user is working on a compiler.",
      "The user asked about Rust.",
      "User has a dog called Miso.",
      "User likes hiking on weekends.",
      "The user wants concise answers.",
      "User plans a trip to Japan in October.",
    ],
    cases: [
      answer("Where does Ana live?", "Lisbon"),
      answer("Where do I live?", "Lisbon"),
      answer("Does Ana prefer TypeScript or Python?", "TypeScript"),
      answer("What is the name of Ana's dog?", "Miso"),
      answer("What is the user's name?", "Ana"),
      empty("Where does Bob live?"),
    ],
  },
  {
    name: "notes in an assistant's own voice",
    said: [
      noted("The user's name is Ana. She lives in Lisbon and prefers TypeScript over Python."),
      noted("The user is working on a compiler."),
      noted("User has a dog called Miso."),
    ],
    cases: [answer("Where does Ana live?", "Lisbon"), empty("Where does Bob live?")],
  },
  {
    name: "bullets of an assistant that name the user once",
    said: [
      noted("User is Imran, 34\n- Lives in Bedminster\n- Wants to run the Snowdonia half"),
      noted("- Changed his race: Snowdonia is off, entered the Cardiff half"),
    ],
    cases: [answer("Which race is Imran training for?", "Cardiff"), empty("Where does Bob live?")],
  },
  {
    name: "a phone: messages with several people, and notes without a speaker",
    said: [
      chat(["Noor", "I sing in the choir on Sunday."], ["Ben", "I play the tuba at a wedding then."]),
      chat(["Cem", "I changed the tyres of the car."], ["Noor", "I fetch the car at five."]),
      "Note: the dentist moved the appointment to the clinic in Halle.",
      "Paid 40 euros to the vet for the vaccination.",
    ],
    cases: [
      answer("Where is Noor's dentist appointment?", "Halle"),
      answer("How much did Noor pay the vet?", "40 euros"),
      { ask: "How much did Ben pay the vet?", holds: [], lacks: /40/ },
      { ask: "Where is Cem's dentist appointment?", holds: [], lacks: /Halle/ },
    ],
  },
  {
    name: "a conversation that goes on about somebody",
    said: [
      {
        content: [
          { role: "user", name: "Practice", content: "New patient: the cat Pepper, six years old." },
          { role: "user", name: "Practice", content: "Weight 4.8 kilos." },
          { role: "user", name: "Practice", content: "Vaccinated against rabies." },
          { role: "user", name: "Practice", content: "Kidney stage two, recheck in four weeks." },
        ],
      },
      by("Tilda", "I was at the doctor, my kidney stage is three."),
    ],
    cases: [answer("Which stage is Pepper's kidney disease?", "stage two", /three/)],
  },
  {
    name: "companies, products and what the team uses",
    said: [
      "We use Redis for caching sessions, with a TTL of 20 minutes.",
      "Kestrel Freight picks up parcels at 14:00.",
      "Our invoices go through Billwise.",
      "Deployments run on Kubernetes.",
    ],
    cases: [
      answer("How do I use Redis for caching?", "Redis"),
      answer("How should I cache sessions with Memcached?", "caching sessions"),
      answer("When does Kestrel pick up parcels?", "14:00", /Billwise/),
      empty("When does Swift pick up parcels?"),
      empty("What is Swift's pickup time?"),
      empty("Who picks up parcels for Swift?"),
      answer("What are we using Redis for?", "caching", /Billwise|Kestrel/),
    ],
  },
  {
    name: "what is typed and what is not",
    said: [
      by("Jana", "I speak Czech."),
      by("Tom", "I speak French."),
      by("Jana", "We toured the Tatras and I got by in Slovak last year."),
    ],
    cases: [
      answer("What languages does Jana speak?", "Slovak", /French/),
      answer("What languages does Jana speak?", "Czech", /French/),
      answer("Which languages does Tom speak?", "French", /Czech|Slovak/),
    ],
  },
];
