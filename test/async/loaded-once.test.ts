import { expect, test } from "vitest";
import { loadedOnce } from "../../src/async/loaded-once.js";

test("loadedOnce() loads at the first call, and only then", async () => {
  let loads = 0;
  const module = loadedOnce(async () => ({ load: ++loads }));
  expect(loads).toBe(0);
  expect(await Promise.all([module(), module()])).toEqual([{ load: 1 }, { load: 1 }]);
  expect(await module()).toEqual({ load: 1 });
});

test("loadedOnce() loads again after a failure", async () => {
  let isThere = false;
  const module = loadedOnce(async () => {
    if (!isThere) throw new Error("no such file");
    return "module";
  });
  await expect(module()).rejects.toThrow("no such file");
  isThere = true;
  await expect(module()).resolves.toBe("module");
});
