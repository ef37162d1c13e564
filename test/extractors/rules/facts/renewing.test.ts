/** What somebody now has instead of what they had. */
import { testMemory } from "keepsake/testing";
import { describe, expect, it } from "vitest";

async function factsAfter(...contents: readonly string[]): Promise<string[]> {
  const { memory, clock } = await testMemory({});
  for (const content of contents) {
    await memory.remember({ content: [{ role: "user", content }] });
    clock.advance(86_400_000);
  }
  const { items } = await memory.records({ types: ["semantic"] });
  return items.map(({ entity, property, value }) => `${entity} | ${property} | ${value}`);
}

describe("remember() of what is new", () => {
  it.each([
    ["My phone is a Pixel 6.", "I upgraded my phone to a Pixel 9.", "the user | phone | Pixel 9"],
    ["My laptop is a ThinkPad.", "Got a new laptop, a Framework 13.", "the user | laptop | Framework 13"],
    [
      "Our server is a Dell R540.",
      "We replaced the server with a Dell R760.",
      "the user | server | Dell R760",
    ],
    ["My gym is FitHub.", "I switched gyms, I'm at Corewell now.", "the user | gym | Corewell"],
    ["My dentist is Dr. Roe.", "I changed dentists, I'm with Dr. Feld now.", "the user | dentist | Dr. Feld"],
    ["I work at Acme.", "I changed jobs, I'm at Globex now.", "the user | employer | Globex"],
    ["I live in Tartu.", "I've got my own place in Riga now!", "the user | home | Riga"],
    ["I live in Tartu.", "We moved into our new flat in Riga.", "the user | home | Riga"],
    ["I own a Yamaha keyboard.", "I traded in the Yamaha for a Roland.", "the user | owns | Roland"],
  ])("%s %s", async (before, after, now) => {
    expect(await factsAfter(before, after)).toEqual([now]);
  });

  it.each(["I swapped the coffee for a Coke today.", "I changed my mind to a yes."])(
    "states nothing in %s",
    async (content) => expect(await factsAfter(content)).toEqual([]),
  );
});

it("a meeting room is no home", async () => {
  expect(await factsAfter("We moved into the meeting room in Ghent Hall.")).not.toContain(
    "the user | home | Ghent Hall",
  );
});

describe("remember() of a name with an abbreviated title", () => {
  it.each([
    ["My dentist is Dr. Okafor.", "the user | dentist | Dr. Okafor"],
    ["We live near St. Ives.", "the user | home | St. Ives"],
    ["Our vet, Dr. Halloran, moved to Cork.", "the user | vet | Dr Halloran"],
  ])("%s", async (content, fact) => {
    const facts = await factsAfter(content);
    expect(facts).toContain(fact);
    expect(facts.filter((one) => one.endsWith("| Dr"))).toEqual([]);
  });

  it("keeps the title of a name that the tagger found", async () => {
    expect(await factsAfter("Pediatrician: Dr. Amsel, on Brook Street.")).toContain(
      "the user | pediatrician | Dr. Amsel",
    );
  });
});
