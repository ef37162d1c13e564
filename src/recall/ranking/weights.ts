/**
 * Written by `training/ranker/main.ts`; do not edit. The weights of a linear ranking over the features of `features.ts` and
 * `answerable.ts`, on the features as they are.
 */

// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: a learnt weight may come close to a known constant

export const weights: Readonly<Record<string, number>> = {
  fitShare: 1.6601,
  fitSourceShare: 2.7069,
  fitWindowShare: 0.6593,
  own: 0.5051,
  nearShare: 0.5623,
  aroundShare: 0.2789,
  cosineShare: 0.8062,
  subjectShare: 0.8346,
  sessionSubjectShare: 0.6493,
  user: 2.0178,
  userAboutUser: 0.0152,
  assistantAsked: 0.0021,
  namedSpeaker: 0.9825,
  names: 0.3139,
  question: -0.1984,
  reaction: -0.0403,
  answers: 0.1206,
  recent: 2.8881,
  context: 2.9237,
  alike: 1.2962,
  statesFact: 0.1087,
  fact: 0.5132,
  during: 2.2337,
  askedTime: 0.0187,
  askedCount: 0.201,
  askedReason: 0.4427,
  askedPerson: 0.1685,
  askedPlace: 0.2248,
  askedAdvice: 0.205,
  earliest: 0.0833,
  rule: 0.1865,
  standingRule: 0.3388,
  ruleWanted: 1.0342,
};

/** Log-odds that a pool holds an answer at all. */
export const answerable: { readonly offset: number; readonly weights: Readonly<Record<string, number>> } = {
  offset: -3.7437,
  weights: {
    score: 0.2681,
    lead: 0.0965,
    mostOwn: 1.2203,
    mostFact: 0.4906,
    wantedRule: 0.2774,
    rivalWords: -0.7897,
    rivalMass: -0.3915,
    bestIsRival: -0.8184,
    named: 0.3501,
    namedTogether: 2.0162,
    absent: -1.0558,
    asked: 0.1403,
    smallStore: 1.6855,
  },
};

/** From a passage's score to the chance that it is part of the answer, where there is one: logistic(offset + slope * score). */
export const calibration = { offset: -7.9711, slope: 0.6388 };

/**
 * `answer`: probability of there being an answer below which nothing is returned: 5 % of the answerable questions of the corpus that loses most, on conversations not
 * seen. `tell`: probability that each passage returned must reach.
 */
export const floor = { answer: 0.179, tell: 0.001 };
