/** The processor time that a PostgreSQL server on this machine has used, as Linux counts it. */
import { readdirSync, readFileSync } from "node:fs";
import type pg from "pg";

/** Milliseconds of one unit of /proc/PID/stat: `USER_HZ` is 100 on every Linux. */
const tickMs = 10;

/**
 * Returns what reads the processor time of a server's processes in milliseconds, and `null` where
 * the server is not on this machine.
 */
export async function serverCpuOf(pool: pg.Pool): Promise<() => number | null> {
  const { rows } = await pool.query("select pg_backend_pid() as pid, version() as version");
  const postmaster = statOf(rows[0].pid)?.parent;
  // A number of another machine may be any process here, or none.
  if (postmaster === undefined || statOf(postmaster)?.name !== "postgres") return () => null;
  // A process that ends gives its time to the one that began it, so the sum never falls.
  return () =>
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => statOf(pid) ?? [])
      .filter(({ parent }) => parent === postmaster)
      .reduce((sum, { cpuMs }) => sum + cpuMs, statOf(postmaster)?.endedMs ?? 0);
}

function statOf(pid: number | string) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // A name may contain spaces and parentheses; what follows it is numbers.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const name = text.slice(text.indexOf("(") + 1, text.lastIndexOf(")"));
    const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number);
    return {
      name,
      parent: Number(fields[1]),
      cpuMs: tickMs * (user! + system!),
      /** Of processes that it began and that have ended. */
      endedMs: tickMs * (endedUser! + endedSystem!),
    };
  } catch {
    // It has ended, or this is not Linux.
    return undefined;
  }
}
