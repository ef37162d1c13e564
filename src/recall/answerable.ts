/**
 * Answerable: whether a pool holds an answer at all, which is another question than which of its passages is the best. Pure. The strongest sign
 * against it is a rival: where the question names somebody and somebody else said what it is about, the question is most likely mistaken.
 */
import type { Described, Features } from "./features.js";
import type { View } from "./view.js";

/** What a pool shows of it. `best` is the described passage with the highest score. */
export function answerableFeatures(
  described: readonly Described[],
  best: Described,
  { view, score }: { readonly view: View; readonly score: number },
): Features {
  const voices = split(described, view);
  const rival = (name: string) =>
    voices === undefined ? 0 : most(voices.others, name) - most(voices.named, name);
  const of = (name: string) => best.of(name);
  return {
    score,
    session: of("session"),
    mostOwn: most(described, "own"),
    mostFact: most(described, "fact"),
    mostRule: most(described, "ruleSubject"),
    rivalWords: rival("own"),
    rivalPhrase: rival("phrase"),
    bestIsRival: view.named.size > 0 && of("namedSpeaker") === 0 ? 1 : 0,
    pages: view.pages,
    // In a store of a few passages the rest of a conversation is not there to bear an answer out.
    smallStore: 1 / (1 + view.pool.statistics.passages / 50),
  };
}

interface Voices {
  readonly named: readonly Described[];
  readonly others: readonly Described[];
}

/** Nobody is a rival where the question names nobody who speaks, or all who do. */
function split(described: readonly Described[], view: View): Voices | undefined {
  if (view.named.size === 0) return undefined;
  const named = described.filter((one) => one.of("namedSpeaker") === 1);
  const others = described.filter((one) => one.of("namedSpeaker") === 0);
  return named.length === 0 || others.length === 0 ? undefined : { named, others };
}

function most(described: readonly Described[], name: string): number {
  const column = described[0]?.names.indexOf(name) ?? -1;
  return described.reduce((highest, { values }) => Math.max(highest, values[column] ?? 0), 0);
}
