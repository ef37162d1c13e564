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
  own: { chat: 1.9524, pages: 2.178 },
  rarest: { chat: 0.9433, pages: 0.4728 },
  matched: { chat: 2.7013, pages: 1.7555 },
  before: { chat: 3.1328, pages: -1.1379 },
  after: { chat: 1.0573, pages: 1.3951 },
  wider: { chat: 3.5603, pages: 1.9152 },
  near: { chat: 1.6334, pages: 0.9393 },
  around: { chat: 0.4721, pages: 0.8548 },
  session: { chat: 1.4541, pages: 1.2283 },
  phrase: { chat: 1.0244, pages: 1.3692 },
  names: { chat: 0.9515, pages: 1.0083 },
  cosine: { chat: 1.7484, pages: 3.903 },
  cosineBefore: { chat: 1.182, pages: 0.27 },
  cosineAfter: { chat: 2.2249, pages: 3.5644 },
  subject: { chat: 0.7006, pages: -0.1738 },
  subjectBefore: { chat: 0.9103, pages: -0.3933 },
  subjectAfter: { chat: -1.846, pages: -2.3366 },
  sessionSubject: { chat: 2.8439, pages: 5.7706 },
  namedSpeaker: { chat: 2.0318, pages: 2.0318 },
  saysName: { chat: -0.0569, pages: 0.2199 },
  otherSilent: { chat: -0.6806, pages: -0.6806 },
  user: { chat: 0.7863, pages: 1.4467 },
  userAboutUser: { chat: 0.4583, pages: 0.7745 },
  assistantAsked: { chat: 0.0337, pages: 0.0673 },
  short: { chat: -0.0605, pages: -0.2916 },
  length: { chat: 1.0522, pages: -4.4895 },
  firstPart: { chat: 0.11, pages: 0.5184 },
  parts: { chat: -0.5685, pages: -3.0745 },
  question: { chat: -0.4232, pages: -0.0021 },
  reaction: { chat: -0.376, pages: -0.5761 },
  figures: { chat: 0.7004, pages: 0.3473 },
  answers: { chat: 0.3768, pages: 0.1102 },
  latest: { chat: -0.7113, pages: -1.5098 },
  earliest: { chat: 1.8494, pages: 3.2974 },
  askedTime: { chat: 2.2613, pages: 1.8491 },
  askedCount: { chat: 0.6301, pages: 0.3511 },
  askedReason: { chat: 0.7985, pages: 1.8214 },
  askedPerson: { chat: 0.383, pages: 1.0313 },
  askedPlace: { chat: 2.7281, pages: 0.9583 },
  askedAdvice: { chat: 1.399, pages: 0.2224 },
  standingRule: { chat: -1.3552, pages: -0.8591 },
  during: { chat: 2.6791, pages: 2.7743 },
  fact: { chat: 1.3273, pages: 0.2918 },
  facts: { chat: -0.6171, pages: 0.3106 },
  rule: { chat: 0.4208, pages: 2.196 },
  ruleWanted: { chat: 1.2622, pages: 0.6665 },
  ruleSubject: { chat: 4.9326, pages: -1.3822 },
  trigger: { chat: 4.5595, pages: 0.4178 },
};

/** Log-odds that a pool holds an answer at all. */
export const answerable: { readonly offset: number; readonly weights: Readonly<Record<string, number>> } = {
  offset: -3.866,
  weights: {
    score: 0.3281,
    session: 0.0814,
    mostOwn: 1.2161,
    mostFact: 0.5077,
    mostRule: 3.5417,
    rivalWords: -3.9778,
    rivalPhrase: 0.0039,
    bestIsRival: -1.9456,
    pages: 0.4762,
    smallStore: 1.6707,
  },
};

/** From a passage's score to the chance that it is part of the answer, where there is one: logistic(offset + slope * score). */
export const calibration = { offset: -7.6656, slope: 0.4725 };

/**
 * `answer`: chance of there being an answer that a pool must reach for anything to be told; chosen to cost at most two points of recall at 10 on
 * conversations not seen. `tell`: chance that each passage told must reach.
 */
export const floor = { answer: 0.2595, tell: 0.002 };
