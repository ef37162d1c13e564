/**
 * The profile: what a prompt should always contain about a user, without a question. Nothing is
 * embedded, searched or cached between calls: the profile shows the current state of the store, and
 * the same store gives the same profile.
 *
 *   gather ─ order by importance ─ choose within the budget ─ payload
 */
import type { ProfileEvent, ProfileFact, ProfilePayload, ProfileRequest } from "../contract/profile.js";
import type { MemoryRecord } from "../contract/record.js";
import type { Embedder } from "../embedders/embedder.js";
import { isSure, statement, verbatim } from "../recall/prose/lines.js";
import { stillTrue, withoutEnded } from "../recall/prose/still-true.js";
import { mostRuleTokens } from "../recall/rules/user-rules.js";
import { ruleLine } from "../rendering/prompt-blocks.js";
import type { Criteria, Store, StoredPassage } from "../stores/store.js";
import { mentionsOf } from "../text/mentions.js";
import { isRecited } from "../text/recited.js";
import { type Endings, endingsAmong } from "./ended.js";
import { currentFacts, type Gathered, gather } from "./gather.js";
import { byImportance, isListed, isPlan } from "./importance.js";
import { isDated, isPlain, isShort, mayBeTrue, onlyAsks } from "./shown.js";

/** The parts that {@link profile} uses. */
export interface ProfileParts {
  readonly store: Store;
  readonly embedder: Pick<Embedder, "embed" | "countTokens">;
  readonly now: () => Date;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Shares of the budget: the maximum for rules, for listed facts (the other facts get the rest) and
 * for events.
 */
const shares = { rules: 0.3, listed: 0.6, events: 0.35 };
/**
 * Maximum number of events, and of past ones without a date, most of which are remarks; a plan
 * older than this is not returned as open.
 */
const mostEvents = { lately: 8, undated: 5, coming: 6 };
const planDays = 60;
const dayMs = 86_400_000;

/**
 * Returns the profile of a user. @throws {MemoryError} `missing_dependency` if the embedder that
 * counts tokens cannot be loaded
 */
export async function profile(request: ProfileRequest, parts: ProfileParts): Promise<ProfilePayload> {
  const { store, embedder, signal } = parts;
  await embedder.embed([], { kind: "query", ...(signal === undefined ? {} : { signal }) });
  const now = parts.now();
  const { speaker, filter, token_budget } = request;
  const scope: Criteria = {
    now: now.toISOString(),
    corpus: "said",
    ...(filter === undefined ? {} : { filter }),
  };
  const gathered = await store.snapshot((snapshot) => gather(snapshot, { scope, now, speaker }));
  const tokens = new TokenBudget(token_budget, (text) => embedder.countTokens(text));
  return { about: gathered.about, ...contents(gathered, tokens, now), tokens: token_budget - tokens.left };
}

type ProfileContents = Omit<ProfilePayload, "about" | "tokens">;

function contents(gathered: Gathered, tokens: TokenBudget, now: Date): ProfileContents {
  const { budget } = tokens;
  const rules = tokens.within(
    Math.min(mostRuleTokens, shares.rules * budget),
    gathered.rules.map(({ rule }) => rule),
    ruleLine,
  );
  const { passages, lately, coming } = gathered;
  const endings = endingsAmong([...new Set([...passages, ...lately, ...coming])]);
  const facts = factsOf(gathered, endings);
  const important = facts.filter(({ property }) => isListed(property));
  const listed = tokens.within(shares.listed * tokens.left, important, ({ text }) => text);
  const events = eventsOf(gathered, { tokens, now, endings });
  const others = tokens.within(
    tokens.left,
    facts.filter((fact) => !listed.includes(fact)),
    ({ text }) => text,
  );
  const chosen = new Set([...listed, ...others]);
  const ordered = facts.filter((fact) => chosen.has(fact));
  return {
    semantic_memory: ordered.map(({ text }) => text).join("\n"),
    episodic_memory: events.map(({ text }) => text).join("\n"),
    procedural_memory: rules.map(ruleLine).join("\n"),
    facts: ordered,
    events,
    rules,
  };
}

/** The rest of a token budget. */
class TokenBudget {
  readonly budget: number;
  readonly #countTokens: (text: string) => number;
  #left: number;

  constructor(budget: number, countTokens: (text: string) => number) {
    this.budget = budget;
    this.#left = budget;
    this.#countTokens = countTokens;
  }

  get left(): number {
    return this.#left;
  }

  /** Returns the items whose lines fit into some tokens, in their order. */
  within<Item>(tokens: number, items: readonly Item[], lineOf: (item: Item) => string): Item[] {
    let most = Math.min(Math.floor(tokens), this.#left);
    return items.filter((item) => {
      const taken = most <= 0 ? Number.POSITIVE_INFINITY : this.#countTokens(lineOf(item));
      if (taken > most) return false;
      most -= taken;
      this.#left -= taken;
      return true;
    });
  }
}

/**
 * Facts by importance. Unsure facts, and facts that an assistant or a tool said, are not stated:
 * their passage is quoted instead, once, with who said it.
 */
function factsOf({ passages, entities }: Gathered, endings: Endings): ProfileFact[] {
  const sources = new Map(
    passages.flatMap((passage) => currentFacts(passage, entities).map((fact) => [fact.id, passage])),
  );
  const facts = passages.flatMap((passage) =>
    currentFacts(passage, entities).filter((fact) => !endings.endsFact(fact, passage)),
  );
  const ordered = byImportance(
    facts.filter(
      (fact) => !isPlan(fact) && (isSure(fact) || (mayBeTrue(fact) && isPlain(sources.get(fact.id)!))),
    ),
  );
  const isOwn = ({ id }: MemoryRecord) => !isRecited(sources.get(id)!);
  const ownFirst = [...ordered.filter(isOwn), ...ordered.filter((fact) => !isOwn(fact))];
  const stated = ownFirst.flatMap((fact) => {
    const text = textOf(fact, sources.get(fact.id)!, endings);
    return text === undefined ? [] : [factWith(fact, text)];
  });
  return [...new Map(stated.toReversed().map((fact) => [fact.text, fact])).values()].toReversed();
}

function textOf(fact: MemoryRecord, passage: StoredPassage, endings: Endings): string | undefined {
  if (isSure(fact) && !isRecited(passage) && !namesMore(passage)) return statement(fact, passage.text);
  const text = presentOf(passage, endings);
  return text === undefined ? undefined : verbatim([{ passage, text }]);
}

/** The part of a passage that is still true: no fact of it was replaced, and nothing later ends it. */
function presentOf(passage: StoredPassage, { endsPart }: Endings): string | undefined {
  const text = stillTrue(passage);
  if (text === undefined || !endsPart(text, passage)) return text;
  return withoutEnded(text, (part) => endsPart(part, passage), leastWords);
}

/** Fewest index words of the rest of a passage: "Hi, I'm Ezra." says who the user is, "Yes." nothing. */
const leastWords = 2;

/** Whether a short message has a name that none of its facts has: "I run a shop in Stoke". */
function namesMore({ text, records, superseded }: StoredPassage): boolean {
  if (superseded.length > 0 || !isShort(text)) return false;
  const facts = records.filter(({ type }) => type === "semantic").map((fact) => fact.text.toLowerCase());
  return mentionsOf(text).some((name) => !facts.some((fact) => fact.includes(name.toLowerCase())));
}

function factWith(fact: MemoryRecord, text: string): ProfileFact {
  return {
    record_id: fact.id,
    entity: fact.entity ?? "",
    property: fact.property ?? "",
    value: fact.value ?? "",
    text,
    since: fact.valid_from ?? fact.occurred_at,
  };
}

interface EventOptions {
  readonly tokens: TokenBudget;
  readonly now: Date;
  readonly endings: Endings;
}

interface Kept extends Pick<Gathered, "entities"> {
  readonly endings: Endings;
  /** Whether the events are ahead. */
  readonly coming: boolean;
}

/**
 * Recent and coming events, oldest first. If the budget is too small, coming events are chosen
 * before past ones.
 */
function eventsOf(gathered: Gathered, { tokens, now, endings }: EventOptions): ProfileEvent[] {
  const ahead = [...eventsIn(gathered.coming, { ...gathered, endings, coming: true })]
    .sort(byTime)
    .slice(0, mostEvents.coming);
  const plans = plansOf(gathered, { now, besides: new Set(gathered.coming.map(({ id }) => id)) });
  const coming = [...ahead, ...plans].slice(0, mostEvents.coming);
  const past = (passages: readonly StoredPassage[]) =>
    eventsIn(passages, { ...gathered, endings, coming: false });
  const undated = gathered.lately.filter((passage) => !isDated(passage));
  const lately = [
    ...past(gathered.lately.filter(isDated)),
    ...past(undated).slice(0, mostEvents.undated),
  ].slice(0, mostEvents.lately);
  const distinct = new Map([...coming, ...lately].map((event) => [event.text, event]));
  const lines = [...distinct.values()];
  return tokens
    .within(Math.min(shares.events * tokens.budget, tokens.left), lines, ({ text }) => text)
    .sort((one, other) => Number(one.coming) - Number(other.coming) || byTime(one, other));
}

function byTime(one: ProfileEvent, other: ProfileEvent): number {
  return one.occurred_at.localeCompare(other.occurred_at) || (one.record_id < other.record_id ? -1 : 1);
}

/**
 * The events of passages, verbatim, as far as they are still true. Questions are left out, and so
 * are requests without a date: they only say what somebody wanted to know or to have done.
 */
function eventsIn(passages: readonly StoredPassage[], { entities, endings, coming }: Kept): ProfileEvent[] {
  return passages.flatMap((passage) => {
    const event = passage.records.find(
      ({ type, entity }) => type === "episodic" && entities.has((entity ?? "").toLowerCase()),
    );
    if (event === undefined || !mayBeTrue(event) || onlyAsks(event, passage)) return [];
    const text = presentOf(passage, endings);
    if (text === undefined) return [];
    const { id, occurred_at } = event;
    return [{ record_id: id, text: verbatim([{ passage, text }]), occurred_at, coming }];
  });
}

interface PlanOptions {
  readonly now: Date;
  /** Passages that are rendered as events already. */
  readonly besides: ReadonlySet<number>;
}

/** Recently stated plans, newest first. */
function plansOf({ passages, entities }: Gathered, { now, besides }: PlanOptions): ProfileEvent[] {
  const since = new Date(now.getTime() - planDays * dayMs).toISOString();
  const plans = passages.flatMap((passage) =>
    currentFacts(passage, entities)
      .filter(
        (fact: MemoryRecord) =>
          isPlan(fact) && isSure(fact) && passage.saidAt >= since && !besides.has(passage.id),
      )
      .map((fact) => ({
        record_id: fact.id,
        text: statement(fact, passage.text),
        occurred_at: fact.valid_from ?? fact.occurred_at,
        coming: true,
      })),
  );
  return plans.sort((one, other) => byTime(other, one));
}
