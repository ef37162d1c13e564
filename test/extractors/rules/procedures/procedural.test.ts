import { describe, expect, test } from "vitest";
import { draftsOf, factsIn, rulesIn } from "../../drafts.js";

/** Rules with their condition; `-`: the rule always applies. */
const rules: Readonly<Record<string, string>> = {
  "Always format code with syntax highlighting.": "-",
  "Always show the query plan when I ask about slow queries.": "I ask about slow queries",
  "When a deploy fails, roll back first.": "a deploy fails",
  "If the build breaks, ping Tom before anything else.": "the build breaks",
  "Keep answers under a hundred words.": "-",
  "For anything going to Okafor & Sons use the blue stamp.": "Okafor & Sons",
  "For everything from the council, tell Ludo first.": "the council",
  "Whenever I mention a recipe, convert cups to grams.": "I mention a recipe",
  "Before you send an email, show me a draft.": "you send an email",
  "never email clients on Fridays": "-",
  "Please use metric units from now on.": "-",
  "From now on, answer in German.": "-",
  "Use British spelling.": "-",
  "Please keep answers short.": "-",
  "To restart the pump: 1. close the valve 2. wait a minute 3. open the valve": "restart the pump",
  "Release:\n1. bump the version\n2. tag the commit\n3. tell Baptiste": "Release",
  "@bot when someone orders a wreath always ask what goes on the ribbon": "someone orders a wreath",
  "Don't use emojis in your replies.": "-",
  "Avoid jargon.": "-",
  "Stop apologising in every answer.": "-",
  "Can you always answer in French?": "-",
  "I'd prefer you keep answers short.": "-",
  "I prefer concise answers.": "-",
  "I prefer tabs when you write code.": "you write code",
  "I'd like you to always cite your sources.": "-",
  "To reset the router, hold the button for ten seconds.": "reset the router",
  "For code reviews, use bullet points.": "code reviews",
  "Make sure to always run the tests before a release.": "a release",
  "We never deploy on Fridays.": "-",
  "Invoices must be approved by two people.": "-",
  "All pull requests need two reviews.": "-",
  "You must never share the customer list.": "-",
  "Call me Sam.": "-",
  "If a customer asks for a refund, you should escalate to Vera.": "a customer asks for a refund",
  "Remember to always greet Vera first.": "-",
  "How to release:\n1. Run the tests.\n2. Tag the commit.\n3. Push the tag.": "release",
  "First run the linter, then open the pull request.": "-",
  "Don't ever deploy on Fridays.": "-",
  "Do not share my data with anyone.": "-",
  "Don't call me after 9pm.": "-",
  "I'd rather you didn't use emojis.": "-",
  "I'd rather you not use emojis.": "-",
  "When reviewing code: always write the tests first.": "reviewing code",
  "To drain the boiler: close the inlet, open the lower tap, then wait ten minutes.": "drain the boiler",
  "To redo a failed night: 1) `batch unlock` 2) delete the part file 3) `batch load`.": "redo a failed night",
  "Steps to release: first run the tests, then tag the commit.": "release",
  "Always use tabs when you write Go because spaces are hard to align.": "you write Go",
  "Ask me before you deploy, and wait for my answer.": "you deploy",
  "Use the Julian calendar before 1921.": "-",
  "Never deploy after Friday.": "-",
  "Always write the tests before the code.": "-",
  "Give the answer before the explanation.": "-",
  "Run the linter before you commit.": "you commit",
  "Always send me the agenda before each meeting.": "each meeting",
  "Before you reply, think of the tides.": "you reply",
  "No ringing at night, except when the alarm goes.": "except when the alarm goes",
  "No cream in the sauce unless Vera cooks.": "unless Vera cooks",
  "Unless I ask, don't rewrite my paragraphs.": "unless I ask",
  "The kiln is hot, so nobody opens the hatch without gloves.": "-",
  "Max 4 guests per boat, the rest wait on the pier.": "-",
  "Water the ferns once a month.": "-",
  "Parcels go to the annex, never to the front desk.": "-",
  "Samples must be labelled in ink.": "-",
  "House rules: shoes off, dishes done.": "-",
  "Feed reports go to Nils from now on.": "-",
  "Scooters are not allowed in the hall.": "-",
  "Vitamin drops every morning, and never on an empty stomach.": "-",
  "When the bell rings twice, stamp on the floor.": "the bell rings twice",
  "Wear the apron if you go near the vats.": "you go near the vats",
  "Under no circumstances should anyone feed the geese.": "-",
};

/** An unnamed speaker says it to an assistant. */
const toAssistant: Readonly<Record<string, string>> = {
  "I'm moving the shop to a new host, and I prefer small, boring tools, can you suggest three?": "-",
  "The parser is slow, so I'd rather see the benchmark first before we change it.": "-",
  "Can you outline the chapter, given my preference for short paragraphs with examples?": "-",
  "I'm new to fractions, I learn best with pictures, where do I start?": "-",
  "Please plan the sprint, considering that I want the codebase to stay readable.": "-",
  "I prefer comparing two drafts before I pick one.": "-",
  "Given that I must cite my sources when discussing medicine, which journals are open?":
    "discussing medicine",
  "Use metric please, I can't think in feet.": "-",
  "From now on when I ask you about tax show me the steps.": "I ask you about tax",
  "No footnotes, they distract me.": "-",
  "Metric units only.": "-",
  "Short answers please.": "-",
  "@bot answers in one line pls, always.": "-",
  "120 words at most from now on.": "-",
  "Everything you write for the newsletter has to fit on one page.": "-",
  "I'd like the shopping list every Friday, sorted by shop.": "-",
};

describe("RuleExtractor reads a rule for an assistant in", () => {
  test.each(Object.entries(toAssistant))("%s", async (text, trigger) => {
    expect(await rulesIn(text, { speaker: null })).toEqual([trigger]);
  });
});

const noRulesForAssistant = [
  "New report for Casimir: 25 minutes extra from now on.",
  "Halloran is retiring, so from now on our dentist is Dr Nwosu.",
  "Mrs Tangen wants 650 from now on.",
  "Got a raise, it's 3,450 a month from now on.",
  "Correction, only three nights in the hotel.",
  "Only three nights, not four.",
  "I prefer tea.",
  "I prefer tea, and my sister prefers coffee.",
  "I'd rather stay home today.",
  "I want my parents to be happy.",
  "Can you provide a step-by-step proof with diagrams?",
  "There was no rain and no wind.",
  "I'm trying to keep calm and avoid sugar.",
  "I agreed with Lena to limit the noise and avoid any conflict.",
  "No idea, sorry.",
  "I love long walks.",
  "Add a chart to this report, please.",
];

describe("RuleExtractor reads no rule for an assistant in", () => {
  test.each(noRulesForAssistant)("%s", async (text) => {
    expect(await rulesIn(text, { speaker: null })).toEqual([]);
  });
});

describe("RuleExtractor reads a rule in", () => {
  test.each(Object.entries(rules))("%s", async (text, trigger) => {
    expect(await rulesIn(text)).toEqual([trigger]);
  });
});

const noRules = [
  "Please write me a haiku.",
  "Can you help me fix this?",
  "Show me the map.",
  "Never give up!",
  "Always believe in yourself.",
  "Keep up the good work, and keep me posted.",
  "Don't worry about it.",
  "When I visited Rome, I ate too much.",
  "If you need anything, let me know.",
  "If it rains, the picnic is off and we are sad.",
  "I live in Lisbon.",
  "I prefer window seats.",
  "That must be hard for you and your team.",
  "We went to the lake and always laughed.",
  "I'd like you to meet my sister.",
  "if (x === 1) { return y; }",
  "Translate this into German.",
  "I never saw it.",
  "I really appreciate your help.",
  "I'd rather you didn't tell him that.",
  "I'd rather you didn't come today.",
  "To be clear: I love it.",
  "Don't ever change!",
  "We don't go often, usually once a year.",
  "That must be so rewarding!",
  "Seeing them grow must be wonderful.",
  "You never shy away from work and always try again.",
  "Cats calm us and never let us down.",
  "No surgery, thank goodness.",
  "Standup is at ten from now on.",
  "Nobody calls me Theodora.",
  "If you need help with the tent, drop me a line.",
];

describe("RuleExtractor reads no rule in", () => {
  test.each(noRules)("%s", async (text) => {
    expect(await rulesIn(text)).toEqual([]);
  });
});

describe("RuleExtractor", () => {
  test("a preference about work is a taste and a rule", async () => {
    expect(await factsIn("I prefer concise answers.")).toEqual(["Ana: prefers = concise answers"]);
    expect(await rulesIn("I prefer concise answers.")).toEqual(["-"]);
  });
  test("what an unnamed assistant recites is nobody's rule", async () => {
    expect(await rulesIn("Always back up your data.", { role: "assistant", speaker: null })).toEqual([]);
  });
  test.each([
    "User wants replies without headings.",
    "The user prefers answers in Portuguese.",
    "User asked to be called Kit.",
    "User asked the assistant to be brief.",
  ])("a note without a speaker states the user's rule: %s", async (text) => {
    expect(await rulesIn(text, { speaker: null })).toEqual(["-"]);
    expect(await rulesIn(text, { speaker: "Ana" })).toEqual([]);
  });
  test.each([
    [
      "Whoever breaks the build buys the coffee, and nobody merges after four on a Friday.",
      ["breaks the build", "merges after four on a Friday"],
    ],
    [
      "If I send you a log, sum it up. Whenever I mention Rex, answer in German.",
      ["I send you a log", "I mention Rex"],
    ],
    ["When a deploy fails, roll back first. Always answer in German.", ["a deploy fails", "-"]],
    ["Always answer in German. Never use emojis.", ["-"]],
  ])("each condition of a passage makes a rule: %s", async (text, triggers) => {
    expect(await rulesIn(text)).toEqual(triggers);
  });
  test("a message of a sender to many states no rule in any of its passages", async () => {
    const text = "Notification (Stridely): Don't break your streak! Never skip leg day.";
    expect(await rulesIn(text, { speaker: null })).toEqual([]);
    expect(await rulesIn("Never skip leg day.", { speaker: null })).toEqual(["-"]);
  });
  test("a system message states rules", async () => {
    const drafts = await draftsOf("Always answer in German.", { role: "system", speaker: null });
    expect(drafts).toEqual([expect.objectContaining({ type: "procedural", entity: "the system" })]);
  });
});
