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
  own: { chat: 0.0208, pages: -0.1782 },
  rarest: { chat: 0.0802, pages: -0.0104 },
  matched: { chat: 0.631, pages: 0.2107 },
  before: { chat: 1.0818, pages: -1.7117 },
  after: { chat: -0.8209, pages: 0.0352 },
  wider: { chat: 0.72, pages: 0.5194 },
  near: { chat: 0.0648, pages: -0.5531 },
  around: { chat: -1.7532, pages: -2.7616 },
  session: { chat: 0.1737, pages: 0.2697 },
  phrase: { chat: 0.6944, pages: 1.0831 },
  names: { chat: 0.992, pages: 1.2328 },
  cosine: { chat: -0.2742, pages: -0.3901 },
  cosineBefore: { chat: 0.6238, pages: 0.2125 },
  cosineAfter: { chat: 0.8605, pages: 1.397 },
  subject: { chat: -1.4995, pages: -2.4929 },
  subjectBefore: { chat: 0.5208, pages: -0.2397 },
  subjectAfter: { chat: -1.3787, pages: -1.3864 },
  sessionSubject: { chat: 0.9948, pages: 1.976 },
  namedSpeaker: { chat: 1.5479, pages: 1.5479 },
  saysName: { chat: -0.2167, pages: 0.1076 },
  otherSilent: { chat: -1.0126, pages: -1.0125 },
  user: { chat: 0.6727, pages: 1.3082 },
  userAboutUser: { chat: 0.4854, pages: 0.9246 },
  assistantAsked: { chat: -0.0277, pages: -0.038 },
  short: { chat: -0.2423, pages: -0.4534 },
  length: { chat: 0.5428, pages: -3.4245 },
  firstPart: { chat: 0.0762, pages: 0.5601 },
  parts: { chat: -0.4787, pages: -2.826 },
  question: { chat: -0.4328, pages: -0.0107 },
  reaction: { chat: -0.3589, pages: -0.5351 },
  figures: { chat: 0.5869, pages: 0.2805 },
  answers: { chat: 0.3978, pages: 0.1311 },
  latest: { chat: -0.6549, pages: -1.2946 },
  earliest: { chat: 1.6282, pages: 2.8801 },
  askedTime: { chat: 2.0577, pages: 1.9123 },
  askedCount: { chat: 0.6271, pages: 0.6339 },
  askedReason: { chat: 0.8168, pages: 1.475 },
  askedPerson: { chat: 0.3058, pages: 0.5845 },
  askedPlace: { chat: 2.4921, pages: 0.9808 },
  askedAdvice: { chat: 1.0257, pages: 0.1234 },
  standingRule: { chat: -0.3836, pages: -0.9186 },
  during: { chat: 2.5029, pages: 2.533 },
  fact: { chat: 1.2681, pages: 0.4455 },
  facts: { chat: -0.357, pages: 0.331 },
  rule: { chat: 1.7662, pages: 2.839 },
  ruleWanted: { chat: 0.1311, pages: -0.3459 },
  ruleSubject: { chat: 6.3207, pages: 0.2027 },
  trigger: { chat: -0.726, pages: -0.3628 },
  ownShare: { chat: 0.4557, pages: 0.3498 },
  nearShare: { chat: 0.8739, pages: 0.7994 },
  widerShare: { chat: 0.1953, pages: -0.271 },
  aroundShare: { chat: 0.4219, pages: 0.6124 },
  phraseShare: { chat: 1.1213, pages: 0.9058 },
  sessionShare: { chat: 0.5495, pages: 0.6373 },
  cosineShare: { chat: 0.7053, pages: 0.6334 },
  cosineBeforeShare: { chat: -0.4548, pages: -0.2298 },
  cosineAfterShare: { chat: 0.323, pages: 0.3048 },
  subjectShare: { chat: 1.4993, pages: 1.7524 },
  sessionSubjectShare: { chat: 0.0992, pages: 0.4456 },
  ownPlace: { chat: 0.385, pages: 0.7149 },
  nearPlace: { chat: 0.2852, pages: -0.3332 },
  widerPlace: { chat: 0.3462, pages: 0.2096 },
  aroundPlace: { chat: 0.1565, pages: 0.176 },
  phrasePlace: { chat: -0.8912, pages: -0.7944 },
  sessionPlace: { chat: 0.1345, pages: -0.1933 },
  cosinePlace: { chat: 0.1303, pages: 0.9782 },
  cosineBeforePlace: { chat: 1.0522, pages: 0.0337 },
  cosineAfterPlace: { chat: 0.1757, pages: 0.5024 },
  subjectPlace: { chat: 0.092, pages: 0.2834 },
  sessionSubjectPlace: { chat: -0.1624, pages: 0.0012 },
  ownLong: { chat: 2.3845, pages: 2.4436 },
  nearLong: { chat: 2.9169, pages: 2.3401 },
  widerLong: { chat: 3.1443, pages: 1.4182 },
  aroundLong: { chat: 4.4399, pages: 4.4109 },
  sessionLong: { chat: 1.2536, pages: 1.4109 },
  cosineLong: { chat: 0.1363, pages: 1.5795 },
  subjectLong: { chat: -1.5703, pages: -1.6841 },
  sessionSubjectLong: { chat: 1.4143, pages: 2.4943 },
};

/** Log-odds that a pool holds an answer at all. */
export const answerable: { readonly offset: number; readonly weights: Readonly<Record<string, number>> } = {
  offset: -3.6531,
  weights: {
    score: 0.2455,
    lead: -0.011,
    mostOwn: 1.6962,
    mostFact: 0.1992,
    mostRule: 3.6668,
    rivalWords: -1.8325,
    rivalNear: -0.5344,
    rivalScore: 0.0289,
    rivalMass: -1.0826,
    bestIsRival: -0.6071,
    named: 1.0851,
    namedTogether: 3.297,
    absent: -1.0787,
    asked: -0.1628,
    pages: 1.2645,
    smallStore: 2.6045,
  },
};

/** From a passage's score to the chance that it is part of the answer, where there is one: logistic(offset + slope * score). */
export const calibration = { offset: -8.1092, slope: 0.6201 };

/**
 * `answer`: chance of there being an answer that a pool must reach for anything to be told; chosen to cost at most two points of recall at 10 on
 * conversations not seen. `tell`: chance that each passage told must reach.
 */
export const floor = { answer: 0.2265, tell: 0.002 };
