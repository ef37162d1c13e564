/**
 * A process that writes: `writer.ts PATH NAME COUNT [KEY]` saves COUNT passages and counts COUNT
 * calls. KEY, in hexadecimal, is for an encrypted store.
 */
import { driverFor } from "../../../src/stores/sqlite/database/driver.js";
import { openSqliteStore } from "../../../src/stores/sqlite/sqlite-store.js";
import { change, countingIds, now, passage, record, testEmbedder, unlimited } from "../store-fixture.js";

const [path = "", name = "", count = "0", key] = process.argv.slice(2);
const store = openSqliteStore({
  path,
  embedder: testEmbedder,
  ids: countingIds("store"),
  clock: () => new Date(now),
  busyTimeoutMs: 20_000,
  driver: await driverFor(key === undefined ? undefined : { key: Buffer.from(key, "hex") }),
});
for (let index = 0; index < Number(count); index += 1) {
  const id = `${name}-${index}`;
  const said = passage(`passage number ${index} of ${name}`, { records: [record(id, { entity: name })] });
  const outcome = await store.save(change([said], { source: { id: `source-${id}`, createdAt: now } }));
  if (outcome.outcome !== "saved") throw new Error(`not saved: ${outcome.outcome}`);
  await store.count({ requests: 1, tokens: 0, spendMicros: 0 }, unlimited);
}
await store.close();
