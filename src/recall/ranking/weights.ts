/**
 * Written by `training/ranker/main.ts`; do not edit. The weights of a linear ranking over the
 * features of `features.ts` and `answerable.ts`, which are not standardised.
 */

// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: a learnt weight may come close to a known constant

/** Weights of the features of a passage, by name. */
export const weights: Readonly<Record<string, number>> = {
  fitShare: 1.7559,
  fitSourceShare: 2.7475,
  fitWindowShare: 0.6794,
  own: 0.2161,
  near: 0.0296,
  nearShare: 0.6388,
  aroundShare: 0.2536,
  reply: 2.021,
  cosineShare: 0.8218,
  subjectShare: 0.8361,
  sessionSubjectShare: 0.6856,
  user: 1.9911,
  userAboutUser: 0.0066,
  assistantAsked: 3.0187,
  namedSpeaker: 0.977,
  names: 0.251,
  aboutSpeaker: 0.4874,
  question: -0.1715,
  reaction: -0.0273,
  answers: 0.0598,
  recent: 2.8793,
  context: 2.894,
  feedback: 2.5811,
  chain: 5,
  alike: 1.2348,
  statesFact: 0.0593,
  fact: 0.1249,
  during: 2.273,
  askedTime: 0.0075,
  askedCount: 0.1051,
  askedReason: 0.0391,
  askedPerson: 0.158,
  askedPlace: 0.1629,
  askedAdvice: 0.1703,
  earliest: 0.0915,
  rule: 0.1665,
  standingRule: 0.0587,
  ruleWanted: 1.0176,
  ruleSubject: 0.9828,
};

/** Log-odds that a pool contains an answer. */
export const answerable: { readonly offset: number; readonly weights: Readonly<Record<string, number>> } = {
  offset: -3.1169,
  weights: {
    score: 0.1712,
    lead: 0.1504,
    mostOwn: 1.48,
    mostFact: 0.5508,
    wantedRule: 0.33,
    rivalWords: -0.8303,
    rivalMass: -0.416,
    bestIsRival: -1.015,
    named: 0.434,
    namedTogether: 2.1105,
    absent: -1.0348,
    asked: 0.1736,
    smallStore: 1.416,
  },
};

/**
 * From a passage's score to the probability that it is part of the answer, if there is one:
 * logistic(offset + slope * score).
 */
export const calibration = { offset: -7.541, slope: 0.5523 };

/**
 * `answer`: probability of an answer below which nothing is returned, so that at most 5 % of the
 * answerable questions of a corpus get no answer, on unseen conversations. `passage`: lowest
 * probability of a returned passage.
 */
export const floor = { answer: 0.2168, passage: 0.001 };
