/**
 * The database of a benchmark: `--store postgres://…` names one, and `--store temporary` starts a
 * server of its own, with PostgreSQL's defaults, on loopback, which ends with the benchmark. It has
 * the extension pgvector where that is installed on this machine.
 */
import { createServer } from "node:net";
import { role, startServer } from "../test/stores/postgres/server.js";

/** A database, and what ends its server if that was started for it. */
export interface BenchmarkDatabase {
  readonly url: string;
  readonly stop: () => void;
}

const extension = `do $$ begin
  if exists (select from pg_available_extensions where name = 'vector') then create extension vector; end if;
end $$`;

/** Returns the database of an option `--store`. @throws {Error} if no server is installed */
export async function databaseOf(store: string): Promise<BenchmarkDatabase> {
  if (store !== "temporary") return { url: store, stop: () => {} };
  const port = await freePort();
  const { stop, asAdmin } = startServer({ port, isDurable: true });
  // Also after an error that nothing caught, and after Ctrl+C.
  process.once("exit", stop);
  process.once("SIGINT", () => process.exit(130));
  asAdmin(extension, role);
  return { url: `postgres://${role}@127.0.0.1:${port}/${role}`, stop };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
