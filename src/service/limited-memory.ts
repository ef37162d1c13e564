/** A memory that is limited to what a token, or a person, may do. */
import { MemoryError } from "../contract/errors.js";
import type { MemoryScope } from "../contract/memory-scope.js";
import type { MemoryService } from "../contract/memory-service.js";

/**
 * Limits a memory to scopes. A call without its scope is `forbidden` before any work; closing it
 * closes the memory.
 *
 * @param holder Who has the scopes, as the subject of "must have the scope" in errors.
 */
export function limitedTo(
  memory: MemoryService,
  scopes: readonly MemoryScope[],
  holder = "the token",
): MemoryService {
  const need = (scope: MemoryScope, action: string) => {
    if (!scopes.includes(scope)) throw forbidden(scope, action, holder);
  };
  return {
    remember: async (input, options) => {
      need("memory:write", "remember");
      return memory.remember(input, options);
    },
    rememberMany: (inputs, options) => {
      need("memory:write", "remember");
      return memory.rememberMany(inputs, options);
    },
    rememberFile: async (file, options) => {
      need("memory:write", "remember the file");
      return memory.rememberFile(file, options);
    },
    import: async (lines, options) => {
      need("memory:write", "import");
      return memory.import(lines, options);
    },
    forget: async (selector, options) => {
      need("memory:forget", "forget");
      return memory.forget(selector, options);
    },
    recall: async (input, options) => {
      need("memory:read", "recall");
      return memory.recall(input, options);
    },
    profile: async (input, options) => {
      need("memory:read", "read the profile");
      return memory.profile(input, options);
    },
    records: async (input, options) => {
      need("memory:read", "list records");
      return memory.records(input, options);
    },
    history: async (id, options) => {
      need("memory:read", "read the history");
      return memory.history(id, options);
    },
    audit: async (input, options) => {
      need("memory:read", "read the audit trail");
      return memory.audit(input, options);
    },
    verifyAudit: async (options) => {
      need("memory:read", "verify the audit trail");
      return memory.verifyAudit(options);
    },
    export: (options) => {
      need("memory:read", "export");
      return memory.export(options);
    },
    details: (options) => memory.details(options),
    for: (scope) => limitedTo(memory.for(scope), scopes, holder),
    close: () => memory.close(),
  };
}

function forbidden(scope: MemoryScope, action: string, holder: string): MemoryError<"forbidden"> {
  return new MemoryError("forbidden", `Cannot ${action}: ${holder} must have the scope ${scope}`, {
    data: { scope },
  });
}
