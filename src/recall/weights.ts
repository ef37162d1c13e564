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
  own: { chat: 1.9634, pages: 2.2201 },
  rarest: { chat: 0.9668, pages: 0.4094 },
  matched: { chat: 2.657, pages: 1.7554 },
  before: { chat: 3.1337, pages: -0.0341 },
  after: { chat: 1.1554, pages: 1.5936 },
  wider: { chat: 3.4739, pages: 1.9261 },
  near: { chat: 1.6014, pages: 1.1881 },
  around: { chat: 0.7658, pages: 0.5616 },
  session: { chat: 1.4756, pages: 1.1231 },
  phrase: { chat: 1.0712, pages: 1.3413 },
  names: { chat: 0.923, pages: 1.1572 },
  cosine: { chat: 1.7329, pages: 3.8335 },
  cosineBefore: { chat: 1.0131, pages: -0.1126 },
  cosineAfter: { chat: 2.4389, pages: 4.3871 },
  subject: { chat: 0.8457, pages: -0.2154 },
  subjectBefore: { chat: 1.1621, pages: 0.0009 },
  subjectAfter: { chat: -1.8196, pages: -2.802 },
  sessionSubject: { chat: 2.5518, pages: 5.4595 },
  namedSpeaker: { chat: 2.0755, pages: 2.0755 },
  saysName: { chat: -0.069, pages: 0.1506 },
  otherSilent: { chat: -0.689, pages: -0.689 },
  user: { chat: 0.677, pages: 1.3398 },
  userAboutUser: { chat: 0.4181, pages: 0.8348 },
  assistantAsked: { chat: 0.0323, pages: 0.0646 },
  short: { chat: -0.055, pages: -0.0971 },
  length: { chat: 1.0716, pages: -4.5553 },
  firstPart: { chat: 0.1063, pages: 0.5667 },
  parts: { chat: -0.5569, pages: -2.8393 },
  question: { chat: -0.4394, pages: -0.007 },
  reaction: { chat: -0.3703, pages: -0.4908 },
  figures: { chat: 0.701, pages: 0.3508 },
  answers: { chat: 0.3412, pages: 0.0568 },
  latest: { chat: -0.7067, pages: -1.4716 },
  earliest: { chat: 1.8275, pages: 3.2728 },
  askedTime: { chat: 2.2245, pages: 1.9715 },
  askedCount: { chat: 0.8403, pages: 0.4807 },
  askedReason: { chat: 0.7782, pages: 1.479 },
  askedPerson: { chat: 0.3766, pages: 1.0231 },
  askedPlace: { chat: 2.783, pages: 0.9329 },
  askedAdvice: { chat: 1.32, pages: 0.2941 },
  standingRule: { chat: -1.5806, pages: -0.9991 },
  during: { chat: 2.7971, pages: 2.9084 },
  fact: { chat: 1.3077, pages: 0.2476 },
  facts: { chat: -0.544, pages: 0.4021 },
  rule: { chat: 0.4499, pages: 2.1898 },
  ruleWanted: { chat: 1.4415, pages: 0.7158 },
  ruleSubject: { chat: 5.0621, pages: -1.3531 },
  trigger: { chat: 1.7177, pages: 0.6509 },
};

/** Log-odds that a pool holds an answer at all. */
export const answerable: { readonly offset: number; readonly weights: Readonly<Record<string, number>> } = {
  offset: -3.7,
  weights: {
    score: 0.3364,
    session: -0.1544,
    mostOwn: 0.9952,
    mostFact: 0.5079,
    mostRule: 3.6643,
    rivalWords: -3.7435,
    rivalPhrase: -0.1688,
    bestIsRival: -1.7957,
    pages: 0.5413,
    smallStore: 1.2835,
  },
};

/** From a passage's score to the chance that it is part of the answer, where there is one: logistic(offset + slope * score). */
export const calibration = { offset: -7.6772, slope: 0.4656 };

/**
 * `answer`: chance of there being an answer that a pool must reach for anything to be told; chosen to cost at most two points of recall at 10 on
 * conversations not seen. `tell`: chance that each passage told must reach.
 */
export const floor = { answer: 0.2629, tell: 0.002 };
