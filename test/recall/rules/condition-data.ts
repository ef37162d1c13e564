/**
 * Rules with a condition, and what meets it in other words, written for these tests: the rule, its
 * condition, questions and tasks that meet it, and questions near to it that do not.
 */
export interface Conditional {
  readonly rule: string;
  readonly trigger: string;
  readonly met: readonly string[];
  readonly near: readonly string[];
}

const rows: readonly (readonly [string, string, readonly string[], readonly string[]])[] = [
  [
    "When I ask for a restaurant, only suggest places with vegan dishes.",
    "I ask for a restaurant",
    [
      "Where should we eat tonight?",
      "Find a table for four near the cathedral.",
      "Any good spot for sushi around here?",
    ],
    ["When did the tiles in the kitchen crack?", "Who painted the canteen?"],
  ],
  [
    "If a client is late with a payment, send a friendly reminder first.",
    "a client is late with a payment",
    [
      "The Hoffmann invoice is three weeks overdue. What now?",
      "Bakker still hasn't paid us.",
      "Draft a note about the unpaid bill from March.",
    ],
    ["When is the client dinner?", "What did Hoffmann order last year?"],
  ],
  [
    "Whenever you translate something, keep the proper names as they are.",
    "you translate something",
    [
      "Put this paragraph into Portuguese.",
      "How do I say good luck in Danish?",
      "Give me the German version of the menu.",
    ],
    ["Who speaks Danish in the team?", "When do we fly to Portugal?"],
  ],
  [
    "When we plan a hike, stay below 800 metres of climbing.",
    "we plan a hike",
    [
      "Which trail could we do on Sunday?",
      "Suggest a walk in the hills with a nice view.",
      "Pick a mountain route for the weekend.",
    ],
    ["How tall is the church tower?", "What did I buy at the outdoor shop?"],
  ],
  [
    "If I mention my knee, remind me to do the exercises.",
    "I mention my knee",
    [
      "My leg hurts again after the run.",
      "The joint is swollen this morning.",
      "Knee is clicking when I climb the stairs.",
    ],
    ["When is the dentist appointment?", "Which elbow did Tom break?"],
  ],
  [
    "Before any deploy, run the smoke tests.",
    "any deploy",
    ["Push version 4.2 to production.", "Roll out the new build tonight.", "Release the hotfix now."],
    ["Who wrote the release notes in May?", "What is the production database called?"],
  ],
  [
    "When talking to the kids, keep it simple.",
    "talking to the kids",
    [
      "Explain volcanoes to my six-year-old.",
      "Write a bedtime story for the little ones.",
      "Tell my daughter why the sky is blue.",
    ],
    ["How many kids does Marta have?", "What did the volcano documentary cost?"],
  ],
  [
    "If an email is from the landlord, forward it to Petra.",
    "an email is from the landlord",
    [
      "The owner of the flat wrote about the rent.",
      "A message from our landlady came in about the boiler.",
      "Mr Koch, who rents us the apartment, has sent a letter.",
    ],
    ["When does the lease end?", "Who fixed the boiler?"],
  ],
  [
    "When I ask for a gift idea, stay under 30 euros.",
    "I ask for a gift idea",
    [
      "What could I give my mother for her birthday?",
      "Find a present for Leo.",
      "Something nice for a colleague who is leaving?",
    ],
    ["When is Leo's birthday?", "What did my mother say on the phone?"],
  ],
  [
    "When you write SQL, use upper case keywords.",
    "you write SQL",
    [
      "Give me a query that counts the orders per month.",
      "How do I join the two tables?",
      "Write a statement that selects all inactive users.",
    ],
    ["Which database do we use?", "How many orders did we have in May?"],
  ],
  [
    "If it rains, move the class indoors.",
    "it rains",
    [
      "The forecast says showers for Thursday. Where is yoga?",
      "There's a storm coming this afternoon.",
      "It's pouring outside. What about the lesson?",
    ],
    ["How hot was it in July?", "Who teaches the class?"],
  ],
  [
    "When someone complains, apologise before anything else.",
    "someone complains",
    [
      "A guest is angry about the noise. How do I reply?",
      "Mrs Yilmaz is unhappy with the delivery.",
      "He says the soup was cold and wants to speak to the manager.",
    ],
    ["How many guests are in room 4?", "What did Mrs Yilmaz order?"],
  ],
  [
    "When booking flights, take an aisle seat.",
    "booking flights",
    [
      "Get me on a plane to Oslo next Monday.",
      "I need to fly to Rome in June.",
      "Reserve the 9 am from Zurich to Lisbon.",
    ],
    ["Where did I sit at the theatre?", "How was the weather in Oslo?"],
  ],
  [
    "If you mention prices, include VAT.",
    "you mention prices",
    [
      "What does the big table cost?",
      "How much is a litre of the blue paint?",
      "Make a quote for 20 chairs.",
    ],
    ["Who built the table?", "Where are the chairs stored?"],
  ],
  [
    "When a file is bigger than 10 MB, compress it.",
    "a file is bigger than 10 MB",
    [
      "Upload the 40 MB video.",
      "The scan is huge, 25 megabytes. Send it anyway?",
      "Attach the large presentation.",
    ],
    ["Who made the video?", "When is the presentation?"],
  ],
  [
    "For anything medical, tell me to see a doctor.",
    "anything medical",
    [
      "I have had a headache for three days.",
      "Is a fever of 39 dangerous?",
      "Which pills help against a sore throat?",
    ],
    ["Who is the mayor?", "Where is the doctor's practice?"],
  ],
  [
    "When I feel low, suggest a walk by the river.",
    "I feel low",
    ["I'm so sad today.", "Everything seems pointless lately.", "Bad mood again, can't shake it off."],
    ["How deep is the river?", "What did I pay for the boat?"],
  ],
  [
    "If the alarm goes off, call Henk first.",
    "the alarm goes off",
    [
      "The siren is ringing in hall two!",
      "Smoke detector is beeping, what do I do?",
      "The burglar alarm went off again.",
    ],
    ["Who installed the lamps?", "When does the shift start?"],
  ],
  [
    "When you draft a contract, add the confidentiality clause.",
    "you draft a contract",
    [
      "Prepare the agreement with the new supplier.",
      "I need a freelance agreement for Jana.",
      "Write up the deal with Orion Ltd.",
    ],
    ["When did Jana start?", "Where is Orion based?"],
  ],
  [
    "When I'm at work, keep messages short.",
    "I'm at work",
    ["I'm in the office until six, what's new?", "Between two meetings now, anything urgent?"],
    ["Where did I have lunch on Sunday?", "What is Lena's hobby?"],
  ],
  [
    "Whenever I ask about books, leave out anything I have read.",
    "I ask about books",
    [
      "Recommend a good novel for the holidays.",
      "What should I read next?",
      "Which crime thriller is worth it?",
    ],
    ["When is the library open?", "Who borrowed my bike?"],
  ],
  [
    "If a visitor arrives after 8 pm, use the side entrance.",
    "a visitor arrives after 8 pm",
    ["Mr Tan comes at nine tonight. Which door?", "Our guest will be here late in the evening."],
    ["When is breakfast?", "Who has the key to the cellar?"],
  ],
  [
    "When you plan meals for the week, no pork.",
    "you plan meals for the week",
    [
      "What shall we have for dinner on Monday?",
      "Make a menu for next week.",
      "Put together the grocery list for the family.",
    ],
    ["Who cleans the kitchen?", "What did the new stove cost?"],
  ],
  [
    "If we are short of staff, ask the agency.",
    "we are short of staff",
    [
      "Two people called in sick for tomorrow.",
      "We don't have enough waiters on Saturday.",
      "Nobody can take the night shift.",
    ],
    ["Who manages the agency account?", "How long has Ben worked here?"],
  ],
  [
    "When I study, don't disturb me with news.",
    "I study",
    ["I'm preparing for my exam this afternoon.", "Learning chemistry right now."],
    ["Which school did Eva go to?", "When were the news invented?"],
  ],
  [
    "When the customer writes in French, answer in French.",
    "the customer writes in French",
    ["Bonjour, je voudrais commander deux lampes.", "A buyer from Lyon asks: où est mon colis ?"],
    ["Where is Lyon?", "Which lamps did we sell?"],
  ],
  [
    "If something breaks in the lab, log it in the red book.",
    "something breaks in the lab",
    [
      "The centrifuge stopped working this morning.",
      "A beaker is smashed on bench three.",
      "The microscope is damaged.",
    ],
    ["Who ordered the microscope?", "How many benches are there?"],
  ],
  [
    "When a parent calls, never give out grades.",
    "a parent calls",
    [
      "Tim's mother is on the phone and asks about his marks.",
      "A father wants to know how his son did in the test.",
    ],
    ["Who teaches maths?", "When are the holidays?"],
  ],
  [
    "When it's about money, show the calculation.",
    "it's about money",
    [
      "Can I afford the new car?",
      "How much would I save if I cancel the gym?",
      "What's left of my budget this month?",
    ],
    ["Who is the coach at the gym?", "What colour is the car?"],
  ],
  [
    "If the printer jams, restart it before calling anyone.",
    "the printer jams",
    [
      "Paper is stuck in the copier.",
      "The printer won't print any more.",
      "Printing the forms fails with a jam.",
    ],
    ["How much paper is left?", "Who bought the scanner?"],
  ],
  [
    "When you summarise a meeting, list the decisions first.",
    "you summarise a meeting",
    [
      "Write up the notes from this morning's call.",
      "What came out of the board session? Make it brief.",
      "Minutes for the team sync, please.",
    ],
    ["When is the next meeting?", "Who is on the board?"],
  ],
  [
    "If a plant looks sick, check for aphids first.",
    "a plant looks sick",
    ["The leaves of my tomato turn yellow.", "My basil is dying.", "The roses have brown spots."],
    ["Who waters the garden?", "When did we plant the roses?"],
  ],
  [
    "When I travel with the dog, look for pet-friendly hotels.",
    "I travel with the dog",
    ["Find us a room in Bruges, Bello comes along.", "Where can we stay at the sea with our puppy?"],
    ["How old is Bello?", "When did I brush the dog?"],
  ],
  [
    "If I ask for music, nothing with lyrics.",
    "I ask for music",
    ["Play something while I cook.", "Put on a song for the evening.", "Make a playlist for the drive."],
    ["Who plays the violin?", "When was the concert?"],
  ],
  [
    "When you name files, use the date first.",
    "you name files",
    [
      "What should the report be called on the drive?",
      "Save the scan somewhere sensible.",
      "Store this spreadsheet in the shared folder.",
    ],
    ["Who has access to the drive?", "What is in the report?"],
  ],
];

export const conditionals: readonly Conditional[] = rows.map(([rule, trigger, met, near]) => ({
  rule,
  trigger,
  met,
  near,
}));
