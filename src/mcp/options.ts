/** Options of an MCP server, and their defaults. */
import type { Scope } from "../contract/scope.js";

/** Options of {@link createMcpServer}. */
export interface McpOptions {
  /**
   * The version that the server reports.
   *
   * @default "0.0.0"
   */
  readonly version?: string;
  /**
   * The scope that the server is limited to, for instance `{ user: "alice" }`. A model cannot
   * change it.
   *
   * @default what was remembered without a scope
   */
  readonly scope?: Scope;
  /**
   * Returns the current time.
   *
   * @default the system clock
   */
  readonly clock?: () => Date;
  /**
   * Returns 32 random hexadecimal digits, for the fence of one answer.
   *
   * @default the digits of a random UUID
   */
  readonly newBoundary?: () => string;
  /**
   * Whether clients connect over a network. Then only `onDefect` gets the message of a defect,
   * which may contain files and packages.
   *
   * @default false
   */
  readonly remote?: boolean;
  /** Called with unexpected errors. */
  readonly onDefect?: (error: unknown) => void;
}

/** Options with their defaults in place. */
export function mcpParts(options: McpOptions): Required<Omit<McpOptions, "scope">> {
  return {
    version: options.version ?? "0.0.0",
    clock: options.clock ?? (() => new Date()),
    remote: options.remote ?? false,
    onDefect: options.onDefect ?? (() => {}),
    newBoundary: options.newBoundary ?? (() => crypto.randomUUID().replaceAll("-", "")),
  };
}
