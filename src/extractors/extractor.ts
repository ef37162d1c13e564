/**
 * The extractor port: passages in, decisions out. It says what is worth keeping and drafts records;
 * reconciling them is the road's.
 */
import type { MemoryRecord } from "../contract/record.js";
import type { Passage } from "../text/passage.js";

/** What an extractor is shown. */
export interface ExtractRequest {
  readonly passages: readonly Passage[];
  /** What came before, for resolving "it", "there", "the second one". Never stored. */
  readonly previousContext: string | null;
  /**
   * For each passage the current records nearest to it, best first. Only for an extractor that
   * {@link Extractor.wantsNearest}.
   */
  readonly nearest?: readonly (readonly MemoryRecord[])[];
}

/** What any draft may say of the words that it rests on. What is out of range counts as absent. */
interface DraftBasis {
  /**
   * The part of the passage that it rests on: UTF-16 offsets in the passage's text, `end`
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
   * One lower-case noun phrase a property, always the same word for the same thing: "employer",
   * "home", "likes".
   */
  readonly property: string;
  readonly value: string;
  /** The fact as one sentence that stands alone: "Ana's sister works at Siemens." */
  readonly text: string;
  /**
   * `one`: a new value replaces the old one (home, employer). `many`: it joins it (likes, visited,
   * owns). When unsure, `many`.
   */
  readonly cardinality: "one" | "many";
  /**
   * `ended`: it is no longer so ("I no longer work at Acme"); `value` is empty where the text does
   * not say which.
   */
  readonly polarity: "holds" | "ended";
  /** ISO 8601 UTC, where the text says since when. */
  readonly validFrom: string | null;
  readonly validTo: string | null;
  /**
   * Id of the fact or rule that it updates, one of those in `nearest`; what is no longer current by
   * then is not updated.
   */
  readonly replaces?: string;
  /**
   * The earlier statement was wrong from the start ("I meant Porto, not Lisbon"): what this draft
   * replaces never held. @default false
   */
  readonly corrects?: boolean;
  /** The value that the text itself says is over: "Acme" in "I went from Acme to Bosch". */
  readonly former?: string;
  /** Why it is kept. */
  readonly reason: string;
}

/** An event: what happened, when, to whom. Its document is the passage. */
export interface EpisodicDraft extends DraftBasis {
  readonly type: "episodic";
  /** Whom it happened to, as a name. */
  readonly entity: string;
  readonly participants: readonly string[];
  /** ISO 8601 UTC: read from the text relative to when it was said, else when it was said. */
  readonly occurredAt: string;
  /**
   * Where the text names no instant but a day, a week, a month …: when that ends, exclusive. ISO
   * 8601 UTC.
   */
  readonly occurredUntil?: string;
  /** Whether `occurredAt` was read from the text. */
  readonly dated: boolean;
  readonly reason: string;
}

/** A rule, a preference about how to work, a step, a condition. Its document is the passage. */
export interface ProceduralDraft extends DraftBasis {
  readonly type: "procedural";
  /** Whose rule it is, as a name. */
  readonly entity: string;
  /** When it applies, in the passage's own words: "a deploy fails". */
  readonly trigger: string | null;
  /** As in a {@link SemanticDraft}. */
  readonly replaces?: string;
  readonly reason: string;
}

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
   * What a model wrote down of it that does not stand: told among what was skipped, and not kept.
   */
  readonly dropped?: readonly Dropped[];
};

/** Something that was written down and is not kept, and why. */
export interface Dropped {
  readonly text: string;
  readonly reason: string;
}

/** What an extractor decided. */
export interface Extraction {
  /** One a passage, in order. */
  readonly decisions: readonly Decision[];
  /**
   * False where a model could not be asked, or its answer could not be read, and the offline rules
   * decided in its place. Where they only complete an answer of which a record was refused, it
   * stays true.
   */
  readonly success: boolean;
  /** Tokens that a model reported; 0 where none was asked. */
  readonly tokens: number;
}

/** Decides what is worth keeping. Offline extractors are deterministic. */
export interface Extractor {
  /** Names the extractor and its version, for instance `keepsake-rules@1`. */
  readonly id: string;
  /**
   * Whether it is to be shown what is known already. Every passage is embedded for it before it is
   * asked, the skipped ones too. @default false
   */
  readonly wantsNearest?: boolean;
  /**
   * How many inputs of `rememberMany` it is asked about at once. None of them is kept before all
   * were decided, so that `nearest` of one does not include what another one makes known; they are
   * reconciled in order all the same. @default 1
   */
  readonly concurrency?: number;
  /**
   * @throws {MemoryError} `extractor_failed` only where falling back to the rules is switched off.
   */
  extract(request: ExtractRequest, options?: { readonly signal?: AbortSignal }): Promise<Extraction>;
}
