/**
 * Written by `training/ranker/main.ts`; do not edit. Each feature's weight among people who chat, and where an assistant writes pages.
 */
export interface Weight {
  readonly chat: number;
  readonly pages: number;
}

export const intercept: Weight = { chat: -4.8294, pages: -2.9511 };

export const weights: Readonly<Record<string, Weight>> = {
  bm25: { chat: -0.5683, pages: -1.1617 },
  own: { chat: 2.1914, pages: 3.1816 },
  rare: { chat: 1.1954, pages: -0.0465 },
  matched: { chat: 2.8154, pages: 1.7016 },
  before: { chat: 3.3972, pages: -1.3089 },
  after: { chat: 1.0801, pages: 2.0384 },
  wider: { chat: 3.7245, pages: -0.2053 },
  near: { chat: 1.5036, pages: 1.9818 },
  session: { chat: 2.3222, pages: 1.066 },
  phrase: { chat: 1.0322, pages: 1.0941 },
  cosine: { chat: 1.3041, pages: 2.3775 },
  cosineTop: { chat: 1.0512, pages: 1.8941 },
  cosineBefore: { chat: 2.6783, pages: 0.6249 },
  cosineAfter: { chat: 1.5816, pages: 1.3531 },
  namedSpeaker: { chat: 1.4661, pages: 1.4662 },
  saysName: { chat: 0.3859, pages: 1.0333 },
  otherSpeaker: { chat: -1.5909, pages: -1.5909 },
  otherSilent: { chat: 0.1833, pages: 0.1834 },
  user: { chat: 0.8056, pages: 1.9675 },
  userAboutUser: { chat: -0.3759, pages: 0.0149 },
  assistantAsked: { chat: -0.897, pages: 0.4404 },
  length: { chat: -0.011, pages: -0.1315 },
  short: { chat: -0.3474, pages: -1.9941 },
  logLength: { chat: 1.0696, pages: -4.7654 },
  question: { chat: -0.7392, pages: 0.0841 },
  prompt: { chat: 0, pages: 0 },
  firstPart: { chat: 1.0035, pages: 2.3988 },
  runLength: { chat: -0.8567, pages: -1.1779 },
  procedural: { chat: 0.5473, pages: -0.2139 },
  proceduralAdvice: { chat: 0.3614, pages: 0.4734 },
  semantic: { chat: 0, pages: 0 },
  standing: { chat: -0.0324, pages: 0.2167 },
  standingAdvice: { chat: 1.2266, pages: -0.1571 },
  whenAsk: { chat: -0.517, pages: 0.8182 },
  whenAskAdvice: { chat: -3.6968, pages: 0.341 },
  during: { chat: 3.6935, pages: 4.0196 },
  timeAsked: { chat: 2.0916, pages: 1.5922 },
  countAsked: { chat: 0.7547, pages: 0.6666 },
  numberOverlap: { chat: 0, pages: 0 },
};

/** From score to the chance that a passage answers: logistic(offset + slope * score). */
export const calibration = { offset: -5.2974, slope: 0.4545 };

/** Chance that the best passage must reach for anything to be told, and that each passage told must reach. */
export const floor = { answer: 0.005, tell: 0.002 };
