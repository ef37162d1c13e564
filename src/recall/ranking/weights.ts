/**
 * Written by `training/ranker/main.ts`; do not edit. The weights of a linear ranking over the features of `features.ts` and
 * `answerable.ts`, on the features as they are.
 */

// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: a learnt weight may come close to a known constant

export const weights: Readonly<Record<string, number>> = {
  fitShare: 1.6822,
  fitSourceShare: 2.6658,
  own: 0.9665,
  near: 0.6694,
  nearShare: 0.567,
  widerPlace: 0.3106,
  aroundShare: 0.412,
  phraseShare: 0.1764,
  cosineShare: 0.7486,
  cosinePlace: 0.0087,
  cosineBeforePlace: 0.3603,
  subjectShare: 0.834,
  subjectPlace: 0.1247,
  sessionSubjectShare: 0.4871,
  user: 2.2139,
  userAboutUser: 0.1777,
  namedSpeaker: 1.0555,
  names: 0.7811,
  question: -0.214,
  reaction: -0.2135,
  answers: 0.2181,
  recent: 1.7836,
  statesFact: 0.2401,
  fact: 0.6132,
  during: 2.4469,
  askedTime: 0.4213,
  askedCount: 0.361,
  askedReason: 0.6631,
  askedPerson: 0.3546,
  askedPlace: 0.5414,
  askedAdvice: 0.3236,
  earliest: 0.2799,
  rule: 0.3849,
  standingRule: 0.0433,
  ruleWanted: 1.0223,
};

/** Log-odds that a pool holds an answer at all. */
export const answerable: { readonly offset: number; readonly weights: Readonly<Record<string, number>> } = {
  offset: -3.1669,
  weights: {
    score: 0.2082,
    lead: 0.1031,
    mostOwn: 1.1297,
    mostFact: 0.4391,
    wantedRule: 0.2914,
    rivalWords: -0.1848,
    rivalMass: -0.5534,
    bestIsRival: -0.6414,
    named: 0.3738,
    namedTogether: 1.7871,
    absent: -1.0301,
    asked: 0.2694,
    smallStore: 1.3045,
  },
};

/** From a passage's score to the chance that it is part of the answer, where there is one: logistic(offset + slope * score). */
export const calibration = { offset: -7.2562, slope: 0.5945 };

/**
 * `answer`: probability of there being an answer below which nothing is returned: 5 % of the answerable questions of the corpus that loses most, on conversations not
 * seen. `tell`: probability that each passage returned must reach.
 */
export const floor = { answer: 0.2177, tell: 0.002 };
