/** Who makes a call on a store of a service, for the audit trail of the store. */
import { AsyncLocalStorage } from "node:async_hooks";

const actors = new AsyncLocalStorage<string>();

/** Runs a call of a store in the name of an actor; `undefined` for the service itself. */
export function actingAs<Result>(actor: string | undefined, call: () => Result): Result {
  return actor === undefined ? call() : actors.run(actor, call);
}

/** The actor of the current call, if it was started with {@link actingAs}. */
export function currentActor(): string | undefined {
  return actors.getStore();
}
