import { expect, it } from "vitest";
import type { Store } from "../../../../src/stores/store.js";
import { ask, change, erasure, fact, passage, saved, scope } from "../../store-fixture.js";
import { openStore, temporaryPath } from "../sqlite-fixture.js";

const home = passage("Ana lives in Porto.", { records: [fact("r1", ["Ana", "home", "Porto"])] });
const job = passage("Ana is a nurse.", { records: [fact("r2", ["Ana", "job", "nurse"])] });
const town = passage("Ana stays in Porto.", { records: [fact("r3", ["Ana", "home", "Porto"])] });

/** Returns the properties of Ana that the store lists. */
async function listed(store: Store): Promise<string[]> {
  const names: string[] = [];
  const isProperty = (name: string) => names.push(name) > 0;
  await ask(store).about(["Ana"], { limit: 9, scope, isProperty });
  return names;
}

it("EntityProperties lists a property that was added since, and none that was erased", async () => {
  const store = openStore(":memory:");
  expect(await listed(store)).toEqual([]);
  saved(await store.save(change([home])));
  expect([await listed(store), await listed(store)]).toEqual([["home"], ["home"]]);
  saved(await store.save(change([town])));
  expect(await listed(store)).toEqual(["home"]);
  saved(await store.save(change([job])));
  expect(await listed(store)).toEqual(["home", "job"]);
  await store.erase(["r2"], erasure());
  expect(await listed(store)).toEqual(["home"]);
});

it("EntityProperties sees what another connection added and erased", async () => {
  const path = temporaryPath();
  const [one, other] = [openStore(path), openStore(path)];
  saved(await one.save(change([home])));
  expect(await listed(other)).toEqual(["home"]);
  saved(await one.save(change([job])));
  expect(await listed(other)).toEqual(["home", "job"]);
  await one.erase(["r1", "r2"], erasure());
  saved(await one.save(change([job])));
  expect(await listed(other)).toEqual(["job"]);
});
