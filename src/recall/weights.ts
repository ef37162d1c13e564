/**
 * Written by `training/ranker/main.ts`; do not edit. The weights of a linear ranking over the features of `features.ts` and
 * `answerable.ts`, on the features as they are.
 */

export const weights: Readonly<Record<string, number>> = {
  fitShare: 1.5265,
  fitMessageShare: 0.4037,
  fitSourceShare: 2.6836,
  own: 0.6317,
  near: 0.845,
  nearShare: 0.8143,
  nearPlace: 0.0252,
  widerPlace: 0.5368,
  aroundShare: 0.5327,
  phraseShare: 0.126,
  cosineShare: 0.6339,
  cosineBeforePlace: 0.2415,
  subjectShare: 0.7659,
  subjectPlace: 0.0073,
  sessionSubjectShare: 0.4469,
  user: 2.2639,
  userAboutUser: 0.1862,
  namedSpeaker: 1.0364,
  names: 0.5804,
  question: -0.1304,
  reaction: -0.186,
  answers: 0.2747,
  fact: 0.5744,
  during: 1.9724,
  askedTime: 0.5677,
  askedCount: 0.2781,
  askedReason: 0.4921,
  askedPerson: 0.0564,
  askedPlace: 0.5429,
  askedAdvice: 0.348,
  latest: 0.1687,
  earliest: 0.17,
  ruleWanted: 0.7944,
  ruleSubject: 0.9123,
};

/** Log-odds that a pool holds an answer at all. */
export const answerable: { readonly offset: number; readonly weights: Readonly<Record<string, number>> } = {
  offset: -3.8962,
  weights: {
    score: 0.264,
    lead: 0.0838,
    mostOwn: 1.5801,
    mostFact: 0.4097,
    mostRule: 1.2446,
    rivalWords: -2.8858,
    rivalNear: 1.9863,
    rivalScore: 0.0914,
    rivalMass: -0.5038,
    bestIsRival: -0.5376,
    named: -0.2281,
    namedTogether: 2.1411,
    absent: -2.1075,
    asked: 0.5752,
    smallStore: 1.9228,
  },
};

/** From a passage's score to the chance that it is part of the answer, where there is one: logistic(offset + slope * score). */
export const calibration = { offset: -6.3102, slope: 0.4963 };

/**
 * `answer`: chance of there being an answer that a pool must reach for anything to be told; chosen to cost at most two points of recall at 10 on
 * conversations not seen. `tell`: chance that each passage told must reach.
 */
export const floor = { answer: 0.2158, tell: 0.002 };
