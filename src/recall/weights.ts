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
  own: { chat: 0.019, pages: -0.1752 },
  rarest: { chat: 0.0782, pages: -0.0101 },
  matched: { chat: 0.6257, pages: 0.2075 },
  before: { chat: 1.0819, pages: -1.7036 },
  after: { chat: -0.8185, pages: 0.0362 },
  wider: { chat: 0.7107, pages: 0.5155 },
  near: { chat: 0.0649, pages: -0.5485 },
  around: { chat: -1.7514, pages: -2.7597 },
  session: { chat: 0.1685, pages: 0.2648 },
  phrase: { chat: 0.6974, pages: 1.0827 },
  names: { chat: 0.992, pages: 1.2312 },
  cosine: { chat: -0.3029, pages: -0.4282 },
  cosineBefore: { chat: 0.6268, pages: 0.217 },
  cosineAfter: { chat: 0.8575, pages: 1.3937 },
  subject: { chat: -1.5098, pages: -2.4937 },
  subjectBefore: { chat: 0.5199, pages: -0.2395 },
  subjectAfter: { chat: -1.3762, pages: -1.3848 },
  sessionSubject: { chat: 0.984, pages: 1.9641 },
  namedSpeaker: { chat: 1.546, pages: 1.546 },
  saysName: { chat: -0.2193, pages: 0.1083 },
  otherSilent: { chat: -1.0123, pages: -1.0123 },
  user: { chat: 0.6732, pages: 1.3093 },
  userAboutUser: { chat: 0.4867, pages: 0.9268 },
  assistantAsked: { chat: -0.028, pages: -0.0386 },
  short: { chat: -0.244, pages: -0.455 },
  length: { chat: 0.5606, pages: -3.4193 },
  firstPart: { chat: 0.075, pages: 0.5633 },
  parts: { chat: -0.4806, pages: -2.8258 },
  question: { chat: -0.4335, pages: -0.0125 },
  reaction: { chat: -0.3592, pages: -0.5363 },
  figures: { chat: 0.5891, pages: 0.2797 },
  answers: { chat: 0.3985, pages: 0.1309 },
  latest: { chat: -0.6546, pages: -1.2942 },
  earliest: { chat: 1.6254, pages: 2.8761 },
  askedTime: { chat: 2.0576, pages: 1.9115 },
  askedCount: { chat: 0.621, pages: 0.6146 },
  askedReason: { chat: 0.8172, pages: 1.4761 },
  askedPerson: { chat: 0.3046, pages: 0.5843 },
  askedPlace: { chat: 2.5036, pages: 0.9803 },
  askedAdvice: { chat: 0.8901, pages: 0.1181 },
  standingRule: { chat: -0.4063, pages: -0.9331 },
  during: { chat: 2.5126, pages: 2.5425 },
  fact: { chat: 1.2585, pages: 0.4418 },
  facts: { chat: -0.3796, pages: 0.3306 },
  rule: { chat: 1.2779, pages: 2.7945 },
  ruleWanted: { chat: 1.3947, pages: -0.2498 },
  ruleSubject: { chat: 3.1498, pages: 0.0481 },
  trigger: { chat: 0.6855, pages: -0.27 },
  ownShare: { chat: 0.4606, pages: 0.3511 },
  nearShare: { chat: 0.8825, pages: 0.8059 },
  widerShare: { chat: 0.2005, pages: -0.2669 },
  aroundShare: { chat: 0.42, pages: 0.6125 },
  phraseShare: { chat: 1.1209, pages: 0.9064 },
  sessionShare: { chat: 0.5563, pages: 0.6441 },
  cosineShare: { chat: 0.7446, pages: 0.6697 },
  cosineBeforeShare: { chat: -0.4563, pages: -0.2308 },
  cosineAfterShare: { chat: 0.3179, pages: 0.3 },
  subjectShare: { chat: 1.4951, pages: 1.7524 },
  sessionSubjectShare: { chat: 0.1086, pages: 0.4539 },
  ownPlace: { chat: 0.3857, pages: 0.7138 },
  nearPlace: { chat: 0.2855, pages: -0.3356 },
  widerPlace: { chat: 0.3476, pages: 0.2125 },
  aroundPlace: { chat: 0.1545, pages: 0.1732 },
  phrasePlace: { chat: -0.8948, pages: -0.7952 },
  sessionPlace: { chat: 0.1372, pages: -0.1924 },
  cosinePlace: { chat: 0.1325, pages: 0.9761 },
  cosineBeforePlace: { chat: 1.0518, pages: 0.0344 },
  cosineAfterPlace: { chat: 0.1842, pages: 0.5054 },
  subjectPlace: { chat: 0.0885, pages: 0.2811 },
  sessionSubjectPlace: { chat: -0.1623, pages: 0.0011 },
  ownLong: { chat: 2.3669, pages: 2.4338 },
  nearLong: { chat: 2.9027, pages: 2.3294 },
  widerLong: { chat: 3.1435, pages: 1.4176 },
  aroundLong: { chat: 4.4396, pages: 4.4172 },
  sessionLong: { chat: 1.2444, pages: 1.4021 },
  cosineLong: { chat: 0.1186, pages: 1.5637 },
  subjectLong: { chat: -1.5746, pages: -1.6702 },
  sessionSubjectLong: { chat: 1.4128, pages: 2.493 },
};

/** Log-odds that a pool holds an answer at all. */
export const answerable: { readonly offset: number; readonly weights: Readonly<Record<string, number>> } = {
  offset: -3.6556,
  weights: {
    score: 0.2427,
    lead: -0.0058,
    mostOwn: 1.7015,
    mostFact: 0.203,
    mostRule: 3.5742,
    rivalWords: -1.8323,
    rivalNear: -0.5233,
    rivalScore: 0.0259,
    rivalMass: -1.0811,
    bestIsRival: -0.602,
    named: 1.0825,
    namedTogether: 3.2995,
    absent: -1.0885,
    asked: -0.1611,
    pages: 1.2755,
    smallStore: 2.5726,
  },
};

/** From a passage's score to the chance that it is part of the answer, where there is one: logistic(offset + slope * score). */
export const calibration = { offset: -8.1288, slope: 0.6216 };

/**
 * `answer`: chance of there being an answer that a pool must reach for anything to be told; chosen to cost at most two points of recall at 10 on
 * conversations not seen. `tell`: chance that each passage told must reach.
 */
export const floor = { answer: 0.2223, tell: 0.002 };
