/** `keepsake serve` as a process whose log nobody reads any more. Needs `npm run build`. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { newPath } from "../../cli-fixture.js";

const bin = fileURLToPath(new URL("../../../../dist/cli/main.js", import.meta.url));

it("serve goes on when the reader of its log goes, and ends at SIGTERM", async () => {
  const child = spawn(process.execPath, [bin, "serve", "--create", "--data", newPath(), "--port", "0"], {
    env: { PATH: process.env.PATH },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const closed = once(child, "close");
  const [line] = await once(createInterface({ input: child.stderr }), "line");
  const url = /http:\S+/.exec(String(line))![0];
  child.stdout.destroy();
  await once(child.stdout, "close");
  // The first entry meets the closed pipe; the later ones find out whether the process lived on.
  for (let request = 0; request < 5; request += 1)
    expect((await fetch(`${url}/v1/records`)).status).toBeGreaterThanOrEqual(400);
  expect(child.exitCode).toBe(null);
  child.kill("SIGTERM");
  expect(await closed).toEqual([0, null]);
});
