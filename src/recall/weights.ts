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
  own: { chat: 1.8625, pages: 2.2917 },
  rarest: { chat: 0.9871, pages: 0.1799 },
  matched: { chat: 2.8902, pages: 1.805 },
  before: { chat: 3.1475, pages: -0.5121 },
  after: { chat: 1.0952, pages: 1.6929 },
  wider: { chat: 3.4146, pages: 1.8415 },
  near: { chat: 1.5338, pages: 1.1385 },
  around: { chat: 0.8417, pages: 1.0903 },
  session: { chat: 1.593, pages: 1.5464 },
  phrase: { chat: 1.0723, pages: 1.3225 },
  names: { chat: 0.9509, pages: 1.249 },
  cosine: { chat: 1.5785, pages: 3.9906 },
  cosineBefore: { chat: 0.9116, pages: 0.1716 },
  cosineAfter: { chat: 2.549, pages: 4.3124 },
  subject: { chat: 1.0495, pages: 0.2232 },
  subjectBefore: { chat: 1.4061, pages: -0.456 },
  subjectAfter: { chat: -1.9579, pages: -3.1649 },
  sessionSubject: { chat: 2.4418, pages: 5.4758 },
  namedSpeaker: { chat: 2.1529, pages: 2.1529 },
  saysName: { chat: -0.0579, pages: 0.1895 },
  otherSilent: { chat: -0.6872, pages: -0.6871 },
  user: { chat: 0.7367, pages: 1.4733 },
  userAboutUser: { chat: 0.3221, pages: 0.6443 },
  assistantAsked: { chat: 0.0353, pages: 0.0706 },
  short: { chat: -0.0664, pages: -0.2615 },
  length: { chat: 1.1642, pages: -4.1695 },
  firstPart: { chat: 0.1362, pages: 0.5661 },
  parts: { chat: -0.5273, pages: -3.3454 },
  question: { chat: -0.4462, pages: 0.0098 },
  reaction: { chat: -0.3944, pages: -0.3559 },
  figures: { chat: 0.7623, pages: 0.2338 },
  answers: { chat: 0.3311, pages: 0.0211 },
  latest: { chat: -0.762, pages: -1.5144 },
  earliest: { chat: 1.7407, pages: 3.397 },
  askedTime: { chat: 2.227, pages: 1.8119 },
  askedCount: { chat: 0.8391, pages: 0.7838 },
  askedReason: { chat: 0.7479, pages: 1.7836 },
  askedPerson: { chat: 0.7453, pages: 1.361 },
  askedPlace: { chat: 2.7574, pages: 0.8842 },
  askedAdvice: { chat: 0.6183, pages: 0.1598 },
  standingRule: { chat: 0.1649, pages: -0.31 },
  during: { chat: 2.9146, pages: 3.005 },
  stated: { chat: 0.3051, pages: -2.6862 },
  facts: { chat: 0.0065, pages: 1.2089 },
  rule: { chat: -1.2295, pages: 3.0198 },
  ruleWanted: { chat: -0.0424, pages: -0.8145 },
  trigger: { chat: 6.91, pages: -1.0986 },
};

/** Log-odds that a pool holds an answer at all. */
export const answerable: { readonly offset: number; readonly weights: Readonly<Record<string, number>> } = {
  offset: -3.3836,
  weights: {
    score: 0.4149,
    own: -0.0473,
    near: -1.2075,
    session: 0.2758,
    subject: -0.6905,
    mostOwn: 1.4539,
    mostSubject: -1.8395,
    rivalWords: -3.6775,
    rivalRarest: -0.292,
    rivalPhrase: -0.1449,
    rivalSubject: 0.8614,
    bestIsRival: -1.5969,
    pages: 0.8333,
  },
};

/** From a passage's score to the chance that it is part of the answer, where there is one: logistic(offset + slope * score). */
export const calibration = { offset: -7.9477, slope: 0.4688 };

/**
 * `answer`: chance of there being an answer that a pool must reach for anything to be told; chosen to cost at most two points of recall at 10 on
 * conversations not seen. `tell`: chance that each passage told must reach.
 */
export const floor = { answer: 0.3632, tell: 0.002 };
