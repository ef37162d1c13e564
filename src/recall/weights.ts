/**
 * Written by `training/ranker/main.ts`; do not edit. The weights of a linear ranking over the features of `features.ts` and
 * `answerable.ts`, on the features as they are.
 */

export const weights: Readonly<Record<string, number>> = {
  fitShare: 1.2804,
  fitPlace: 0.1866,
  fitSourceShare: 2.5974,
  own: 0.7512,
  near: 1.5286,
  nearShare: 0.6479,
  nearPlace: 0.0513,
  widerPlace: 0.8912,
  aroundShare: 0.3515,
  aroundPlace: 0.074,
  phraseShare: 0.1633,
  cosineShare: 0.3983,
  cosinePlace: 0.0656,
  cosineBeforePlace: 0.4416,
  subjectShare: 0.7954,
  subjectPlace: 0.1713,
  sessionSubjectShare: 0.1194,
  user: 2.4308,
  userAboutUser: 0.3061,
  assistantAsked: 0.0192,
  namedSpeaker: 1.0457,
  names: 0.7278,
  question: -0.2063,
  reaction: -0.2799,
  answers: 0.3232,
  fact: 0.592,
  during: 2.7312,
  askedTime: 0.7292,
  askedCount: 0.3902,
  askedReason: 0.6511,
  askedPerson: 0.1086,
  askedPlace: 0.8055,
  askedAdvice: 0.3967,
  latest: 0.3772,
  earliest: 0.3069,
  ruleWanted: 1.0802,
  ruleSubject: 0.0008,
};

/** Log-odds that a pool holds an answer at all. */
export const answerable: { readonly offset: number; readonly weights: Readonly<Record<string, number>> } = {
  offset: -3.6272,
  weights: {
    score: 0.2475,
    lead: 0.1102,
    mostOwn: 1.3845,
    mostFact: 0.4963,
    mostRule: 1.4513,
    rivalWords: -2.4939,
    rivalNear: 2.8338,
    rivalScore: 0.0225,
    rivalMass: -0.5384,
    bestIsRival: -0.3006,
    named: -0.296,
    namedTogether: 1.9585,
    absent: -1.9342,
    asked: 0.3039,
    smallStore: 1.7189,
  },
};

/** From a passage's score to the chance that it is part of the answer, where there is one: logistic(offset + slope * score). */
export const calibration = { offset: -5.5852, slope: 0.3974 };

/**
 * `answer`: probability of there being an answer below which nothing is returned: 2 % of the answerable questions of the corpus that loses most, on conversations not
 * seen. `tell`: probability that each passage returned must reach.
 */
export const floor = { answer: 0.1879, tell: 0.002 };
