/**
 * Written by `training/ranker/main.ts`; do not edit. The weights of a linear ranking over the features of `features.ts` and
 * `answerable.ts`, on the features as they are.
 */

// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: a learnt weight may come close to a known constant

export const weights: Readonly<Record<string, number>> = {
  fitShare: 1.6597,
  fitSourceShare: 2.7077,
  fitWindowShare: 0.6602,
  own: 0.5086,
  nearShare: 0.5606,
  aroundShare: 0.281,
  cosineShare: 0.8111,
  subjectShare: 0.8377,
  sessionSubjectShare: 0.6771,
  user: 2.0173,
  userAboutUser: 0.0148,
  assistantAsked: 0.0126,
  namedSpeaker: 0.9834,
  names: 0.323,
  question: -0.1985,
  reaction: -0.0407,
  answers: 0.1212,
  recent: 2.8882,
  context: 2.9261,
  alike: 1.2782,
  statesFact: 0.1093,
  fact: 0.5188,
  during: 2.2325,
  askedTime: 0.0195,
  askedCount: 0.2006,
  askedReason: 0.4456,
  askedPerson: 0.1689,
  askedPlace: 0.228,
  askedAdvice: 0.2067,
  earliest: 0.0831,
  rule: 0.1838,
  standingRule: 0.3336,
  ruleWanted: 1.0295,
};

/** Log-odds that a pool holds an answer at all. */
export const answerable: { readonly offset: number; readonly weights: Readonly<Record<string, number>> } = {
  offset: -3.3115,
  weights: {
    score: 0.2109,
    lead: 0.1379,
    mostOwn: 1.2513,
    mostFact: 0.514,
    wantedRule: 0.3554,
    rivalWords: -0.7875,
    rivalMass: -0.41,
    bestIsRival: -0.8144,
    named: 0.3889,
    namedTogether: 1.9372,
    absent: -1.0711,
    asked: 0.1861,
    smallStore: 1.4696,
  },
};

/** From a passage's score to the probability that it is part of the answer, where there is one: logistic(offset + slope * score). */
export const calibration = { offset: -7.9008, slope: 0.6413 };

/**
 * `answer`: probability of there being an answer below which nothing is returned: 5 % of the answerable questions of the corpus that loses most, on conversations not
 * seen. `tell`: probability that each passage returned must reach.
 */
export const floor = { answer: 0.1929, tell: 0.001 };
