/**
 * Short sources: reads the rest of what was remembered in few words, such as a note, a notification
 * or a calendar entry. The search reads passages one by one, so of an entry it may have the heading
 * without the time. A reader needs both (`prose/short-messages.ts`).
 * Conversations are longer, so nothing is read for them.
 */
import type { Criteria, Layout, Snapshot } from "../../stores/store.js";
import type { Ranked } from "../ranking/rank.js";
import type { RelevantSaid } from "./relevant.js";
import { saidScope } from "./said-search.js";

/** Number of best passages whose sources are completed: about what 1,000 tokens of prose contain. */
const completed = 24;
/** Maximum number of words of a short source. */
const shortWords = 100;

/**
 * Reads the passages of short sources that were not found for the question, if they are about the
 * people that it asks about. They are not ranked: their probability is 0.
 */
export async function restOfShortSources(
  { relevant, all, isAbout }: Pick<RelevantSaid, "relevant" | "all" | "isAbout">,
  scope: Criteria,
  store: Pick<Snapshot, "read">,
): Promise<readonly Ranked[]> {
  const said = saidScope(scope);
  if (said === undefined || relevant.length === 0) return [];
  const [layout] = await store.read([{ of: "layout" }]);
  const known = new Set(all.map(({ passage }) => passage.id));
  const best = relevant.slice(0, completed).map(({ passage }) => passage.id);
  const sources = best.flatMap((number) => numbersBeside(number, layout));
  const numbers = [...new Set(sources)].filter((number) => !known.has(number)).sort((a, b) => a - b);
  if (numbers.length === 0) return [];
  const [passages] = await store.read([{ of: "passages", numbers, scope: said }]);
  return passages
    .filter((passage) => passage.file === null && isAbout(passage))
    .map((passage) => ({ passage, probability: 0, touches: false, signals: () => ({}) }));
}

/** The numbers of the passages of the same source, if it is short. They are consecutive. */
function numbersBeside(number: number, { conversationOf, conversationWords }: Layout): number[] {
  const source = conversationOf[number] ?? 0;
  if (source === 0 || conversationWords[source]! > shortWords) return [];
  const numbers: number[] = [];
  for (const step of [-1, 1])
    for (let next = number + step; conversationOf[next] === source; next += step) numbers.push(next);
  return numbers;
}
