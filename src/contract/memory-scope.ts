/** What a token of a sign-in may do with a memory. Keys may do everything. */

/**
 * `memory:read` recalls and lists, `memory:write` remembers and imports, `memory:forget` erases.
 */
export const memoryScopes = ["memory:read", "memory:write", "memory:forget"] as const;
/** One of {@link memoryScopes}. */
export type MemoryScope = (typeof memoryScopes)[number];
