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
    ["My gate code is 4402.", "They changed the gate code, 9917 now.", "4402"],
    ["The escalation is 10 minutes.", "Raising the escalation to 15 minutes, ten is too few.", "10 minutes"],
    ["The subs are £35 a month.", "Subs going up to £40 a month from March, sorry.", "£35 a month"],
    ["Our replica is db-09.", "The replica is no longer db-09, it's db-11.", "db-09"],
    ["The deadline for the grant is 3 May.", "The grant deadline has been extended to 17 May.", "3 May"],
    ["My favourite band is Low.", "My favourite band used to be Low, these days it's Big Thief.", "Low"],
    ["The company is called Tideline.", "We've renamed the company to Harrow & Finch.", "Tideline"],
    ["The meeting is at 9:30.", "The meeting is now at 10.", "9:30"],
    ["My trainer is Bea.", "Bea is on leave for good, my new trainer is Kofi.", "Bea"],
    ["My boss is Priya.", "Priya left, so my boss is Tomasz from today.", "Priya"],
    ["Our landlord is Mr Pell.", "Mr Pell sold up, our landlord is a Ms Achebe now.", "Mr Pell"],
    ["The treasurer is Otto.", "Hanne has been voted in as treasurer.", "Otto"],
    ["Our car insurer is Allianz.", "We went from Allianz to Aviva in March.", "Allianz"],
    ["My weight is 92 kg.", "I'm down to 85 kg.", "92 kg"],
    [
      "My budget for the kitchen is 9000 euros.",
      "We've upped the kitchen budget to 11000 euros.",
      "9000 euros",
    ],
    ["The tanker comes on Mondays.", "The tanker comes on Thursdays from now on.", "Mondays"],
    ["The stall is on pitch 14.", "The council moved the stall to pitch 22.", "pitch 14"],
    ["Kemi is in Miss Drury's class.", "Kemi got moved to Mr Falk's class.", "Miss Drury's class"],
    ["I'm allergic to sesame.", "Turns out it wasn't sesame, I'm allergic to cashews.", "sesame"],
    ["I play the cello.", "I've moved on from the cello, it's viola for me these days.", "cello"],
    ["We use Jenkins for the builds.", "We've dropped Jenkins, builds are on GitHub Actions.", "Jenkins"],
    ["My bike is a Brompton.", "The Brompton got nicked, I ride a Dahon these days.", "Brompton"],
    ["I have a cat named Miso.", "Miso died in the spring.", "Miso"],
    ["Gus teaches at Hillcrest.", "Gus doesn't teach at Hillcrest any more.", "Hillcrest"],
    ["Niko is the team lead.", "Niko is no longer the team lead.", "team lead"],
    ["Subs are 4 euros a week.", "Subs are 5 euros a week from January.", "4 euros a week"],
  ])("%s %s", async (before, after, closed) => {
    expect(await closedBy(before, after)).toEqual([closed]);
  });
});

it("remember() closes a former value that was stored under another property", async () => {
  const closed = await closedBy(
    "My brother Joost has a 24 metre Amazone.",
    "Joost has traded the Amazone in for a Horsch.",
  );
  expect(closed).toContain("24 metre Amazone");
  expect(closed).not.toContain("Horsch");
});

it.each([
  ["My weekly target is 72%.", "My readability score went from 72 to 78."],
  ["My weekly target is 18%.", "I reduced my coffee budget from 18 to 10 euros."],
  ["My dose of Metformin is 5 mg.", "They raised my Ramipril dose from 5 mg to 10 mg."],
])("remember() leaves %j current after a change of another measure: %j", async (before, after) => {
  const { memory, clock } = await testMemory({ seed: [{ content: before }] });
  const [fact] = (await memory.records({ types: ["semantic"] })).items;
  clock.advance(86_400_000);
  await memory.remember({ content: after });
  const current = (await memory.records({ types: ["semantic"] })).items;
  expect(current.map(({ id }) => id)).toContain(fact!.id);
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
    ["My trainer is Bea.", "My new trainers are Asics."],
    ["My boss is Priya.", "For this week my boss is Tomasz, Priya is away."],
    ["Lotte drives the van.", '"Lotte doesn\'t drive the van any more!" was the joke of the tour.'],
    ["I drive a Skoda.", "My dad's Skoda went to the scrapyard."],
    ["Our server runs Debian 11.", "We upgraded the staging box to Debian 12."],
    ["The stall is on pitch 14.", "They might move the stall to pitch 22."],
    ["The stall is on pitch 14.", '"They moved the stall to pitch 22", Otto claimed.'],
    ["Kemi is in Miss Drury's class.", "Ife got moved to Mr Falk's class."],
    ["I live in Porto.", "I went from Porto to Lisbon on Sunday."],
    ["The subs are due on the 5th.", "Subs going up to £40 a month from March."],
    ["My son Tom is 9.", "I dropped Tom at school."],
    ["My brother Joost has a 24 metre Amazone.", "Our neighbour traded his Amazone in for a Horsch."],
    ["My weight is 92 kg.", "The dog is down to 35 kg."],
    ["Mira coaches the juniors.", "Mira doesn't shout at the juniors any more."],
    ["Gus teaches at Hillcrest.", "Gus doesn't teach on Fridays any more."],
    ["I have a dog named Rex.", "Rex died laughing when the cat fell in."],
    ["I have a dog named Rex.", "My neighbour's dog Rex died last week."],
    ["I live in Ghent.", "I moved the office to Bruges."],
    ["My bike is a Brompton.", "I almost swapped the Brompton for a Dahon."],
  ])("%s %s", async (before, after) => {
    expect(await closedBy(before, after)).toEqual([]);
  });
});
