/** Signal words: says in words why a passage was ranked where it was. Pure. */

/** What each signal of the ranking says about a passage if it raises the score. */
const words: Readonly<Record<string, string>> = {
  fitShare: "its words fit the question",
  fitSourceShare: "its conversation fits the question",
  fitWindowShare: "the passages around it fit the question",
  own: "it contains words of the question",
  nearShare: "it and its neighbours contain words of the question",
  aroundShare: "passages further around it contain words of the question",
  reply: "it answers a question with such words",
  cosineShare: "its meaning is close to the question",
  subjectShare: "its meaning is close to the subject of the question",
  sessionSubjectShare: "its conversation is about the subject of the question",
  user: "the user said it",
  userAboutUser: "the user said it about themselves",
  aboutSpeaker: "its speaker says it about themselves",
  namedSpeaker: "somebody whom the question names said it",
  names: "it contains a name of the question",
  answers: "it follows a question",
  recent: "it was said recently",
  context: "it continues what was said just before",
  feedback: "its source is worded like those that fit best",
  chain: "it continues a passage that fits best",
  alike: "its conversation is worded like the best ones",
  statesFact: "a fact was extracted from it",
  fact: "its fact has the property that is asked for",
  stated: "its fact is the one that is asked for",
  during: "it happened at the time that is asked for",
  askedTime: "it names a time, which is asked for",
  askedCount: "it names a number, which is asked for",
  askedReason: "it names a reason, which is asked for",
  askedPerson: "it names a person, which is asked for",
  askedPlace: "it names a place, which is asked for",
  askedAdvice: "it is worded like advice",
  askedPage: "it is on the page that is asked for",
  earliest: "it is among the earliest, which are asked for",
  latest: "it is among the latest, which are asked for",
  rule: "it is a rule",
  standingRule: "it is a rule that always applies",
  ruleWanted: "it is a rule for such a question",
};

/** What some signals say about a passage if they lower the score. */
const against: Readonly<Record<string, string>> = {
  question: "against it: it is itself a question",
  reaction: "against it: it only reacts to something",
  aboutSpeaker: "against it: it is about the listener",
};

/** Maximum number of signals that are put in words. */
const mostWords = 4;

/**
 * The strongest signals in words, strongest first. A signal without words, such as one of files, is
 * left out; its number is in `signals`.
 */
export function becauseOf(signals: Readonly<Record<string, number>>): string[] {
  return Object.entries(signals)
    .flatMap(([name, value]) => {
      const said = value > 0 ? words[name] : against[name];
      return said === undefined ? [] : [{ said, size: Math.abs(value) }];
    })
    .sort((one, other) => other.size - one.size)
    .slice(0, mostWords)
    .map(({ said }) => said);
}
