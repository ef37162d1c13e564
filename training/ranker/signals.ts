/**
 * The signals that the ranking is taught: features of `src/recall/ranking/features.ts` whose direction is known beforehand, or that helped on corpora they
 * were not learnt on. The rest of the features feeds these, or was tried and brought nothing elsewhere.
 */

export interface Signal {
  /** What it weighs before there is data: words and meaning at every level, and who speaks. Learnt weights are pulled to it. */
  readonly start: number;
  /** 1 for what can only speak for a passage, -1 for what can only speak against it. */
  readonly direction: 1 | -1;
}

const speaksFor = (start = 0): Signal => ({ start, direction: 1 });
const speaksAgainst: Signal = { start: 0, direction: -1 };

export const signals: Readonly<Record<string, Signal>> = {
  // The words, by BM25 of the passage, of it with those around it, and of its source.
  fitShare: speaksFor(2),
  fitPlace: speaksFor(),
  fitSourceShare: speaksFor(3),
  fitWindowShare: speaksFor(1),
  // The words, by how many of them it covers with what stands around it.
  own: speaksFor(),
  near: speaksFor(),
  nearShare: speaksFor(1),
  nearPlace: speaksFor(),
  widerPlace: speaksFor(),
  aroundShare: speaksFor(1),
  aroundPlace: speaksFor(),
  phraseShare: speaksFor(),
  // The meaning.
  cosineShare: speaksFor(1),
  cosinePlace: speaksFor(),
  cosineBeforePlace: speaksFor(),
  subjectShare: speaksFor(1),
  subjectPlace: speaksFor(),
  sessionSubjectShare: speaksFor(1),
  // Who speaks: what a person says of themself is evidence, what an assistant writes is mostly an answer to it.
  user: speaksFor(2),
  userAboutUser: speaksFor(),
  assistantAsked: speaksFor(),
  namedSpeaker: speaksFor(1),
  names: speaksFor(),
  // The form.
  question: speaksAgainst,
  reaction: speaksAgainst,
  answers: speaksFor(),
  // What was said lately, to somebody who goes on with their work.
  recent: speaksFor(3),
  context: speaksFor(3),
  // What the best sources are alike.
  alike: speaksFor(1.5),
  // What is asked for.
  statesFact: speaksFor(),
  fact: speaksFor(),
  // A time is named to be met.
  during: speaksFor(2),
  askedTime: speaksFor(),
  askedCount: speaksFor(),
  askedReason: speaksFor(),
  askedPerson: speaksFor(),
  askedPlace: speaksFor(),
  askedAdvice: speaksFor(),
  latest: speaksFor(),
  earliest: speaksFor(),
  // A rule applies to what is asked, however it is worded.
  rule: speaksFor(),
  standingRule: speaksFor(),
  ruleWanted: speaksFor(1),
  ruleSubject: speaksFor(1),
};

/** In the order of the columns. */
export const signalNames: readonly string[] = Object.keys(signals);
