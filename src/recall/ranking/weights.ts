/**
 * Written by `training/ranker/main.ts`; do not edit. The weights of a linear ranking over the features of `features.ts` and
 * `answerable.ts`, on the features as they are.
 */

// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: a learnt weight may come close to a known constant

export const weights: Readonly<Record<string, number>> = {
  fitShare: 1.347,
  fitPlace: 0.2059,
  fitSourceShare: 2.6172,
  own: 0.7432,
  near: 1.5366,
  nearShare: 0.6735,
  nearPlace: 0.0499,
  widerPlace: 0.8688,
  aroundShare: 0.3332,
  aroundPlace: 0.0556,
  phraseShare: 0.1764,
  cosineShare: 0.4384,
  cosinePlace: 0.0478,
  cosineBeforePlace: 0.4157,
  subjectShare: 0.7981,
  subjectPlace: 0.1774,
  sessionSubjectShare: 0.0923,
  user: 2.411,
  userAboutUser: 0.3049,
  assistantAsked: 0.0155,
  namedSpeaker: 1.0424,
  names: 0.6952,
  question: -0.1979,
  reaction: -0.2628,
  answers: 0.3339,
  fact: 0.6022,
  during: 2.6775,
  askedTime: 0.7064,
  askedCount: 0.4059,
  askedReason: 0.69,
  askedPerson: 0.1044,
  askedPlace: 0.781,
  askedAdvice: 0.3712,
  latest: 0.3813,
  earliest: 0.3201,
  rule: 0.2777,
  ruleWanted: 0.9313,
};

/** Log-odds that a pool holds an answer at all. */
export const answerable: { readonly offset: number; readonly weights: Readonly<Record<string, number>> } = {
  offset: -3.8878,
  weights: {
    score: 0.2569,
    lead: 0.1156,
    mostOwn: 1.4142,
    mostFact: 0.5087,
    wantedRule: 0.4441,
    rivalWords: -2.3022,
    rivalMass: -0.4296,
    bestIsRival: -0.3186,
    named: -0.2559,
    namedTogether: 2.1408,
    absent: -1.8501,
    asked: 0.3567,
    smallStore: 1.5902,
  },
};

/** From a passage's score to the chance that it is part of the answer, where there is one: logistic(offset + slope * score). */
export const calibration = { offset: -5.5474, slope: 0.3985 };

/**
 * `answer`: probability of there being an answer below which nothing is returned: 2 % of the answerable questions of the corpus that loses most, on conversations not
 * seen. `tell`: probability that each passage returned must reach.
 */
export const floor = { answer: 0.1906, tell: 0.002 };
