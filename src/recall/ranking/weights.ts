/**
 * Written by `training/ranker/main.ts`; do not edit. The weights of a linear ranking over the
 * features of `features.ts` and `answerable.ts`, which are not standardised.
 */

// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: a learnt weight may come close to a known constant

/** Weights of the features of a passage, by name. */
export const weights: Readonly<Record<string, number>> = {
  fitShare: 1.6971,
  fitSourceShare: 2.7262,
  fitWindowShare: 0.6657,
  own: 0.5249,
  nearShare: 0.5709,
  aroundShare: 0.2681,
  reply: 3.0424,
  cosineShare: 0.8123,
  subjectShare: 0.8256,
  sessionSubjectShare: 0.6899,
  user: 1.9916,
  userAboutUser: 0.0046,
  namedSpeaker: 0.9713,
  names: 0.285,
  aboutSpeaker: 0.4714,
  question: -0.1904,
  reaction: -0.0371,
  answers: 0.0466,
  recent: 2.903,
  context: 2.9108,
  alike: 1.2972,
  statesFact: 0.0536,
  fact: 0.4224,
  during: 2.2494,
  askedTime: 0.0153,
  askedCount: 0.2006,
  askedReason: 0.3622,
  askedPerson: 0.1589,
  askedPlace: 0.2238,
  askedAdvice: 0.1827,
  earliest: 0.0903,
  rule: 0.1709,
  standingRule: 0.2685,
  ruleWanted: 1.0189,
};

/** Log-odds that a pool contains an answer. */
export const answerable: { readonly offset: number; readonly weights: Readonly<Record<string, number>> } = {
  offset: -3.3583,
  weights: {
    score: 0.1925,
    lead: 0.1472,
    mostOwn: 1.3479,
    mostFact: 0.4972,
    wantedRule: 0.3524,
    rivalWords: -0.7402,
    rivalMass: -0.4478,
    bestIsRival: -1.0201,
    named: 0.3967,
    namedTogether: 2.1214,
    absent: -1.0683,
    asked: 0.241,
    smallStore: 1.4626,
  },
};

/**
 * From a passage's score to the probability that it is part of the answer, if there is one:
 * logistic(offset + slope * score).
 */
export const calibration = { offset: -7.8505, slope: 0.6243 };

/**
 * `answer`: probability of an answer below which nothing is returned, so that at most 5 % of the
 * answerable questions of a corpus get no answer, on unseen conversations. `passage`: lowest
 * probability of a returned passage.
 */
export const floor = { answer: 0.2129, passage: 0.001 };
