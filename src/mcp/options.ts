/** What an MCP server may be told, and the default parts. */
import { v4 as uuidv4 } from "uuid";
import type { Scope } from "../contract/scope.js";

/** What a server of one memory is made of. */
export interface McpOptions {
  /** What the server says of its version. @default "0.0.0" */
  readonly version?: string;
  /** Whose memory the server serves, for instance `{ user: "alice" }`. A model cannot change it. @default what was remembered without a scope */
  readonly scope?: Scope;
  /** Gives the present. @default the system's */
  readonly clock?: () => Date;
  /** Gives 32 random hexadecimal digits, for the fence around one answer. @default a random UUID's */
  readonly newBoundary?: () => string;
  /**
   * Whether clients come over a network: then a defect of the service is told to `onDefect` alone, because its message may name files and
   * packages. @default false
   */
  readonly remote?: boolean;
  /** Told of what failed and should not have. @default nobody */
  readonly onDefect?: (error: unknown) => void;
}

/** Options with their defaults in place. */
export function mcpParts(options: McpOptions): Required<Omit<McpOptions, "scope">> {
  return {
    version: options.version ?? "0.0.0",
    clock: options.clock ?? (() => new Date()),
    remote: options.remote ?? false,
    onDefect: options.onDefect ?? (() => {}),
    newBoundary: options.newBoundary ?? (() => uuidv4().replaceAll("-", "")),
  };
}
