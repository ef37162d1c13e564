/**
 * Ablation: how much each family of signals adds on corpora that the weights were not trained on.
 */
import { comparedIn } from "../../src/recall/ranking/features/relative-features.js";
import type { Example } from "./examples.js";
import { leavingCorporaOut } from "./leave-out.js";
import type { FitOptions } from "./listwise.js";
import { printTable } from "./report/print-table.js";
import { signalNames } from "./signals.js";

/** Families of correlated signals: removing only one of a family shows nothing. */
const families: Readonly<Record<string, readonly string[]>> = {
  "BM25 of the passage": ["fit"],
  "BM25 of the source": ["fitSource"],
  "BM25 with neighbours": ["fitWindow"],
  "words of the passage": ["own", "phrase", "names"],
  "words around it": ["near", "wider", "around"],
  "words of the answered question": ["reply"],
  vectors: ["cosine", "cosineBefore", "subject", "sessionSubject"],
  "who speaks": ["namedSpeaker", "user", "userAboutUser", "assistantAsked", "aboutSpeaker"],
  form: ["question", "reaction", "answers"],
  "wording asked for": ["askedTime", "askedCount", "askedReason", "askedPerson", "askedPlace", "askedAdvice"],
  time: ["during", "latest", "earliest"],
  recency: ["recent"],
  "what was said before": ["context"],
  "alike sources": ["alike"],
  "words of the best sources": ["feedback"],
  "steps of a chain": ["chain"],
  "facts stated": ["statesFact", "fact"],
  rules: ["rule", "standingRule", "ruleWanted", "ruleSubject"],
};

/**
 * Removes one family of signals at a time, trains again without each corpus, and prints a table.
 */
export function printAblation(
  taught: readonly Example[],
  measured: readonly Example[],
  options: FitOptions,
): void {
  for (const [family, bases] of Object.entries(families)) {
    const without = new Set(
      signalNames.filter((name) => bases.includes(name) || bases.includes(comparedIn(name) ?? "")),
    );
    printTable(`without ${family}`, leavingCorporaOut(taught, measured, { ...options, without }));
  }
}
