/**
 * Written by `training/ranker/main.ts`; do not edit. The weights of a linear ranking over the
 * features of `features.ts` and `answerable.ts`, which are not standardised.
 */

// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: a learnt weight may come close to a known constant

/** Weights of the features of a passage, by name. */
export const weights: Readonly<Record<string, number>> = {
  fitShare: 1.6694,
  fitSourceShare: 2.7194,
  fitWindowShare: 0.6667,
  own: 0.5023,
  nearShare: 0.5756,
  aroundShare: 0.2867,
  cosineShare: 0.8165,
  subjectShare: 0.8369,
  sessionSubjectShare: 0.6919,
  user: 2.0082,
  userAboutUser: 0.01,
  namedSpeaker: 0.9916,
  names: 0.2785,
  question: -0.2014,
  reaction: -0.0403,
  answers: 0.1266,
  recent: 2.9023,
  context: 2.9134,
  alike: 1.3045,
  statesFact: 0.1209,
  fact: 0.541,
  during: 2.2507,
  askedTime: 0.0146,
  askedCount: 0.1961,
  askedReason: 0.4226,
  askedPerson: 0.1644,
  askedPlace: 0.2228,
  askedAdvice: 0.1884,
  earliest: 0.0953,
  rule: 0.1766,
  standingRule: 0.3023,
  ruleWanted: 1.003,
};

/** Log-odds that a pool contains an answer. */
export const answerable: { readonly offset: number; readonly weights: Readonly<Record<string, number>> } = {
  offset: -3.2785,
  weights: {
    score: 0.2036,
    lead: 0.1418,
    mostOwn: 1.2741,
    mostFact: 0.4682,
    wantedRule: 0.3646,
    rivalWords: -0.7964,
    rivalMass: -0.412,
    bestIsRival: -0.7809,
    named: 0.3799,
    namedTogether: 1.9211,
    absent: -1.0891,
    asked: 0.1917,
    smallStore: 1.4626,
  },
};

/**
 * From a passage's score to the probability that it is part of the answer, if there is one:
 * logistic(offset + slope * score).
 */
export const calibration = { offset: -7.8976, slope: 0.6368 };

/**
 * `answer`: probability of an answer below which nothing is returned, so that at most 5 % of the
 * answerable questions of a corpus get no answer, on unseen conversations. `passage`: lowest
 * probability of a returned passage.
 */
export const floor = { answer: 0.1904, passage: 0.001 };
