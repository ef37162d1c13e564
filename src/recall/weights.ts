/**
 * Written by `training/ranker/main.ts`; do not edit. The weights of a linear ranking over the features of `features.ts` and
 * `answerable.ts`, on the features as they are.
 */

/** What a feature counts among people who chat, and where an assistant writes pages. */
export interface Weight {
  readonly chat: number;
  readonly pages: number;
}

export const weights: Readonly<Record<string, Weight>> = {
  own: { chat: 0.9307, pages: 0.7928 },
  rarest: { chat: 0.1161, pages: 0.0246 },
  matched: { chat: 1.3584, pages: 0.8947 },
  before: { chat: 1.4815, pages: -1.2523 },
  after: { chat: -0.385, pages: 0.5048 },
  wider: { chat: 1.6728, pages: 1.1673 },
  near: { chat: 0.758, pages: 0.1948 },
  around: { chat: -0.4642, pages: -0.5778 },
  session: { chat: 0.5136, pages: 0.6605 },
  phrase: { chat: 0.7743, pages: 1.2496 },
  names: { chat: 1.0246, pages: 1.2322 },
  cosine: { chat: -0.3474, pages: -0.0033 },
  cosineBefore: { chat: 0.8204, pages: 0.5349 },
  cosineAfter: { chat: 1.0691, pages: 1.7798 },
  subject: { chat: -1.7762, pages: -2.6974 },
  subjectBefore: { chat: 0.5845, pages: -0.1942 },
  subjectAfter: { chat: -1.3591, pages: -1.3764 },
  sessionSubject: { chat: 1.4717, pages: 2.7023 },
  namedSpeaker: { chat: 1.5623, pages: 1.5622 },
  saysName: { chat: -0.2146, pages: 0.1074 },
  otherSilent: { chat: -1.0076, pages: -1.0076 },
  user: { chat: 0.673, pages: 1.3068 },
  userAboutUser: { chat: 0.4882, pages: 0.9267 },
  assistantAsked: { chat: -0.0443, pages: -0.0669 },
  short: { chat: -0.108, pages: -0.34 },
  length: { chat: 0.5936, pages: -3.4283 },
  firstPart: { chat: 0.0795, pages: 0.5821 },
  parts: { chat: -0.473, pages: -2.8484 },
  question: { chat: -0.4378, pages: -0.0095 },
  reaction: { chat: -0.3597, pages: -0.5313 },
  figures: { chat: 0.6026, pages: 0.2826 },
  answers: { chat: 0.3955, pages: 0.1176 },
  latest: { chat: -0.6156, pages: -1.2041 },
  earliest: { chat: 1.6118, pages: 2.8771 },
  askedTime: { chat: 2.0541, pages: 1.8591 },
  askedCount: { chat: 0.6277, pages: 0.6209 },
  askedReason: { chat: 0.8034, pages: 1.4733 },
  askedPerson: { chat: 0.2942, pages: 0.5968 },
  askedPlace: { chat: 2.5012, pages: 0.9023 },
  askedAdvice: { chat: 1.0594, pages: 0.1375 },
  standingRule: { chat: -0.998, pages: -0.9826 },
  during: { chat: 2.5481, pages: 2.5785 },
  fact: { chat: 1.2422, pages: 0.4753 },
  facts: { chat: -0.4, pages: 0.2767 },
  rule: { chat: 1.2053, pages: 2.8388 },
  ruleWanted: { chat: 1.6206, pages: -0.1296 },
  ruleSubject: { chat: 3.3021, pages: -0.3256 },
  trigger: { chat: 0.5048, pages: -0.4455 },
  ownShare: { chat: 0.5854, pages: 0.5241 },
  nearShare: { chat: 1.033, pages: 1 },
  widerShare: { chat: 0.4228, pages: -0.0969 },
  aroundShare: { chat: 0.59, pages: 0.8475 },
  phraseShare: { chat: 1.0986, pages: 0.8031 },
  sessionShare: { chat: 0.6466, pages: 0.7706 },
  cosineShare: { chat: 0.7958, pages: 0.7459 },
  cosineBeforeShare: { chat: -0.5468, pages: -0.3237 },
  cosineAfterShare: { chat: 0.2277, pages: 0.1085 },
  subjectShare: { chat: 1.2583, pages: 1.4355 },
  sessionSubjectShare: { chat: 0.1072, pages: 0.5576 },
  ownPlace: { chat: 0.3437, pages: 0.7687 },
  nearPlace: { chat: 0.3084, pages: -0.2766 },
  widerPlace: { chat: 0.4435, pages: 0.2479 },
  aroundPlace: { chat: 0.2224, pages: 0.3021 },
  phrasePlace: { chat: -0.863, pages: -0.7843 },
  sessionPlace: { chat: 0.2495, pages: -0.0529 },
  cosinePlace: { chat: 0.197, pages: 1.0981 },
  cosineBeforePlace: { chat: 1.0601, pages: 0.0102 },
  cosineAfterPlace: { chat: 0.2019, pages: 0.4767 },
  subjectPlace: { chat: 0.0614, pages: 0.2652 },
  sessionSubjectPlace: { chat: -0.1311, pages: 0.0517 },
};

/** Log-odds that a pool holds an answer at all. */
export const answerable: { readonly offset: number; readonly weights: Readonly<Record<string, number>> } = {
  offset: -4.1307,
  weights: {
    score: 0.2995,
    lead: -0.0729,
    mostOwn: 1.5916,
    mostFact: 0.1954,
    mostRule: 3.475,
    rivalWords: -1.8547,
    rivalNear: -0.5861,
    rivalScore: 0.0264,
    rivalMass: -1.0481,
    bestIsRival: -0.4848,
    named: 1.1339,
    namedTogether: 3.2474,
    absent: -1.1289,
    asked: -0.0491,
    pages: 1.4006,
    smallStore: 3.0624,
  },
};

/** From a passage's score to the chance that it is part of the answer, where there is one: logistic(offset + slope * score). */
export const calibration = { offset: -8.1367, slope: 0.6405 };

/**
 * `answer`: chance of there being an answer that a pool must reach for anything to be told; chosen to cost at most two points of recall at 10 on
 * conversations not seen. `tell`: chance that each passage told must reach.
 */
export const floor = { answer: 0.2643, tell: 0.002 };
