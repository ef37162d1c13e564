/**
 * The extractor port: passages in, decisions out. An extractor says which passages to keep and
 * drafts records from them. Comparing the drafts with what is stored already is the work of
 * `remember`.
 */
import type { MemoryRecord } from "../contract/record.js";
import type { Passage } from "../text/passage.js";

/** What an extractor receives. */
export interface ExtractRequest {
  readonly passages: readonly Passage[];
  /** Text that precedes the passages, to resolve "it", "there", "the second one". Never stored. */
  readonly previousContext: string | null;
  /**
   * For each passage, the current records that are most similar to it, best first. Present only
   * if {@link Extractor.wantsNearest} is true.
   */
  readonly nearest?: readonly (readonly MemoryRecord[])[];
}

/** Fields that every draft may have. A value out of range counts as absent. */
interface DraftBasis {
  /**
   * The part of the passage that the draft is based on: UTF-16 offsets in the passage's text, `end`
   * exclusive, not empty, and never between the two halves of a surrogate pair. @default the whole
   * passage
   */
  readonly span?: { readonly start: number; readonly end: number };
  /** How sure the extractor is that the text says this, from 0 to 1. @default 1 */
  readonly certainty?: number;
}

/** A fact: `entity`'s `property` is `value`. */
export interface SemanticDraft extends DraftBasis {
  readonly type: "semantic";
  /** Who or what, as a name: "Ana", "Ana's sister", "the user". */
  readonly entity: string;
  /**
   * A lower-case noun phrase, always the same one for the same property: "employer", "home",
   * "likes".
   */
  readonly property: string;
  readonly value: string;
  /**
   * The fact as one sentence that is clear without its context: "Ana's sister works at Siemens."
   */
  readonly text: string;
  /**
   * `one`: a new value replaces the old one (home, employer). `many`: several values are current
   * together (likes, visited, owns). Use `many` when unsure.
   */
  readonly cardinality: "one" | "many";
  /**
   * `holds`: the fact is true. `ended`: it is no longer true ("I no longer work at Acme"); `value`
   * is empty if the text does not name the value.
   */
  readonly polarity: "holds" | "ended";
  /** When the fact became true: ISO 8601 UTC; `null` if the text does not say. */
  readonly validFrom: string | null;
  /** When it stopped being true: ISO 8601 UTC; `null` if the text does not say. */
  readonly validTo: string | null;
  /**
   * Id of the fact or rule that the draft updates, one of those in `nearest`. Ignored if that
   * record is no longer current.
   */
  readonly replaces?: string;
  /**
   * Whether the replaced statement was wrong from the start ("I meant Porto, not Lisbon"). @default
   * false
   */
  readonly corrects?: boolean;
  /** The earlier value, which the text itself names: "Acme" in "I went from Acme to Bosch". */
  readonly former?: string;
  /** Why the draft is made, for the payload. */
  readonly reason: string;
}

/** An event: what happened, when, to whom. The text of its record is the passage. */
export interface EpisodicDraft extends DraftBasis {
  readonly type: "episodic";
  /** The person or thing that it happened to, as a name. */
  readonly entity: string;
  readonly participants: readonly string[];
  /**
   * ISO 8601 UTC: the time in the text, resolved against the time of the message; without one, the
   * time of the message.
   */
  readonly occurredAt: string;
  /**
   * Where the text names a day, a week, a month … and not an instant: the end of that period,
   * exclusive. ISO 8601 UTC.
   */
  readonly occurredUntil?: string;
  /** Whether `occurredAt` was read from the text. */
  readonly dated: boolean;
  readonly reason: string;
}

/**
 * A rule, a preference about how to work, a step, a condition. The text of its record is the
 * passage.
 */
export interface ProceduralDraft extends DraftBasis {
  readonly type: "procedural";
  /** The person who gave the rule, as a name. */
  readonly entity: string;
  /**
   * The condition for the rule, in the passage's own words: "a deploy fails". `null`: the rule
   * always applies.
   */
  readonly trigger: string | null;
  /** As in a {@link SemanticDraft}. */
  readonly replaces?: string;
  readonly reason: string;
}

/** What an extractor proposes to record. It becomes a record when it is reconciled and saved. */
export type Draft = SemanticDraft | EpisodicDraft | ProceduralDraft;

/** What was decided about one passage. */
export type Decision = (
  | {
      readonly keep: true;
      /** At least one. */
      readonly drafts: readonly Draft[];
      /**
       * Everyone and everything that the passage names: people, places, organisations, as they are
       * written.
       */
      readonly mentions: readonly string[];
    }
  | { readonly keep: false; readonly reason: string }
) & {
  /**
   * What a model wrote about the passage that was refused. It is listed in the payload under
   * `skipped`, and is not kept.
   */
  readonly dropped?: readonly Dropped[];
};

/** A record of a model that was refused, and why. */
export interface Dropped {
  readonly text: string;
  readonly reason: string;
}

/** What an extractor decided. */
export interface Extraction {
  /** One decision for each passage, in order. */
  readonly decisions: readonly Decision[];
  /**
   * False if a model could not be asked or its answer could not be read, so that the bundled
   * rules decided instead. It stays true if the rules only complete an answer with refused
   * records.
   */
  readonly success: boolean;
  /** Tokens that the model reported; 0 without a model. */
  readonly tokens: number;
}

/** A request whose extraction was begun before its turn. */
export interface BegunExtraction {
  /**
   * Waits for the decisions, which are those of {@link Extractor.extract}.
   *
   * @throws what `extract` throws
   */
  result(options?: { readonly signal?: AbortSignal }): Promise<Extraction>;
  /** Drops the request: its decisions are not needed. */
  drop(): void;
}

/**
 * Extracts requests of a long batch before their turn, on other processors. The decisions about a
 * request must not depend on other requests.
 */
export interface ExtractionAhead {
  /** How many passages may wait for their turn, which bounds memory. */
  readonly passages: number;
  /** Begins a request. Later requests are begun later. */
  begin(request: ExtractRequest): BegunExtraction;
  /** Drops all requests that no processor has begun. */
  end(): void;
}

/** Decides what is worth keeping. Offline extractors are deterministic. */
export interface Extractor {
  /** Name and version of the extractor, for instance `keepsake-rules@1`. */
  readonly id: string;
  /**
   * Whether requests include {@link ExtractRequest.nearest}. Then every passage is embedded before
   * `extract`, including those that are skipped. @default false
   */
  readonly wantsNearest?: boolean;
  /**
   * How many inputs of `rememberMany` are extracted at the same time. None of them is saved before
   * all are decided, so `nearest` of one input does not include records from another. They are
   * reconciled in order. @default 1
   */
  readonly concurrency?: number;
  /**
   * Returns what extracts the requests of a batch of `rememberMany` before their turn. Called
   * again before each next part of the batch, until it returns it.
   *
   * @param passages Number of passages that wait, estimated.
   * @returns `undefined` if that does not pay, or if there is no other processor or thread
   */
  ahead?(passages: number): Promise<ExtractionAhead | undefined>;
  /**
   * @throws {MemoryError} `extractor_failed`, only if the fallback to the rules is switched off.
   */
  extract(request: ExtractRequest, options?: { readonly signal?: AbortSignal }): Promise<Extraction>;
}
