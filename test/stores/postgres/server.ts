/**
 * Starts a PostgreSQL server for the tests of the lane `postgres`: in a new folder, on a socket in
 * it, with a role that owns a database and is no superuser. It stops the server after the last
 * test.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { delimiter, join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** The folder of the server's socket. */
    readonly postgresSocket: string;
  }
}

/** The role that the stores of tests connect as, and their database. */
export const role = "keepsake_app";
/** A superuser, whom stores refuse. */
export const admin = "keepsake_admin";

/** Starts the server. vitest calls it before the first test, and the result after the last one. */
export default function setup(project: TestProject): () => void {
  const server = startServer();
  project.provide("postgresSocket", server.folder);
  return server.stop;
}

/** A running server. */
export interface PostgresServer {
  /** The folder of its socket. */
  readonly folder: string;
  /** Ends it at once, as a crash does: it recovers when it starts again. */
  readonly crash: () => void;
  readonly start: () => void;
  /** Ends it and removes its folder. */
  readonly stop: () => void;
  /** Runs statements as a superuser, in a database. */
  readonly asAdmin: (text: string, database: string) => void;
}

/** How to start a server. */
export interface ServerOptions {
  /** Also listens on this port of 127.0.0.1. @default none: only the socket */
  readonly port?: number;
  /** Waits for the disk, as servers do by default. @default false */
  readonly isDurable?: boolean;
}

/** Starts a server. @throws {Error} if no server is installed */
export function startServer({ port, isDurable = false }: ServerOptions = {}): PostgresServer {
  const binaries = findBinaries();
  const folder = mkdtempSync(join(tmpdir(), "keepsake-pg-"));
  const user = unprivileged();
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const run = (name: string, args: readonly string[]) =>
    execFileSync(join(binaries, name), args, {
      ...user,
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
    });
  const data = join(folder, "data");
  run("initdb", ["-D", data, "-U", admin, "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"]);
  // Nothing in tests outlives the machine, so nothing waits for its disk.
  const disk = isDurable ? "" : "-c fsync=off -c full_page_writes=off";
  const listening =
    port === undefined ? "-c listen_addresses=''" : `-c listen_addresses=127.0.0.1 -p ${port}`;
  const settings = `-k ${folder} ${listening} ${disk} -c max_connections=200`;
  const start = () => run("pg_ctl", ["-D", data, "-l", join(folder, "log"), "-o", settings, "-w", "start"]);
  const crash = () => run("pg_ctl", ["-D", data, "-m", "immediate", "-w", "stop"]);
  start();
  const onPort = port === undefined ? [] : ["-p", String(port)];
  const asAdmin = (text: string, database: string) =>
    void run("psql", ["-h", folder, ...onPort, "-U", admin, "-d", database, "-q", "-c", text]);
  asAdmin(`create role ${role} login`, "postgres");
  asAdmin(`create database ${role} owner ${role}`, "postgres");
  const stop = () => {
    if (existsSync(join(data, "postmaster.pid"))) crash();
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, crash, start, stop, asAdmin };
}

/** Debian keeps the server's programs out of PATH, in a folder for each version. */
function findBinaries(): string {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((one, other) => Number(other) - Number(one))
    : [];
  const folders = [
    ...versions.map((version) => join(debian, version, "bin")),
    ...(process.env.PATH ?? "").split(delimiter),
  ];
  const found = folders.find((folder) => existsSync(join(folder, "initdb")));
  if (found !== undefined) return found;
  throw new Error(
    "Cannot test the PostgreSQL store: a server must be installed (initdb, pg_ctl), and none was found",
  );
}

/** The server refuses to run as root: then it runs as the user of the system's own server. */
function unprivileged(): { readonly uid: number; readonly gid: number } | undefined {
  if (userInfo().uid !== 0) return undefined;
  const idOf = (name: string, flag: string) =>
    Number(spawnSync("id", [flag, name], { encoding: "utf8" }).stdout.trim() || Number.NaN);
  for (const name of ["postgres", "nobody"]) {
    const [uid, gid] = [idOf(name, "-u"), idOf(name, "-g")];
    if (uid > 0 && gid >= 0) return { uid, gid };
  }
  throw new Error(
    "Cannot test the PostgreSQL store: the server must not run as root, and no other user exists",
  );
}
