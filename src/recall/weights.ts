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
  own: { chat: 1.9258, pages: 2.2608 },
  rarest: { chat: 0.996, pages: 0.1587 },
  matched: { chat: 2.7546, pages: 1.847 },
  before: { chat: 3.1344, pages: -0.3875 },
  after: { chat: 1.1146, pages: 1.8532 },
  wider: { chat: 3.4412, pages: 1.9845 },
  near: { chat: 1.5502, pages: 1.1725 },
  around: { chat: 0.8691, pages: 0.9476 },
  session: { chat: 1.6047, pages: 1.5527 },
  phrase: { chat: 1.0782, pages: 1.3156 },
  names: { chat: 0.9502, pages: 1.2041 },
  cosine: { chat: 1.8045, pages: 3.8897 },
  cosineBefore: { chat: 0.9556, pages: 0.2713 },
  cosineAfter: { chat: 2.5246, pages: 4.3529 },
  subject: { chat: 0.8968, pages: 0.2222 },
  subjectBefore: { chat: 1.3136, pages: -0.4267 },
  subjectAfter: { chat: -1.9459, pages: -3.177 },
  sessionSubject: { chat: 2.4404, pages: 5.3144 },
  namedSpeaker: { chat: 2.102, pages: 2.102 },
  saysName: { chat: -0.0756, pages: 0.2003 },
  otherSilent: { chat: -0.6957, pages: -0.6957 },
  user: { chat: 0.7194, pages: 1.4387 },
  userAboutUser: { chat: 0.3363, pages: 0.6727 },
  assistantAsked: { chat: 0.0364, pages: 0.0728 },
  short: { chat: -0.045, pages: -0.2512 },
  length: { chat: 1.1746, pages: -4.2734 },
  firstPart: { chat: 0.119, pages: 0.643 },
  parts: { chat: -0.5212, pages: -3.2316 },
  question: { chat: -0.4545, pages: -0.0423 },
  reaction: { chat: -0.3903, pages: -0.3924 },
  figures: { chat: 0.7087, pages: 0.2174 },
  answers: { chat: 0.337, pages: 0.0307 },
  latest: { chat: -0.7208, pages: -1.5365 },
  earliest: { chat: 1.8387, pages: 3.358 },
  askedTime: { chat: 2.2206, pages: 1.8266 },
  askedCount: { chat: 0.8058, pages: 0.8066 },
  askedReason: { chat: 0.7714, pages: 1.8825 },
  askedPerson: { chat: 0.3655, pages: 1.0447 },
  askedPlace: { chat: 2.7327, pages: 0.8998 },
  askedAdvice: { chat: 1.3452, pages: 0.307 },
  standingRule: { chat: -1.6723, pages: -1.0014 },
  during: { chat: 2.9103, pages: 3.0038 },
  fact: { chat: 1.2267, pages: 0.4363 },
  facts: { chat: -0.5095, pages: 0.5913 },
  rule: { chat: -0.3102, pages: 2.6357 },
  ruleWanted: { chat: 2.1529, pages: 0.1593 },
  ruleSubject: { chat: 4.7774, pages: -0.8295 },
  trigger: { chat: -0.5816, pages: -0.402 },
};

/** Log-odds that a pool holds an answer at all. */
export const answerable: { readonly offset: number; readonly weights: Readonly<Record<string, number>> } = {
  offset: -3.7322,
  weights: {
    score: 0.3284,
    session: -0.0216,
    mostOwn: 0.8996,
    mostFact: 0.4549,
    mostRule: 3.7345,
    rivalWords: -3.8029,
    rivalPhrase: -0.1089,
    bestIsRival: -1.8265,
    pages: 0.4404,
    smallStore: 1.3411,
  },
};

/** From a passage's score to the chance that it is part of the answer, where there is one: logistic(offset + slope * score). */
export const calibration = { offset: -7.8691, slope: 0.4664 };

/**
 * `answer`: chance of there being an answer that a pool must reach for anything to be told; chosen to cost at most two points of recall at 10 on
 * conversations not seen. `tell`: chance that each passage told must reach.
 */
export const floor = { answer: 0.2645, tell: 0.002 };
