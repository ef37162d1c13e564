import { describe, expect, test } from "vitest";
import { draftsOf, factsIn } from "../../drafts.js";

/** Texts of Ana, with every fact that they state, and no other. */
const stated: Readonly<Record<string, readonly string[]>> = {
  // home, origin
  "I live in Lisbon.": ["Ana: home = Lisbon"],
  "We live in a small town.": ["Ana: home = small town"],
  "I've been living in Turin since 2019.": ["Ana: home = Turin from 2019-01-01"],
  "I have lived in Oslo for ten years.": ["Ana: home = Oslo"],
  "I'm currently based in Buenos Aires.": ["Ana: home = Buenos Aires"],
  "I moved to Lisbon last week.": ["Ana: home = Lisbon from 2026-03-02"],
  "I've just moved to New York with my cat.": ["Ana: home = New York"],
  "Moved to Ghent yesterday!": ["Ana: home = Ghent from 2026-03-09"],
  "Tom moved to Lisbon in May and prefers window seats.": [
    "Tom: home = Lisbon from 2025-05-01",
    "Tom: prefers = window seats",
  ],
  "Actually, I moved to Porto, not Lisbon.": ["Ana: home = Porto"],
  "I moved my family to Leeds.": ["Ana: home = Leeds"],
  "I moved the meeting to Berlin.": [],
  "I'm from Sweden.": ["Ana: hometown = Sweden"],
  "I come from Sweden.": ["Ana: hometown = Sweden"],
  "My wife hails from Cebu.": ["Ana: wife = Ana's wife", "Ana's wife: hometown = Cebu"],
  "I grew up in Malmö and speak Swedish and German.": [
    "Ana: hometown = Malmö",
    "Ana: language = Swedish",
    "Ana: language = German",
  ],
  "I was born in Graz on 3 March 1990.": ["Ana: birthplace = Graz", "Ana: birthday = 3 March 1990"],
  "I was born in 1990.": ["Ana: birth year = 1990"],
  "I visited Rome last May.": ["Ana: visited = Rome"],
  "I was born on March 3rd.": ["Ana: birthday = March 3rd"],
  "I lived in Rome for two years.": ["Ana: lived in = Rome"],
  // name, age, contact
  "My name is Anastasia and I'm 34 years old.": ["Ana: name = Anastasia", "Ana: age = 34"],
  "I'm 34 and married to Tom.": ["Ana: age = 34", "Ana: partner = Tom"],
  "I got divorced.": [
    "Ana: relationship status = divorced",
    "Ana: partner =  (ended)",
    "Ana: spouse =  (ended)",
    "Ana: wife =  (ended)",
    "Ana: husband =  (ended)",
  ],
  "I'm 41.": ["Ana: age = 41"],
  "My son is 5.": ["Ana: son = Ana's son", "Ana's son: age = 5"],
  "My birthday is on 12 July.": ["Ana: birthday = 12 July"],
  "My email is ana@example.org.": ["Ana: email = ana@example.org"],
  "My new phone number is 555-9999.": ["Ana: phone number = 555-9999"],
  "My old phone number is 555-1111.": [],
  "My former boss is Tom.": ["Ana: former boss = Tom"],
  "Remember that the wifi password is hunter2.": ["wifi password: password = hunter2"],
  "The wifi password is now swordfish.": ["wifi password: password = swordfish"],
  "The wifi password is wrong.": [],
  "The rent here is 900.": ["rent: value = 900"],
  "The parking fee around here is 12 euros.": ["parking fee: fee = 12 euros"],
  "FYI, the door code is 4711.": ["door code: code = 4711"],
  "My shoe size is 38.": ["Ana: shoe size = 38"],
  // what somebody works towards
  "I'm training for the Bergen marathon.": ["Ana: goal = Bergen marathon"],
  "We're saving up for a houseboat.": ["Ana: goal = houseboat"],
  "I've been looking into heat pumps.": ["Ana: goal = heat pumps"],
  "I'm considering adopting a greyhound.": [],
  "I've been practising for four hours.": [],
  "I've always wanted to learn the harp.": ["Ana: goal = learn the harp"],
  "I'm thinking about it.": [],
  "I was training for a marathon.": [],
  "I'm currently focusing on the second chapter.": ["Ana: focus = second chapter"],
  // everybody has a mother
  "My mother is 80.": ["Ana's mother: age = 80"],
  "My mother Edda is 80.": ["Ana: mother = Edda", "Edda: age = 80"],
  // names beside relations, whatever the clause says
  "My sister-in-law Greta swears by hers.": ["Ana: sister-in-law = Greta"],
  "My teacher, Arne Solberg, thinks I should rest.": ["Ana: teacher = Arne Solberg"],
  // a new date, whoever moved it
  "They moved the audition to June 19, which gives me a week.": ["audition: date = June 19"],
  "The launch slipped to March 27.": ["launch: date = March 27"],
  // who somebody is who asks
  "As a freelance illustrator, I need a contract.": ["Ana: occupation = freelance illustrator"],
  "I'm Craig, a UX researcher, and I'm moving house.": [
    "Ana: occupation = UX researcher",
    "Ana: name = Craig",
  ],
  // work and study
  "I work at Siemens.": ["Ana: employer = Siemens"],
  "I work for Doctors Without Borders as a nurse.": [
    "Ana: employer = Doctors Without Borders",
    "Ana: occupation = nurse",
  ],
  "I'm a nurse at St. Mary's Hospital.": ["Ana: role = nurse", "Ana: employer = St. Mary's Hospital"],
  "I'm an architect.": ["Ana: role = architect"],
  "I'm a car mechanic.": ["Ana: role = car mechanic"],
  "I'm a retired midwife.": ["Ana: role = retired midwife"],
  "I'm retired.": ["Ana: trait = retired"],
  "I coach the under-nines.": ["Ana: coaches = under-nines"],
  "I'm a trainer before work.": ["Ana: role = trainer"],
  "I've got a mild nut allergy.": ["Ana: allergy = nut"],
  "I'm a paralegal.": ["Ana: role = paralegal"],
  "My brother is a locksmith.": ["Ana: brother = Ana's brother", "Ana's brother: role = locksmith"],
  "Am a nurse in Leeds.": ["Ana: role = nurse"],
  "Am 3. Mai 2024 haben wir die Werkstatt eröffnet.": [],
  "Am Montag besten Freunden geholfen.": [],
  "Am liebsten esse ich Pizza.": [],
  "Hannah from accounts is my boss.": ["Ana: boss = Hannah"],
  "The crate arrives on 27 March.": ["crate: date = 27 March"],
  "Our library opens at 11 now.": ["Ana's library: opens at = 11"],
  "A crate arrives on 27 March.": [],
  "I live in a flat in Berlin.": ["Ana: home = Berlin"],
  "I'm Delphine, I live in Ghent.": ["Ana: name = Delphine", "Ana: home = Ghent"],
  "Hi, I'm Sunniva and I live in Roth.": ["Ana: name = Sunniva", "Ana: home = Roth"],
  "I'm Dutch, I live in Utrecht.": ["Ana: nationality = Dutch", "Ana: home = Utrecht"],
  "My work phone is 0123, my private one is 0456.": ["Ana: work phone = 0123", "Ana: private phone = 0456"],
  "I live on a houseboat in Ghent.": ["Ana: home = Ghent"],
  "I live in a village near Lyon.": ["Ana: home = village near Lyon"],
  "My piano tutor Dev lives in Cork.": ["Ana: tutor = Dev", "Dev: home = Cork"],
  "My best mate Dev is vegan.": ["Ana: best mate = Dev", "Dev: diet = vegan"],
  "My sister works at Siemens in Graz.": [
    "Ana: sister = Ana's sister",
    "Ana's sister: employer = Siemens",
    "Ana's sister: workplace = Graz",
  ],
  "My sister Mia works at Siemens.": ["Ana: sister = Mia", "Mia: employer = Siemens"],
  "My sister, Mia, who works at Siemens, lives in Graz.": [
    "Ana: sister = Mia",
    "Mia: employer = Siemens",
    "Mia: home = Graz",
  ],
  "I work in marketing.": ["Ana: field of work = marketing"],
  "I study physics at Uppsala University.": [
    "Ana: school = Uppsala University",
    "Ana: field of study = physics",
  ],
  "I graduated from Aalto University in 2015.": ["Ana: education = Aalto University"],
  "I recently started learning Spanish.": ["Ana: learning = Spanish"],
  "I'm working on a parser, can you help me fix it?": ["Ana: works on = parser"],
  "I volunteer at the animal shelter on weekends.": ["Ana: volunteering = animal shelter"],
  // people and animals
  "I have two kids and a dog named Rex.": ["Ana: children = two kids", "Ana: pet = Rex"],
  "My wife Anna is vegetarian.": ["Ana: wife = Anna", "Anna: diet = vegetarian"],
  "Tom is my boss.": ["Ana: boss = Tom"],
  "Clara is Tom's sister.": ["Tom: sister = Clara"],
  "My brother's name is Paul.": ["Ana's brother: name = Paul", "Ana: brother = Paul"],
  "My best friend's dog is called Rex.": [
    "Ana's best friend's dog: name = Rex",
    "Ana's best friend: pet = Rex",
  ],
  "I'm married to Jonas.": ["Ana: partner = Jonas"],
  "I'm divorced.": ["Ana: relationship status = divorced"],
  "We adopted a cat yesterday.": ["Ana: pet = cat"],
  // tastes
  "I like tea and biking, but I hate coffee.": [
    "Ana: likes = tea",
    "Ana: likes = biking",
    "Ana: dislikes = coffee",
  ],
  "I love hiking, old maps and rainy days.": [
    "Ana: likes = hiking",
    "Ana: likes = old maps",
    "Ana: likes = rainy days",
  ],
  "I don't like olives.": ["Ana: dislikes = olives"],
  "I'm a big fan of bossa nova.": ["Ana: likes = bossa nova"],
  "I'm not a fan of jazz.": ["Ana: dislikes = jazz"],
  "I'm really into pottery.": ["Ana: likes = pottery"],
  "I prefer window seats.": ["Ana: prefers = window seats"],
  "My favourite colour is blue.": ["Ana: favourite colour = blue"],
  "My favorite band is The National.": ["Ana: favourite band = The National"],
  "I'm afraid of spiders.": ["Ana: fears = spiders"],
  "I've never worked at Acme.": ["Ana: experience = never worked at Acme"],
  "I play the cello.": ["Ana: instrument = cello"],
  "I do yoga.": ["Ana: hobby = yoga"],
  "I run every morning before work.": ["Ana: habit = runs every morning before work"],
  // body
  "I'm allergic to peanuts and shellfish.": ["Ana: allergy = peanuts", "Ana: allergy = shellfish"],
  "I'm lactose intolerant.": ["Ana: intolerance = lactose"],
  "I'm vegan.": ["Ana: diet = vegan"],
  "I don't eat meat.": ["Ana: does not eat = meat"],
  "My mom has diabetes.": ["Ana's mom: health = diabetes"],
  "I was diagnosed with asthma last year.": ["Ana: health = asthma"],
  "I'm left-handed.": ["Ana: trait = left-handed"],
  // things
  "I drive a red Tesla.": ["Ana: drives = red Tesla"],
  "I have a piano.": ["Ana: owns = piano"],
  "I bought a new camera yesterday.": ["Ana: bought = new camera"],
  "We use Postgres for billing and the API quota is 1,200 requests.": [
    "Ana: tool = Postgres",
    "API quota: quota = 1,200 requests",
  ],
  "The launch is on June 3.": ["launch: date = June 3"],
  "The launch is tomorrow.": ["launch: date = 11 March 2026"],
  "The capital of France is Paris.": ["France: capital = Paris"],
  "Tom's favourite dish is ramen.": ["Tom: favourite dish = ramen"],
  "I visited Kyoto in 2018.": ["Ana: visited = Kyoto"],
  "I've been to Iceland twice.": ["Ana: visited = Iceland"],
  // family, jobs and dates that changed
  "My daughter Lena turned 6 last week.": ["Ana: daughter = Lena", "Lena: age = 6"],
  "I just got a new job at Stripe as a data engineer!": [
    "Ana: employer = Stripe",
    "Ana: occupation = data engineer",
  ],
  "I got promoted to team lead.": ["Ana: occupation = team lead"],
  "My parents live in Hamburg.": ["Ana's parents: home = Hamburg"],
  "I have a peanut allergy.": ["Ana: allergy = peanut"],
  "I'm allergic to cats.": ["Ana: allergy = cats"],
  "I can't eat gluten.": ["Ana: does not eat = gluten"],
  "I speak French fluently.": ["Ana: language = French"],
  "I love the sea and the Beatles.": ["Ana: likes = sea", "Ana: likes = Beatles"],
  "I'm passionate about building a safe, quiet place.": ["Ana: likes = building a safe, quiet place"],
  "I'm allergic to animals with fur.": ["Ana: allergy = animals with fur"],
  "I enjoy reading about history.": ["Ana: likes = reading about history"],
  "My phone number is +43 660 1234567.": ["Ana: phone number = +43 660 1234567"],
  "Our office is in Vienna.": ["Ana: office = Vienna"],
  "The meeting was moved to Thursday.": ["meeting: date = 12 March 2026"],
  "The deadline for the report is Friday.": ["report: deadline = 13 March 2026"],
  "The deadline for Orion is 20 November.": ["Orion: deadline = 20 November"],
  "The Orion deadline is now 4 December.": ["Orion: deadline = 4 December"],
  "Orion's deadline has moved to 4 December.": ["Orion: deadline = 4 December"],
  "The Orion launch is on 4 December.": ["Orion: launch = 4 December"],
  "The launch moved to June 10th.": ["launch: date = June 10th"],
  "The launch was moved from 3 June to 10 June.": ["launch: date = 10 June"],
  "The demo has been postponed to 12 December.": ["demo: date = 12 December"],
  "The meeting was brought forward to 12 December.": ["meeting: date = 12 December"],
  "We pushed the launch back to 12 December.": ["launch: date = 12 December"],
  // names that the tagger does not know
  "Wiebke is a violin maker.": ["Wiebke: role = violin maker"],
  "Wiebke works at Siemens.": ["Wiebke: employer = Siemens"],
  // two predicates
  "My daughter Lena is 7 years old and allergic to peanuts.": [
    "Ana: daughter = Lena",
    "Lena: age = 7",
    "Lena: allergy = peanuts",
  ],
  "I'm 34, vegan and allergic to cats and dogs.": [
    "Ana: age = 34",
    "Ana: diet = vegan",
    "Ana: allergy = cats",
    "Ana: allergy = dogs",
  ],
  "My brother Paul lives in Graz with his wife Clara.": [
    "Ana: brother = Paul",
    "Paul: home = Graz",
    "Paul: wife = Clara",
  ],
  "Paul met Tom with his wife Clara.": [],
  "My manager is Clara.": ["Ana: manager = Clara"],
  "My manager is German.": ["Ana: manager = Ana's manager", "Ana's manager: nationality = German"],
  "Tom's birthday is May 4th.": ["Tom: birthday = May 4th"],
  "I weigh 80 kg.": ["Ana: weight = 80 kg"],
  // several at once
  "I've been to Paris and Rome.": ["Ana: visited = Paris", "Ana: visited = Rome"],
  "I have never been to Paris or Rome.": ["Ana: has never been to = Paris", "Ana: has never been to = Rome"],
  "We adopted two cats, Pixel and Tofu.": ["Ana: pet = Pixel", "Ana: pet = Tofu"],
  "We have three dogs named Rex, Max and Lux.": ["Ana: pet = Rex", "Ana: pet = Max", "Ana: pet = Lux"],
  "We got another cat named Pixel too.": ["Ana: pet = Pixel"],
  "I have a cat and Netflix.": ["Ana: pet = cat"],
  "I have two sons, Ben and Tim.": ["Ana: children = two sons", "Ana: son = Ben", "Ana: son = Tim"],
  // tools and jobs that changed
  "I switched from Vim to Helix last month.": [
    "Ana: tool = Helix from 2026-02-01",
    "Ana: tool = Vim (ended) to 2026-02-01",
  ],
  "We replaced MySQL with Postgres.": ["Ana: tool = Postgres", "Ana: tool = MySQL (ended)"],
  "I switched from tea to coffee.": [],
  "I joined Globex as a data engineer.": ["Ana: employer = Globex", "Ana: occupation = data engineer"],
  "I joined Facebook.": ["Ana: joined = Facebook"],
  "I joined the Chess Club.": ["Ana: joined = Chess Club"],
  "I started at Globex in May.": ["Ana: employer = Globex from 2025-05-01"],
  // what one cannot stand
  "I can't stand cilantro.": ["Ana: dislikes = cilantro"],
  "I cannot bear loud music.": ["Ana: dislikes = loud music"],
  "My manager, Karen, prefers written updates.": ["Ana: manager = Karen", "Karen: prefers = written updates"],
  "Could you book a table for my wife Anna?": ["Ana: wife = Anna"],
  "Say hi to my brother Quentin Lang!": ["Ana: brother = Quentin Lang"],
  "My brother Quentin Lang visited me in Porto last weekend.": ["Ana: brother = Quentin Lang"],
  "I have been a teacher for ten years.": ["Ana: role = teacher"],
  "I've been vegetarian since 2012.": ["Ana: diet = vegetarian from 2012-01-01"],
  "My son goes to Lincoln High School.": ["Ana: son = Ana's son", "Ana's son: school = Lincoln High School"],
  "I finally got a dog! His name is Bruno.": [
    "Ana: pet = dog",
    "Ana's dog: name = Bruno",
    "Ana: pet = Bruno",
  ],
  "I have a sister. She lives in Rome.": ["Ana: sister = Ana's sister", "Ana's sister: home = Rome"],
  // where they are now
  "I'm at Globex now.": ["Ana: employer = Globex"],
  // German and Spanish
  "Ich wohne in Berlin und arbeite bei Siemens.": ["Ana: home = Berlin", "Ana: employer = Siemens"],
  "Seit 2019 lebe ich in Wien.": ["Ana: home = Wien from 2019-01-01"],
  "Ich heiße Ana und bin 34 Jahre alt.": ["Ana: name = Ana", "Ana: age = 34"],
  "Ich bin gestern nach Hamburg gezogen.": ["Ana: home = Hamburg from 2026-03-09"],
  "Meine Schwester heißt Clara.": ["Ana: sister = Clara", "Ana's sister: name = Clara"],
  "Meine Schwester Clara arbeitet bei Bosch.": ["Ana: sister = Clara", "Clara: employer = Bosch"],
  "Mein Bruder wohnt in Köln, ich wohne in Bonn.": [
    "Ana: brother = Ana's brother",
    "Ana's brother: home = Köln",
    "Ana: home = Bonn",
  ],
  "Vivo en Madrid desde 2020.": ["Ana: home = Madrid from 2020-01-01"],
  "Vivo en Sevilla y trabajo en Telefónica.": ["Ana: home = Sevilla", "Ana: employer = Telefónica"],
  "Wir sind letzte Woche nach Erfurt gezogen.": ["Ana: home = Erfurt"],
  "Nos mudamos a Valencia.": ["Ana: home = Valencia"],
  "Vivimos en Cuenca.": ["Ana: home = Cuenca"],
  "Trabajo en Madrid.": ["Ana: workplace = Madrid"],
  "Mi hermana se llama Lucía.": ["Ana: sister = Lucía", "Ana's sister: name = Lucía"],
  "Tengo 34 años.": ["Ana: age = 34"],
  // wishes
  "I want to work at Google.": ["Ana: goal = work at Google"],
  "I plan to open a bakery.": ["Ana: plan = open a bakery"],
  // endings
  "I no longer work at Acme.": ["Ana: employer = Acme (ended)"],
  "I quit my job at Acme last week.": ["Ana: employer = Acme (ended) to 2026-03-02"],
  "I quit my job.": ["Ana: employer =  (ended)"],
  "I don't like coffee any more.": ["Ana: likes = coffee (ended)"],
  "I don't live in Rome anymore.": ["Ana: home = Rome (ended)"],
  "I used to live in Rome but moved to Porto last year.": [
    "Ana: home = Rome (ended)",
    "Ana: home = Porto from 2025-01-01",
  ],
  "We broke up.": ["Ana: partner =  (ended)"],
  "I broke up with Jonas.": ["Ana: partner = Jonas (ended)"],
  "I sold my bike.": ["Ana: owns = bike (ended)"],
  "I stopped eating meat.": ["Ana: eats = meat (ended)"],
  "I'm no longer vegan.": ["Ana: diet = vegan (ended)"],
};

describe("RuleExtractor states the facts of", () => {
  test.each(Object.entries(stated))("%s", async (text, facts) => {
    expect((await factsIn(text)).sort()).toEqual([...facts].sort());
  });
});

/** Texts that resemble facts and state none. */
const unstated = [
  "If I lived in Rome, I would eat pizza every day.",
  "I might move to Berlin next year.",
  "I may work at Siemens one day.",
  "Maybe I live in the wrong city.",
  "Do you live in Rome, or near it?",
  "Should I move to Berlin?",
  "I wish I lived in Rome.",
  "I would live in Rome if I could.",
  "I could work at Acme.",
  "Tom said he lives in Rome.",
  "I think Tom works at Siemens.",
  "Imagine I work at Acme and live in Rome.",
  "I don't live in Rome.",
  "I don't work at Acme.",
  "I'm not vegan.",
  "I'm not a nurse.",
  "I'm moving to Oslo next month.",
  "I'm going to move to Oslo next month.",
  "I'll move to Oslo.",
  "I almost moved, it was in Rome.",
  "I worked from home yesterday.",
  "I work hard.",
  "I like that.",
  "I love it when it rains.",
  "I'd like a coffee.",
  "I would love tea.",
  "My job is stressful.",
  "My day was long and grey.",
  "My flight is delayed.",
  "This is a good idea.",
  "It is raining in Graz.",
  "What a day it has been in Graz.",
  "When I move to Berlin, we will celebrate.",
  "Unless I move to Berlin, we stay.",
  "He lives in Graz.",
  "She likes tea.",
  "I'm happy with how it went.",
  "I went to a support group.",
  "I moved to the next question.",
  "I love my wife.",
  "I'll rest at home and use my time well.",
  "The walk reminds me to slow down and enjoy the view.",
  "We moved on to dessert.",
  "I left the party early.",
  "There is a nurse in the room.",
  "I'm the worst.",
  "I'm at home now.",
  "It was a success for my sister.",
  "Dinner is a killer.",
  "Kindness is a good teacher.",
  "Coffee works on Mondays.",
  "My manager is Amazing.",
  "I can stand the heat.",
  "I can't stand it.",
  "The launch was a success on 3 March.",
  "I pushed to main on Friday.",
  "We didn't move the launch to June 10th.",
  "The launch might move to June 10th.",
  "The data comes from Oslo.",
  "I'm coming from Oslo tomorrow.",
  "She comes home from Oslo on Fridays.",
  "I'm a wreck after that exam.",
  "Am I from Oslo?",
  "I'm at Starbucks now.",
  "I joined Tom and Clara for lunch.",
  "I can't stand people who lie.",
  "My cat is Persian.",
  "Yoga is a healer.",
  "The parser works as expected.",
  "I want to make sure that I'm not over the daily limit.",
  "I'm at Tom's now.",
  "I love the colour.",
  "I love their work.",
  "I love to.",
  "I got them a new friend.",
  "My favourite is the banana split.",
  "I'm worried about my exams on May 10, 12 and 15.",
  "Ich wohne nicht mehr in Berlin.",
  "Ich arbeite nicht bei Siemens.",
  "Früher wohnte ich in Berlin.",
  "Ich habe in Berlin gewohnt.",
  "Ich würde gern in Berlin wohnen, sagt man.",
  "Ich wohne in Untermiete.",
  "Ya no vivo en Madrid.",
  "Antes vivía en Madrid.",
  "Quiero vivir en Madrid.",
  "Trabajo en equipo.",
];

describe("RuleExtractor states nothing from", () => {
  test.each(unstated)("%s", async (text) => {
    expect(await factsIn(text)).toEqual([]);
  });
});

describe("RuleExtractor resolves", () => {
  test("she() is the woman last spoken of", async () => {
    expect(await factsIn("My aunt Vera is visiting. She lives in Bergen and loves chess.")).toEqual(
      expect.arrayContaining(["Vera: home = Bergen", "Vera: likes = chess"]),
    );
  });
  test("he in the next message is the man of the message before", async () => {
    expect(await factsIn("He works at Acme.", { previousContext: "My brother Paul came by." })).toEqual([
      "Paul: employer = Acme",
    ]);
  });
  test("he is nobody where only a woman was spoken of", async () => {
    expect(await factsIn("He works at Acme.", { previousContext: "My sister Mia came by." })).toEqual([]);
  });
  test("he is no thing, and is a man whose own something was spoken of", async () => {
    const said = "Reef Diary started in May. Wiebe opened his own workshop in Delft. He has a cello.";
    expect(await factsIn(said)).toEqual(["Wiebe: owns = cello"]);
    expect(await factsIn("Reef Diary started in May. He has a cello.")).toEqual([]);
  });
  test("a new value has the old one's property, however it is spelt", async () => {
    expect(await factsIn("My favorite color is blue. My favourite colour is now green.")).toEqual([
      "Ana: favourite colour = blue",
      "Ana: favourite colour = green",
    ]);
  });
  test("it is the thing last spoken of", async () => {
    expect(await factsIn("The launch slipped. It is on 4 July.")).toEqual(["launch: date = 4 July"]);
  });
  test("a nameless user is the user, an assistant's you is the user", async () => {
    expect(await factsIn("I live in Lisbon.", { speaker: null })).toEqual(["the user: home = Lisbon"]);
    expect(await factsIn("Got it, you live in Lisbon now.", { speaker: null, role: "assistant" })).toEqual([
      "the user: home = Lisbon",
    ]);
  });
  test("an assistant speaking of itself states nothing of the user", async () => {
    expect(
      await factsIn("I live in the cloud and work at OpenWorks.", { speaker: null, role: "assistant" }),
    ).toEqual([]);
  });
  test("what an assistant advises is no fact of the user", async () => {
    expect(
      await factsIn("If you use Postgres, ensure that you own the schema. You want to work on your tests.", {
        speaker: null,
        role: "assistant",
      }),
    ).toEqual([]);
  });
  test("a correction replaces the value that it takes back", async () => {
    expect(await factsIn("I moved to Lisbon. Sorry, I meant Porto, not Lisbon.")).toEqual([
      "Ana: home = Lisbon",
      "Ana: home = Porto",
    ]);
  });
  test("a correction of one of many values takes only that one back", async () => {
    expect(await factsIn("I like tea. I meant cocoa, not tea.")).toEqual([
      "Ana: likes = tea",
      "Ana: likes = tea (ended)",
      "Ana: likes = cocoa",
    ]);
  });
  test("a correction without anything to correct states nothing", async () => {
    expect(await factsIn("I meant Porto, not Lisbon.")).toEqual([]);
  });
});

describe("RuleExtractor writes statements", () => {
  const sentences: Readonly<Record<string, string>> = {
    "My sister works at Siemens.": "Ana's sister works at Siemens.",
    "I have a dog named Rex.": "Ana has a dog named Rex.",
    "We use Postgres for billing.": "Ana uses Postgres for billing.",
    "I no longer work at Acme.": "Ana no longer works at Acme.",
    "My favourite colour is blue.": "Ana's favourite colour is blue.",
    "I like my garden.": "Ana likes Ana's garden.",
    "The API quota is 1,200 requests.": "The API quota is 1,200 requests.",
    "I'm a nurse.": "Ana is a nurse.",
    "I'm an early riser.": "Ana is an early riser.",
  };
  test.each(Object.entries(sentences))("%s", async (text, statement) => {
    const drafts = await draftsOf(text);
    expect(drafts.flatMap((draft) => (draft.type === "semantic" ? [draft.text] : []))).toContain(statement);
  });
  test("home, employer and age take one value; tastes, pets and places visited take many", async () => {
    const cardinality = async (text: string) =>
      (await draftsOf(text)).flatMap((draft) => (draft.type === "semantic" ? [draft.cardinality] : []));
    for (const text of ["I live in Graz.", "I work at Acme.", "I'm 34.", "The launch is on June 3."])
      expect(await cardinality(text)).toEqual(["one"]);
    for (const text of ["I like tea.", "I have a cat.", "I visited Graz.", "I'm a nurse.", "I'm from Graz."])
      expect(await cardinality(text)).toEqual(["many"]);
  });
});
