/**
 * Alike: how similar the words of each passage's source are to those of the other sources that fit
 * the question best. Pure. Further answers are often worded like the first results: the next step
 * of a chain of facts, or the other sessions of one project. This is relevance feedback (Rocchio,
 * 1971) within the pool, so it needs no second search.
 *
 * With this feature added to the initial weights with weight 2, R@10 of FactConsolidation rose from
 * 77.8 to 81.7, of RealMem from 69.7 to 70.8, of LifeBench from 41.7 to 42.3 and of BEAM from 60.5
 * to 61.2. R@10 of LoCoMo fell from 76.8 to 76.4. With the best 64 passages instead of all, RealMem
 * and BEAM gained 0.2 and 1.1 less.
 */
import { traceSize } from "../../passages/word-trace.js";

/** The compared passages. */
export interface AlikeInput {
  /** The indexes of the passages of each source. */
  readonly sources: readonly (readonly number[])[];
  /** Traces of their words (`passages/word-trace.ts`), one for each passage. */
  readonly traces: readonly Uint16Array[];
  /** First estimate of how well each passage fits the question, in the units of a score. */
  readonly estimates: Float64Array;
}

/** Number of best sources that each source is compared with. */
const comparedSources = 3;
/** Below this, even the most similar source has hardly a word in common. */
const leastLikeness = 1e-3;

/**
 * Similarity of each passage's source, 0 to 1: the mean cosine between the words of the source and
 * the words of each of the best other sources. Words are weighted by tf-idf over the pool, and the
 * other sources by e to the power of their best estimate. The result is scaled so that the most
 * similar source has 1 minus the share of the compared sources among all others: if there are few
 * others, the similarity says nothing.
 */
export function likenessOf({ sources, traces, estimates }: AlikeInput): Float64Array {
  const best = sources.map((rows) => rows.reduce((most, row) => Math.max(most, estimates[row]!), -Infinity));
  const order = [...best.keys()].sort((one, other) => best[other]! - best[one]!);
  const idf = idfOf(traces);
  const shares = new Float32Array(traces.reduce((sum, { length }) => sum + length, 0));
  let used = 0;
  const profiles = sources.map((rows) => {
    const profile = profileOf(rows, { traces, idf, shares, from: used });
    used += profile.numbers.length;
    return profile;
  });
  const leaders = order.slice(0, comparedSources + 1).map((place) => ({
    place,
    trust: Math.exp(best[place]! - best[order[0]!]!),
    cosines: cosinesWith(profiles[place]!, profiles),
  }));
  const likeness = profiles.map((_, place) => {
    let [sum, trust, compared] = [0, 0, 0];
    for (const leader of leaders) {
      if (leader.place === place || compared === comparedSources) continue;
      compared += 1;
      trust += leader.trust;
      sum += leader.trust * leader.cosines[place]!;
    }
    return trust > 0 ? sum / trust : 0;
  });
  const closest = likeness.reduce((most, one) => Math.max(most, one), leastLikeness);
  const others = Math.max(1, sources.length - 1);
  const scale = Math.max(0, 1 - comparedSources / others) / closest;
  const scaled = new Float64Array(traces.length);
  for (let place = 0; place < sources.length; place += 1)
    for (const row of sources[place]!) scaled[row] = likeness[place]! * scale;
  return scaled;
}

/** For each number of a word, how many traces have it; all zero between two calls. */
const counts = new Uint16Array(traceSize);

/** The result of {@link idfOf}, for the numbers in the traces of the last call. */
const idf = new Float32Array(traceSize);

/**
 * Inverse document frequency over the pool, as in BM25, for each number of a word in the traces.
 * Valid until the next call: a new array of this size would cost more than all its values.
 */
function idfOf(traces: readonly Uint16Array[]): Float32Array {
  for (const trace of traces) for (let at = 0; at < trace.length; at += 1) counts[trace[at]!]! += 1;
  // Most words are in few traces, so few different logarithms are needed.
  const byCount = Float32Array.from({ length: traces.length + 1 }, (_, count) =>
    Math.log((traces.length + 1) / (count + 0.5)),
  );
  for (const trace of traces)
    for (let at = 0; at < trace.length; at += 1) {
      const number = trace[at]!;
      if (counts[number]! === 0) continue;
      idf[number] = byCount[counts[number]!]!;
      counts[number] = 0;
    }
  return idf;
}

/**
 * A sparse vector of unit length: the numbers in a trace with their values. The values of all
 * profiles are in one array, because there may be 180 sources of a few words each.
 */
interface Profile {
  readonly numbers: ArrayLike<number>;
  readonly shares: Float32Array;
  /** Index of the first value in `shares`. */
  readonly from: number;
}

/** Where a profile is computed from, and where its values are stored. */
interface ProfileParts extends Pick<Profile, "shares" | "from"> {
  readonly traces: readonly Uint16Array[];
  readonly idf: Float32Array;
}

/** Count of each number in a trace; all zero between two calls. */
const times = new Uint16Array(traceSize);

function profileOf(rows: readonly number[], { traces, idf, shares, from }: ProfileParts): Profile {
  // Most sources are one message, in whose trace each number occurs once.
  if (rows.length === 1) {
    const numbers = traces[rows[0]!]!;
    for (let place = 0; place < numbers.length; place += 1) values[place] = idf[numbers[place]!]!;
    return unitProfile({ numbers, shares, from });
  }
  const numbers: number[] = [];
  for (const row of rows)
    for (const number of traces[row]!) {
      if (times[number] === 0) numbers.push(number);
      times[number]! += 1;
    }
  for (let place = 0; place < numbers.length; place += 1) {
    const number = numbers[place]!;
    values[place] = (1 + Math.log(times[number]!)) * idf[number]!;
    times[number] = 0;
  }
  return unitProfile({ numbers, shares, from });
}

/** The values of the numbers of one profile, before they are scaled. */
const values = new Float64Array(traceSize);

/** Scales {@link values} to unit length, and stores them as a profile. */
function unitProfile(profile: Profile): Profile {
  const { numbers, shares, from } = profile;
  let squares = 0;
  for (let place = 0; place < numbers.length; place += 1) squares += values[place]! * values[place]!;
  const length = Math.sqrt(squares) || 1;
  for (let place = 0; place < numbers.length; place += 1)
    shares[from + place] = Math.fround(values[place]!) / length;
  return profile;
}

/** The values of one profile by number; all zero between two calls. */
const spread = new Float32Array(traceSize);

/** The cosine of a profile with each of some profiles. */
function cosinesWith({ numbers, shares, from }: Profile, others: readonly Profile[]): Float64Array {
  for (let place = 0; place < numbers.length; place += 1) spread[numbers[place]!] = shares[from + place]!;
  const cosines = new Float64Array(others.length);
  for (let at = 0; at < others.length; at += 1) cosines[at] = productWithSpread(others[at]!);
  for (let place = 0; place < numbers.length; place += 1) spread[numbers[place]!] = 0;
  return cosines;
}

function productWithSpread({ numbers, shares, from }: Profile): number {
  let sum = 0;
  for (let place = 0; place < numbers.length; place += 1)
    sum += shares[from + place]! * spread[numbers[place]!]!;
  return sum;
}
