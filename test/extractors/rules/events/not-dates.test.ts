import { describe, expect, it } from "vitest";
import { namesNoDate } from "../../../../src/extractors/rules/events/not-dates.js";

const of = (sentence: string) => {
  const start = sentence.indexOf("<");
  const end = sentence.indexOf(">") - 1;
  return namesNoDate(sentence.replace(/[<>]/g, ""), { start, end });
};

describe("namesNoDate()", () => {
  it.each([
    "Samir's <last day> was today.",
    "Friday is <the last day> of the sale.",
    "My <last week> at Philips was quiet.",
    "I skipped the <Monday> meeting.",
    "We no longer do the <Saturday> market.",
    "Our <Sunday> roast was burnt.",
    "Lena's <Friday> class is full.",
    "<Friday> nights are for board games.",
    "<Saturday>s I sleep in.",
    "We meet on the second <Tuesday> of each month.",
    "The rent is due on the first <Monday> of the month.",
  ])("takes no date from %s", (sentence) => {
    expect(of(sentence)).toBe(true);
  });

  it.each([
    "It was finished <last week>.",
    "In <the last week> I slept badly.",
    "I skipped <Monday> practice.",
    "The <Monday> after that I called.",
    "We left the <Saturday> before Easter.",
    "The <Friday> we met was cold.",
    "It happened on a <Tuesday>.",
    "We met on the <Friday> evening.",
    "On <Friday> nobody came.",
  ])("leaves the date of %s", (sentence) => {
    expect(of(sentence)).toBe(false);
  });
});
