/** Failures on request, for the error paths of an app. */
import type { MemoryService } from "../contract/memory-service.js";

/** The verbs of a memory that return a promise. */
export type FailingVerb = Exclude<keyof MemoryService, "for" | "close" | "export" | "rememberMany">;

/** One failure. */
export interface Failure {
  readonly verb: FailingVerb;
  /** Thrown by the verb before it does anything. */
  readonly error: Error;
  /** Calls of the verb that succeed before it fails. @default 0 */
  readonly after?: number;
  /** How often it fails. @default always */
  readonly times?: number;
}

/**
 * The same memory, whose verbs fail on request. What fails does nothing; everything else is passed
 * on. A memory that is limited to a scope by `for` fails too, and counts together with the whole
 * one.
 *
 * @example
 * import { MemoryError } from "keepsake";
 * import { failing, testMemory } from "keepsake/testing";
 *
 * const { memory } = await testMemory();
 * const busy = new MemoryError("busy", "Cannot recall: the store is busy", { data: { timeoutMs: 0 } });
 * const flaky = failing(memory, [{ verb: "recall", error: busy, times: 1 }]);
 */
export function failing(memory: MemoryService, failures: readonly Failure[]): MemoryService {
  const counted = failures.map((failure) => ({ failure, calls: 0 }));
  const injected = (verb: PropertyKey): Error | undefined => {
    let thrown: Error | undefined;
    for (const count of counted.filter(({ failure }) => failure.verb === verb)) {
      const { after = 0, times = Number.POSITIVE_INFINITY, error } = count.failure;
      if (count.calls >= after && count.calls < after + times) thrown ??= error;
      count.calls += 1;
    }
    return thrown;
  };
  const wrapped = (whole: MemoryService): MemoryService =>
    new Proxy(whole, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== "function") return member;
        if (name === "for")
          return (...scope: Parameters<MemoryService["for"]>) => wrapped(target.for(...scope));
        return (...input: unknown[]) => {
          const error = injected(name);
          return error === undefined ? Reflect.apply(member, target, input) : Promise.reject(error);
        };
      },
    });
  return wrapped(memory);
}
