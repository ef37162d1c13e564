/** Facts that are over because something else has taken their place. */
import { testMemory } from "keepsake/testing";
import { describe, expect, it } from "vitest";

async function closedBy(before: string, after: string): Promise<(string | null)[]> {
  const { memory, clock } = await testMemory({ seed: [{ content: before }] });
  clock.advance(86_400_000);
  await memory.remember({ content: after });
  const { items } = await memory.records({ types: ["semantic"], include_superseded: true });
  return items.filter(({ valid_to }) => valid_to !== null).map(({ value }) => value);
}

describe("remember() of what something is now closes", () => {
  it.each([
    ["The fee is 120 euros per year.", "We decided on 135 euros as the annual fee.", "120 euros per year"],
    ["The caterer is Tafelfreuden.", "Mesa Verde does the catering now.", "Tafelfreuden"],
    ["My threshold on the bike is 240 watts.", "My threshold is 255 now.", "240 watts"],
    [
      "The budget for the kitchen is 9,000 euros.",
      "We agreed on 12,000 euros as the kitchen budget.",
      "9,000 euros",
    ],
    ["The wifi is called Bluebird.", "The wifi's called Kestrel now.", "Bluebird"],
    ["The president of the club is Otto.", "Maria was elected president of the club.", "Otto"],
    ["Our rent is 780 euros.", "The rent was raised to 850 euros.", "780 euros"],
    ["Our vet is Dr. Kern.", "From now on the vet is Dr. Ruiz.", "Dr. Kern"],
    ["My dentist is Dr Amsel.", "Amsel is retiring, so from now on our dentist is Dr Nwosu.", "Dr Amsel"],
    ["My deadline is 1 June.", "They gave me until 15 July.", "1 June"],
    ["My thesis is due on 30 June.", "They've given me until 31 August for the thesis.", "30 June"],
    ["I pay old Mrs Tangen 600 a month.", "Mrs Tangen wants 650 from now on.", "Mrs Tangen 600"],
    ["My coach is Bertil.", "I've left Bertil, I'm with Maren now.", "Bertil"],
    ["We have a piano in the hall.", "We gave the piano to my niece.", "piano"],
    ["The crate arrives on 20 March.", "It's late: the crate arrives on 27 March.", "20 March"],
    ["The library opens at 10.", "The library opens at 11 now.", "10"],
  ])("%s %s", async (before, after, closed) => {
    expect(await closedBy(before, after)).toEqual([closed]);
  });
});

describe("remember() of something else closes nothing", () => {
  it.each([
    ["The membership fee is 60 pounds a year.", "We decided on 15 pounds as the key fee."],
    ["My work number is 0123.", "My new number is 0456."],
    ["Our yoga teacher is Ines.", "My sister's yoga teacher is Omar now."],
    ["The caterer is Tafelfreuden.", "Mesa Verde does the flowers now."],
    ["The deadline for the grant is 3 May.", "The deadline for the report is 9 May now."],
    ["Our plumber is Wendell.", "If Wendell retires one day, our new plumber is Aisha."],
    ["My accountant is Mr Osei.", "Should we decide on Mrs Lam as our accountant?"],
    ["The caterer is Tafelfreuden.", "Mesa Verde would do the catering now."],
    ["My deadline is 1 June.", "They might have given me until 15 July."],
    ["I owe Ken 300 euros.", "Ken charges 25 euros an hour now."],
    ["My coach is Bertil.", "I've left Bertil a note, I'm with Maren now."],
    ["We have a piano in the hall.", "We gave the piano to my brother to tune."],
    ["I own a camera.", "I gave my camera to the guard."],
    ["The parcel from Oslo arrives on 2 April.", "The parcel from Turin arrives on 9 April."],
    ["The library opens at 10.", "The library opens at 12 on Sundays."],
    ["The chair of the club is Otto.", "The chair is 40 euros now."],
    ["My phone number is 0123. My phone is a Pixel 6.", "My phone is 200 euros now."],
  ])("%s %s", async (before, after) => {
    expect(await closedBy(before, after)).toEqual([]);
  });
});
