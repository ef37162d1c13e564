/**
 * The signals that the ranking is trained on: features of
 * `src/recall/ranking/features/features.ts` whose direction is known, or that helped on corpora
 * that they were not trained on. The other features are inputs of these, or were tried and added
 * nothing on other corpora.
 */

/** What is known of a signal without data. */
export interface Signal {
  /** The initial weight; trained weights are regularised towards it. */
  readonly start: number;
  /** 1 if it can only be a sign for a passage, -1 if only against it. */
  readonly direction: 1 | -1;
}

const speaksFor = (start = 0): Signal => ({ start, direction: 1 });
const speaksAgainst: Signal = { start: 0, direction: -1 };

/** The signals by name. */
export const signals: Readonly<Record<string, Signal>> = {
  // Words: BM25 of the passage, of the passages around it, and of its source.
  fitShare: speaksFor(2),
  fitPlace: speaksFor(),
  fitSourceShare: speaksFor(3),
  fitWindowShare: speaksFor(1),
  // Words: the share that it covers, with the passages around it.
  own: speaksFor(),
  near: speaksFor(),
  nearShare: speaksFor(1),
  nearPlace: speaksFor(),
  widerPlace: speaksFor(),
  aroundShare: speaksFor(1),
  aroundPlace: speaksFor(),
  // Words of the question that a person answers, which count like those of the answer.
  reply: speaksFor(2),
  phraseShare: speaksFor(),
  // Meaning, by vectors.
  cosineShare: speaksFor(1),
  cosinePlace: speaksFor(),
  cosineBeforePlace: speaksFor(),
  subjectShare: speaksFor(1),
  subjectPlace: speaksFor(),
  sessionSubjectShare: speaksFor(1),
  // Speaker: what a person says about themself is evidence; what an assistant writes is mostly an
  // answer to it.
  user: speaksFor(2),
  userAboutUser: speaksFor(),
  // More than `user`: what the assistant said is asked for.
  assistantAsked: speaksFor(3),
  namedSpeaker: speaksFor(1),
  names: speaksFor(),
  aboutSpeaker: speaksFor(0.5),
  // Form.
  question: speaksAgainst,
  reaction: speaksAgainst,
  answers: speaksFor(),
  // Recency, for somebody who continues their work.
  recent: speaksFor(3),
  context: speaksFor(3),
  feedback: speaksFor(3),
  // Steps of a chain question.
  chain: speaksFor(5),
  // Similarity to the best sources.
  alike: speaksFor(1.5),
  // The kind of answer.
  statesFact: speaksFor(),
  fact: speaksFor(),
  // A named time must match.
  during: speaksFor(2),
  askedTime: speaksFor(),
  askedCount: speaksFor(),
  askedReason: speaksFor(),
  askedPerson: speaksFor(),
  askedPlace: speaksFor(),
  askedAdvice: speaksFor(),
  latest: speaksFor(),
  earliest: speaksFor(),
  // A rule applies however it is worded.
  rule: speaksFor(),
  standingRule: speaksFor(),
  ruleWanted: speaksFor(1),
  ruleSubject: speaksFor(1),
};

/** Names of the signals, in the order of the columns. */
export const signalNames: readonly string[] = Object.keys(signals);
