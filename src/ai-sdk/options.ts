/** What an app fixes for its users, whatever the model asks for. */
import { v4 as uuidv4 } from "uuid";
import type { Metadata, MetadataFilter } from "../contract/record.js";
import type { Scope } from "../contract/scope.js";

/** What tools and middleware share. */
export interface MemoryDoorOptions {
  /** Whose memory it is, for instance `{ user: "u42" }`: nothing of anybody else is recalled, changed or forgotten. A model cannot change it. @default none */
  readonly scope?: Scope;
  /** Labels that are put on everything that is remembered, for instance `{ app: "web" }`. A model cannot change it. They keep nobody apart: see `scope`. */
  readonly metadata?: Metadata;
  /** Holds for everything that is recalled or forgotten. A model cannot widen it. @default none */
  readonly filter?: MetadataFilter;
  /** The user's name: it resolves "I" and "my". */
  readonly speaker?: string;
  /** Gives the present. @default the system's */
  readonly clock?: () => Date;
  /** Gives 32 random hexadecimal digits, for the fence around what is told. @default a random UUID's */
  readonly newBoundary?: () => string;
}

/** Options with every part in place. */
export type DoorParts = MemoryDoorOptions & Required<Pick<MemoryDoorOptions, "clock" | "newBoundary">>;

/** Options with their defaults in place. */
export function doorParts<Options extends MemoryDoorOptions>(options: Options): Options & DoorParts {
  return {
    ...options,
    clock: options.clock ?? (() => new Date()),
    newBoundary: options.newBoundary ?? (() => uuidv4().replaceAll("-", "")),
  };
}

/** What the app fixes for a `remember`, as its input fields. */
export function fixedFields({ metadata, speaker }: MemoryDoorOptions): {
  metadata?: Metadata;
  speaker?: string;
} {
  return { ...(metadata === undefined ? {} : { metadata }), ...(speaker === undefined ? {} : { speaker }) };
}
