/** Former values beside a value, and values that have ended. */
import { describe, expect, test } from "vitest";
import {
  formerBeside,
  isBygone,
  isEnded,
  isFormer,
} from "../../../../../src/extractors/rules/tagged/values/former-value.js";
import { draftsOf } from "../../../drafts.js";

/** A text with its value in brackets, as the text and the place of the value. */
function marked(text: string) {
  const start = text.indexOf("[");
  const plain = text.replace(/[[\]]/g, "");
  return { text: plain, span: { start, end: text.indexOf("]") - 1 } };
}

describe("formerBeside()", () => {
  test.each([
    ["The retry limit is [7] instead of 5 from today.", "5"],
    ["Photos went from 48 MB to [1.3 MB].", "48 MB"],
    ["Keg price: 98 → [104] for everyone.", "98"],
    ["I swapped the Brooks for a pair of [Altras], zero drop.", "Brooks"],
    ["We use [webhooks] rather than polling.", "polling"],
    ["My rent is [R7,800], it was R7,100.", "R7,100"],
    ["The team moved from the laundry to the [kitchen].", "laundry"],
    ["Tuition is [450 euros], up from 410.", "410"],
    ["The boat was Marigold, now it's [Kittiwake].", "Marigold"],
    ["We booked [58 nights] in hotels instead of 70.", "70"],
    ["The wash is [7.80] (6.50 until now).", "6.50"],
    ["Conversion is [1.4 %] this month (it was 0.6).", "0.6"],
    ["The landlord put the rent up to [4,150] from 3,800.", "3,800"],
    ["The fee comes down from 90 to [75].", "90"],
    ["I picked [31 kilos] against 22 last year.", "22"],
    ["The novel has [148 pages] now; it was 120.", "120"],
    ["My name is [Solveig] now, not Stian.", "Stian"],
  ])("reads %s", (said, former) => {
    const { text, span } = marked(said);
    expect(formerBeside(text, span)).toEqual({ value: former, wasWrong: false });
  });

  test("knows a mistake from a change", () => {
    const { text, span } = marked("The mixer holds [8 quarts], not 7.");
    expect(formerBeside(text, span)).toEqual({ value: "7", wasWrong: true });
  });

  test.each([
    ["She asks to go from 20 to [28 hours] in summer.", "what is only asked for"],
    ["If we moved from Porto to [Lisbon], I would be happy.", "what is supposed"],
    ["Holiday: 27 Mar → [12 Apr].", "a span of time"],
    ["I live in [Lisbon], not far from the river.", "what is no name"],
    ["We had [soup] instead of 3 courses.", "what is of another kind"],
    ["I drove from Porto to [Lisbon].", "a journey"],
    ["We went from Porto to [Lisbon] by train.", "a journey"],
    ["I like [tea], it was good.", "an opinion"],
    ["I made a mistake and used [12] instead of 18.", "a mistake"],
    ["The flight is at 9:40 from [gate 12] (row 14).", "a number beside it"],
    ["The train takes [40 minutes] from platform 3.", "a place"],
  ])("takes nothing from %s: %s", (said) => {
    const { text, span } = marked(said);
    expect(formerBeside(text, span)).toBeNull();
  });
});

describe("isFormer()", () => {
  test.each([
    ["We use webhooks instead of [polling].", true],
    ["The fee is 270 euros, up from [250].", true],
    ["I work at [Siemens] now.", false],
  ])("says of %s: %s", (said, expected) => {
    const { text, span } = marked(said);
    expect(isFormer(text, span)).toBe(expected);
  });
});

describe("isEnded()", () => {
  test.each([
    ["I quit the [warehouse job] last Friday.", true],
    ["She just gave up her job at the [bus depot].", true],
    ["I've stopped going to [St. Olaf's].", true],
    ["I want to quit the [warehouse job].", false],
    ["I almost quit the [warehouse job].", false],
    ["I love the [warehouse job].", false],
  ])("says of %s: %s", (said, expected) => {
    const { text, span } = marked(said);
    expect(isEnded(text, span)).toBe(expected);
  });
});

describe("facts of a text that names a former value", () => {
  const both = { parts: ["grammar", "tagger"] } as const;

  test.each([
    ["I moved from Porto to Lisbon in May.", ["Lisbon"]],
    ["I live in Lisbon instead of Porto now.", ["Lisbon"]],
    ["I drove from Porto to Lisbon.", []],
  ])("%s", async (said, homes) => {
    const facts = (await draftsOf(said, both)).flatMap((draft) =>
      draft.type === "semantic" && draft.property === "home" ? [draft.value] : [],
    );
    expect(facts).toEqual(homes);
  });

  test("a measure keeps its former value", async () => {
    const drafts = await draftsOf("The retry limit of Parkello is 7 instead of 5.", both);
    expect(drafts).toContainEqual(expect.objectContaining({ value: "7", former: "5" }));
  });
});

describe("isBygone()", () => {
  test.each([
    ["I was married to Petra for six years.", "Petra", true],
    ["Back then we were living in Turku.", "Turku", true],
    ["My manager used to be Ola.", "Ola", true],
    ["I was surprised, my partner is Petra.", "Petra", false],
    ["I was moved to Turku and am still there.", "Turku", false],
    ["I live in Turku.", "Turku", false],
  ])("%s", (text, value, bygone) => {
    const start = text.indexOf(value);
    expect(isBygone(text, { start, end: start + value.length })).toBe(bygone);
  });
});
