/**
 * The requests of a search, and their answers. Each request finds passages, or names, in one way.
 * All requests of one search are answered from one state of the store.
 */
import type { MetadataFilter, RecordType } from "../contract/record.js";
import type { Scope } from "../contract/scope.js";

/** Which passages: those of conversations (`said`), or those of files (`files`). */
export type Corpus = "said" | "files";

/**
 * Which part of a store a call sees and writes to. With a scope, it sees what was saved under
 * scopes that include all of its labels. With null, it sees what was saved without a scope.
 * `everything` is for operators: it sees all, and writes without a scope.
 */
export type Visibility =
  | "everything"
  | {
      readonly scope: Scope | null;
      /** Also see what was saved without a scope. */
      readonly includeUnscoped?: boolean | undefined;
    };

/** Which records match. Expired records never do. */
export interface Criteria {
  /** ISO 8601, UTC. */
  readonly now: string;
  /**
   * Only what was true at this moment: `coalesce(valid_from, said_at) <= asOf < valid_to`. Absent:
   * what is current.
   */
  readonly asOf?: string;
  /** Superseded and ended records match too. */
  readonly includeSuperseded?: boolean;
  readonly types?: readonly RecordType[];
  readonly filter?: MetadataFilter;
  /**
   * Only records of this corpus. Absent: both; searches by word or vector then use `said`.
   */
  readonly corpus?: Corpus;
}

/** The passages of one word. */
export interface Posting {
  readonly word: string;
  /** Passages with the word, ascending; empty if `cut`. */
  readonly passages: readonly number[];
  /** True if more passages have the word than the limit allows: the word is common. */
  readonly cut: boolean;
}

/** A passage, and how similar its vector is. */
export interface Neighbour {
  readonly passage: number;
  /** Cosine of the stored int8 vector with the query, -1 to 1. */
  readonly similarity: number;
}

/** A request of a search. */
export type SearchRequest =
  | WordsRequest
  | VectorRequest
  | TimeRequest
  | FactsRequest
  | RulesRequest
  | PageRequest
  | NamesRequest;

interface Limited {
  /** Maximum number of results. */
  readonly limit: number;
  readonly scope: Criteria;
}

/**
 * Passages of each word, in the order of the words. `limit` is the maximum per word, beyond which
 * the word is common.
 */
export interface WordsRequest extends Limited {
  readonly by: "words";
  /** Index words: see `text/words`. */
  readonly words: readonly string[];
}

/** The passages most similar to a vector, best first; none for a zero vector. */
export interface VectorRequest extends Limited {
  readonly by: "vector";
  /** `Float32Array` of the embedder's dimensions, unit norm or zero. */
  readonly vector: Float32Array;
  /**
   * The cost must not grow with the store. A store may search only recent passages, and return
   * passages without a matching record. @default false
   */
  readonly recent?: boolean;
}

/**
 * Passages with records that occurred in `[from, to)`, or in a period that overlaps it, newest
 * first.
 */
export interface TimeRequest extends Limited {
  readonly by: "time";
  /** ISO 8601, UTC. */
  readonly from: string;
  readonly to: string;
  /** Only events of these entities (compared without case) that began in the time. */
  readonly entities?: readonly string[];
}

/** Passages with semantic records about entities (compared without case), newest first. */
export interface FactsRequest extends Limited {
  readonly by: "facts";
  readonly entities: readonly string[];
  /**
   * Only these properties. Called once per distinct property of an entity, in lower case.
   */
  readonly isProperty?: ((name: string) => boolean) | undefined;
}

/**
 * Passages with procedural records, newest first, because rules are chosen by trigger, not only by
 * similarity.
 */
export interface RulesRequest extends Limited {
  readonly by: "rules";
  /**
   * Only rules that users gave: standing rules (`prompt-safety/directives`), or rules with a
   * condition.
   */
  readonly byUser?: "standing" | "conditional";
}

/** Passages on a page of any file, in order. */
export interface PageRequest extends Limited {
  readonly by: "page";
  readonly page: number;
}

/**
 * Names that begin with a (folded) text, each once, in order: entities of records, speakers, and
 * names mentioned.
 */
export interface NamesRequest extends Limited {
  readonly by: "names";
  readonly beginning: string;
}

interface AnswerBy {
  readonly words: readonly Posting[];
  readonly vector: readonly Neighbour[];
  readonly time: readonly number[];
  readonly facts: readonly number[];
  readonly rules: readonly number[];
  readonly page: readonly number[];
  readonly names: readonly string[];
}

/** The answer to one request: passage numbers, or names. */
export type SearchAnswer<Asked extends SearchRequest = SearchRequest> = AnswerBy[Asked["by"]];

/** The answers to several requests, in their order. */
export type SearchAnswers<Asked extends readonly SearchRequest[]> = {
  readonly [At in keyof Asked]: SearchAnswer<Asked[At]>;
};
