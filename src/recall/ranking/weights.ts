/**
 * Written by `training/ranker/main.ts`; do not edit. The weights of a linear ranking over the
 * features of `features.ts` and `answerable.ts`, which are not standardised.
 */

// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: a learnt weight may come close to a known constant

/** Weights of the features of a passage, by name. */
export const weights: Readonly<Record<string, number>> = {
  fitShare: 1.7462,
  fitSourceShare: 2.7211,
  fitWindowShare: 0.6829,
  own: 0.1956,
  near: 0.0049,
  nearShare: 0.6134,
  aroundShare: 0.2331,
  reply: 2.0172,
  cosineShare: 0.8318,
  subjectShare: 0.8386,
  sessionSubjectShare: 0.6744,
  user: 1.9974,
  userAboutUser: 0.0074,
  namedSpeaker: 0.9738,
  names: 0.2612,
  aboutSpeaker: 0.4808,
  question: -0.1849,
  reaction: -0.0308,
  answers: 0.0762,
  recent: 2.881,
  context: 2.8902,
  feedback: 2.581,
  alike: 1.2457,
  statesFact: 0.0567,
  fact: 0.1225,
  during: 2.2597,
  askedTime: 0.0195,
  askedCount: 0.1444,
  askedReason: 0.044,
  askedPerson: 0.1675,
  askedPlace: 0.1736,
  askedAdvice: 0.1615,
  earliest: 0.0835,
  rule: 0.1693,
  standingRule: 0.0477,
  ruleWanted: 0.9968,
  ruleSubject: 0.9792,
};

/** Log-odds that a pool contains an answer. */
export const answerable: { readonly offset: number; readonly weights: Readonly<Record<string, number>> } = {
  offset: -3.0838,
  weights: {
    score: 0.1648,
    lead: 0.1568,
    mostOwn: 1.4934,
    mostFact: 0.5467,
    wantedRule: 0.3279,
    rivalWords: -0.8397,
    rivalMass: -0.4232,
    bestIsRival: -1.0185,
    named: 0.4439,
    namedTogether: 2.107,
    absent: -1.0383,
    asked: 0.1863,
    smallStore: 1.394,
  },
};

/**
 * From a passage's score to the probability that it is part of the answer, if there is one:
 * logistic(offset + slope * score).
 */
export const calibration = { offset: -7.537, slope: 0.5536 };

/**
 * `answer`: probability of an answer below which nothing is returned, so that at most 5 % of the
 * answerable questions of a corpus get no answer, on unseen conversations. `passage`: lowest
 * probability of a returned passage.
 */
export const floor = { answer: 0.2143, passage: 0.001 };
