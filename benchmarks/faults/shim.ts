/**
 * Faults of system calls: a library in C between Node and the kernel, compiled when it is needed.
 * It requires Linux and a C compiler.
 */
import { spawnSync } from "node:child_process";
import { accessSync, readlinkSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Calls that can fail, as `shim.c` numbers them. */
export const kinds = { open: 1, read: 2, write: 4, sync: 8, cut: 16, name: 32 } as const;
const allKinds = Object.values(kinds).reduce((sum, kind) => sum + kind, 0);

/** The fault of a system call. */
export interface Fault {
  readonly name: string;
  /** Sum of {@link kinds}. */
  readonly kinds: number;
  readonly errno: number;
  readonly mode: "once" | "on" | "kill" | "half";
}

const modes = { once: 1, on: 2, kill: 3, half: 4 } as const;
const { EIO, ENOSPC, EMFILE } = constants.errno;

/** Faults after which the process continues. */
export const faults: readonly Fault[] = [
  { name: "one call fails", kinds: allKinds, errno: EIO, mode: "once" },
  { name: "all calls fail from here on", kinds: allKinds, errno: EIO, mode: "on" },
  { name: "the disk is full from here on", kinds: kinds.write + kinds.cut, errno: ENOSPC, mode: "on" },
  { name: "half of a write, then an error", kinds: kinds.write, errno: EIO, mode: "half" },
  { name: "no more open files", kinds: kinds.open, errno: EMFILE, mode: "on" },
];

/** Ends the process at a system call. */
export const killed: Fault = { name: "SIGKILL", kinds: allKinds, errno: 0, mode: "kill" };

/**
 * From now on the `point`-th call fails, counted from 1. With 0 none fails; calls are only counted.
 */
export function arm(fault: Fault, point: number): void {
  accessSync(`/keepsake-fault/${fault.kinds}/${point}/${fault.errno}/${modes[fault.mode]}`);
}

/** Removes the fault. @returns the number of calls since it was set */
export function disarm(): number {
  const count = Number(readlinkSync("/keepsake-fault/count"));
  accessSync("/keepsake-fault/0/0/0/0");
  return count;
}

/** Compiles the library into a folder. @returns its path, or the reason why it cannot be used */
export function compiled(folder: string): { readonly path: string } | { readonly missing: string } {
  const path = join(folder, "shim.so");
  const source = fileURLToPath(new URL("shim.c", import.meta.url));
  const { status, error } = spawnSync("cc", ["-O1", "-shared", "-fPIC", "-o", path, source, "-ldl"]);
  return status === 0 ? { path } : { missing: error?.message ?? "the C compiler failed" };
}
