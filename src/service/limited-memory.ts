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
  const may = (scope: MemoryScope, action: string) => {
    if (!scopes.includes(scope)) throw forbidden(scope, action, holder);
    return memory;
  };
  return {
    ...writing(may),
    ...reading(may),
    forget: async (selector, options) => may("memory:forget", "forget").forget(selector, options),
    details: (options) => memory.details(options),
    for: (scope) => limitedTo(memory.for(scope), scopes, holder),
    close: () => memory.close(),
  };
}

/** Returns the memory, if calls may have the scope. @throws {MemoryError} `forbidden` */
type Allowed = (scope: MemoryScope, action: string) => MemoryService;

function writing(may: Allowed): Pick<MemoryService, "remember" | "rememberMany" | "rememberFile" | "import"> {
  const write = (action: string) => may("memory:write", action);
  return {
    remember: async (input, options) => write("remember").remember(input, options),
    rememberMany: (inputs, options) => write("remember").rememberMany(inputs, options),
    rememberFile: async (file, options) => write("remember the file").rememberFile(file, options),
    import: async (lines, options) => write("import").import(lines, options),
  };
}

function reading(
  may: Allowed,
): Pick<MemoryService, "recall" | "profile" | "records" | "history" | "audit" | "verifyAudit" | "export"> {
  const read = (action: string) => may("memory:read", action);
  return {
    recall: async (input, options) => read("recall").recall(input, options),
    profile: async (input, options) => read("read the profile").profile(input, options),
    records: async (input, options) => read("list records").records(input, options),
    history: async (id, options) => read("read the history").history(id, options),
    audit: async (input, options) => read("read the audit trail").audit(input, options),
    verifyAudit: async (options) => read("verify the audit trail").verifyAudit(options),
    export: (options) => read("export").export(options),
  };
}

function forbidden(scope: MemoryScope, action: string, holder: string): MemoryError<"forbidden"> {
  return new MemoryError("forbidden", `Cannot ${action}: ${holder} must have the scope ${scope}`, {
    data: { scope },
  });
}
