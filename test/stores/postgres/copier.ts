/**
 * A process that copies a file to PostgreSQL, and kills itself: `copier.ts FILE SOCKET ROLE STORE
 * STEP`.
 */
import { copyStore } from "keepsake";
import { postgresStore } from "keepsake/stores/postgres";
import pg from "pg";

const [path, host, role, storeId, last] = process.argv.slice(2) as [string, string, string, string, string];
const pool = new pg.Pool({ host, user: role, database: role });
let step = 0;
const onProgress = () => {
  step += 1;
  if (step === Number(last)) process.kill(process.pid, "SIGKILL");
};
await copyStore({ path }, { store: postgresStore({ pool, storeId, partitions: 4 }) }, { onProgress });
await pool.end();
