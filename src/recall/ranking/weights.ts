/**
 * Written by `training/ranker/main.ts`; do not edit. The weights of a linear ranking over the
 * features of `features.ts` and `answerable.ts`, which are not standardised.
 */

// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: a learnt weight may come close to a known constant

/** Weights of the features of a passage, by name. */
export const weights: Readonly<Record<string, number>> = {
  fitShare: 1.6991,
  fitSourceShare: 2.7078,
  fitWindowShare: 0.662,
  own: 0.5338,
  nearShare: 0.5694,
  aroundShare: 0.2422,
  reply: 3.0587,
  cosineShare: 0.812,
  subjectShare: 0.8261,
  sessionSubjectShare: 0.6702,
  user: 1.9975,
  userAboutUser: 0.0072,
  namedSpeaker: 0.9735,
  names: 0.2926,
  aboutSpeaker: 0.4744,
  question: -0.1871,
  reaction: -0.0415,
  answers: 0.0441,
  recent: 2.8754,
  context: 2.8402,
  feedback: 2.443,
  alike: 1.2417,
  statesFact: 0.049,
  fact: 0.4153,
  during: 2.2596,
  askedTime: 0.0139,
  askedCount: 0.2012,
  askedReason: 0.3647,
  askedPerson: 0.1602,
  askedPlace: 0.2273,
  askedAdvice: 0.1938,
  earliest: 0.1003,
  rule: 0.1753,
  standingRule: 0.2757,
  ruleWanted: 1.0317,
};

/** Log-odds that a pool contains an answer. */
export const answerable: { readonly offset: number; readonly weights: Readonly<Record<string, number>> } = {
  offset: -3.0837,
  weights: {
    score: 0.1677,
    lead: 0.1534,
    mostOwn: 1.4251,
    mostFact: 0.5146,
    wantedRule: 0.3322,
    rivalWords: -0.8136,
    rivalMass: -0.4298,
    bestIsRival: -1.0086,
    named: 0.4427,
    namedTogether: 2.1086,
    absent: -1.0325,
    asked: 0.1912,
    smallStore: 1.3876,
  },
};

/**
 * From a passage's score to the probability that it is part of the answer, if there is one:
 * logistic(offset + slope * score).
 */
export const calibration = { offset: -7.5775, slope: 0.5622 };

/**
 * `answer`: probability of an answer below which nothing is returned, so that at most 5 % of the
 * answerable questions of a corpus get no answer, on unseen conversations. `passage`: lowest
 * probability of a returned passage.
 */
export const floor = { answer: 0.2202, passage: 0.001 };
