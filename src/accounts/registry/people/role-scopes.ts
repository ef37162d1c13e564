/** What a member may let a program do with a memory, by role. */
import { type MemoryScope, memoryScopes } from "../../../contract/memory-scope.js";
import type { Role } from "./people.js";

const allowedOf: Readonly<Record<Role, readonly MemoryScope[]>> = {
  owner: memoryScopes,
  editor: memoryScopes,
  reader: ["memory:read"],
};

/** The scopes among `wanted` that a role may have. */
export function scopesOf(role: Role, wanted: readonly string[]): MemoryScope[] {
  return allowedOf[role].filter((scope) => wanted.includes(scope));
}
