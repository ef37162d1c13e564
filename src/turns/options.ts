/** Options that an app sets for the memory of a model. A model cannot change them. */
import type { Metadata, MetadataFilter } from "../contract/record.js";
import type { Scope } from "../contract/scope.js";

/** Options of tools, and of memory that works by itself. */
export interface MemoryAdapterOptions {
  /**
   * The scope of the memory, for instance `{ user: "u42" }`: nothing of another scope is recalled,
   * changed or forgotten.
   *
   * @default none
   */
  readonly scope?: Scope;
  /**
   * Labels for everything that is remembered, for instance `{ app: "web" }`. They do not separate
   * users: see `scope`.
   */
  readonly metadata?: Metadata;
  /**
   * A condition on everything that is recalled or forgotten.
   *
   * @default none
   */
  readonly filter?: MetadataFilter;
  /** The user's name, to which "I" and "my" refer. */
  readonly speaker?: string;
  /**
   * Returns the current time.
   *
   * @default the system clock
   */
  readonly clock?: () => Date;
  /**
   * Returns 32 random hexadecimal digits, for the fence around recalled text.
   *
   * @default the digits of a random UUID
   */
  readonly newBoundary?: () => string;
}

/** Options of a memory that is recalled and written around each turn of a conversation. */
export interface TurnMemoryOptions extends MemoryAdapterOptions {
  /**
   * Maximum number of tokens of recalled prose per turn.
   *
   * @default 1000
   */
  readonly tokenBudget?: number;
  /**
   * Maximum number of tokens of the profile before the first message of a conversation; 0 for none.
   *
   * @default 300
   */
  readonly profileBudget?: number;
  /**
   * Whether to remember the model's answers too. Off by default, because a model repeats recalled
   * text in its own words, and what it invents would become a memory.
   *
   * @default false
   */
  readonly rememberAnswers?: boolean;
  /**
   * Called with errors of memory; the turn then continues without it.
   *
   * @default the turn fails with the error
   */
  readonly onError?: (error: unknown) => void;
}

/** Options with every part in place. */
export type AdapterParts = MemoryAdapterOptions &
  Required<Pick<MemoryAdapterOptions, "clock" | "newBoundary">>;

/** Options with their defaults in place. */
export function adapterParts<Options extends MemoryAdapterOptions>(options: Options): Options & AdapterParts {
  return {
    ...options,
    clock: options.clock ?? (() => new Date()),
    newBoundary: options.newBoundary ?? (() => crypto.randomUUID().replaceAll("-", "")),
  };
}

/** The app's options as input fields of `remember`. */
export function fixedFields({ metadata, speaker }: MemoryAdapterOptions): {
  metadata?: Metadata;
  speaker?: string;
} {
  return { ...(metadata === undefined ? {} : { metadata }), ...(speaker === undefined ? {} : { speaker }) };
}
