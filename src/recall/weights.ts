/**
 * Written by `training/ranker/main.ts`; do not edit. The weights of a linear ranking over the features of `features.ts` and
 * `answerable.ts`, on the features as they are.
 */

/** What a feature counts among people who chat, and where an assistant writes pages. */
export interface Weight {
  readonly chat: number;
  readonly pages: number;
}

export const weights: Readonly<Record<string, Weight>> = {
  own: { chat: 1.9126, pages: 2.2607 },
  rarest: { chat: 0.9903, pages: 0.1843 },
  matched: { chat: 2.766, pages: 1.8028 },
  before: { chat: 3.1503, pages: -0.4379 },
  after: { chat: 1.0933, pages: 1.8328 },
  wider: { chat: 3.4222, pages: 1.9528 },
  near: { chat: 1.5425, pages: 1.1609 },
  around: { chat: 0.8387, pages: 0.9137 },
  session: { chat: 1.61, pages: 1.5559 },
  phrase: { chat: 1.0882, pages: 1.341 },
  names: { chat: 0.9367, pages: 1.2375 },
  cosine: { chat: 1.8153, pages: 4.0114 },
  cosineBefore: { chat: 0.9657, pages: 0.2411 },
  cosineAfter: { chat: 2.5768, pages: 4.3589 },
  subject: { chat: 0.9175, pages: 0.1686 },
  subjectBefore: { chat: 1.3413, pages: -0.4514 },
  subjectAfter: { chat: -2.0063, pages: -3.2033 },
  sessionSubject: { chat: 2.5015, pages: 5.3419 },
  namedSpeaker: { chat: 2.0989, pages: 2.0989 },
  saysName: { chat: -0.0794, pages: 0.2035 },
  otherSilent: { chat: -0.7054, pages: -0.7055 },
  user: { chat: 0.7258, pages: 1.4516 },
  userAboutUser: { chat: 0.3302, pages: 0.6604 },
  assistantAsked: { chat: 0.0338, pages: 0.0676 },
  short: { chat: -0.0065, pages: -0.2101 },
  length: { chat: 1.2164, pages: -4.0551 },
  firstPart: { chat: 0.1445, pages: 0.6209 },
  parts: { chat: -0.5295, pages: -3.2744 },
  question: { chat: -0.4516, pages: -0.0021 },
  reaction: { chat: -0.3949, pages: -0.3766 },
  figures: { chat: 0.7087, pages: 0.2141 },
  answers: { chat: 0.3148, pages: 0.0277 },
  latest: { chat: -0.7352, pages: -1.5307 },
  earliest: { chat: 1.8293, pages: 3.426 },
  askedTime: { chat: 2.222, pages: 1.8133 },
  askedCount: { chat: 0.8135, pages: 0.7832 },
  askedReason: { chat: 0.7725, pages: 1.827 },
  askedPerson: { chat: 0.3666, pages: 1.1233 },
  askedPlace: { chat: 2.7305, pages: 0.904 },
  askedAdvice: { chat: 0.7092, pages: 0.1686 },
  standingRule: { chat: 0.1449, pages: -0.3368 },
  during: { chat: 2.9046, pages: 2.9967 },
  fact: { chat: 1.2266, pages: 0.5222 },
  facts: { chat: -0.5246, pages: 0.6878 },
  rule: { chat: -0.3939, pages: 2.9907 },
  ruleWanted: { chat: 2.029, pages: -0.6051 },
  ruleSubject: { chat: 6.3209, pages: -0.788 },
  trigger: { chat: -0.1503, pages: -0.6188 },
};

/** Log-odds that a pool holds an answer at all. */
export const answerable: { readonly offset: number; readonly weights: Readonly<Record<string, number>> } = {
  offset: -3.7513,
  weights: {
    score: 0.3286,
    session: -0.0686,
    mostOwn: 0.9506,
    mostFact: 0.4375,
    mostRule: 3.7336,
    rivalWords: -3.7919,
    rivalPhrase: -0.1094,
    bestIsRival: -1.8405,
    pages: 0.4271,
    smallStore: 1.3506,
  },
};

/** From a passage's score to the chance that it is part of the answer, where there is one: logistic(offset + slope * score). */
export const calibration = { offset: -7.9109, slope: 0.4668 };

/**
 * `answer`: chance of there being an answer that a pool must reach for anything to be told; chosen to cost at most two points of recall at 10 on
 * conversations not seen. `tell`: chance that each passage told must reach.
 */
export const floor = { answer: 0.2655, tell: 0.002 };
