/** The plugins in the real assistants, against a scripted model: `npm run test:assistants`. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Memory } from "keepsake";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { assistants, isInstalled, setupOf } from "./assistants.js";
import { brokenService } from "./broken-service.js";
import { scriptedModel } from "./scripted-model.js";

const answer = "Understood. The bakery on Pier Street sells bread without nuts.";

describe.each(assistants)("%s", (assistant) => {
  it.runIf(isInstalled(assistant))(
    "recalls in the second turn what the first one said, and leaves no process",
    async () => {
      const model = await scriptedModel(answer);
      const place = setupOf(assistant, model);
      onTestFinished(async () => {
        await model.close();
        place.remove();
      });
      await place.install("keepsake-local");
      const first = await place.prompt("My daughter Ines is allergic to walnuts.");
      expect(first).toContain("allergic to walnuts");
      expect(first).not.toContain("recalled_memory_");
      expect(place.printed()).toContain(answer);
      const second = await place.prompt("What is Ines allergic to?");
      expect(second).toMatch(/<recalled_memory_[0-9a-f]{32}>.*walnuts.*<\/recalled_memory_/s);
      const path = join(place.home, ".keepsake.db");
      expect(existsSync(path)).toBe(true);
      await vi.waitFor(() => expect(processesWith("~/.keepsake.db")).toEqual([]), 10_000);
      await using memory = new Memory({ path });
      const stored = (await memory.records({ limit: 1000 })).items;
      expect(stored.map(({ text }) => text)).toContain("Ines is allergic to walnuts.");
      const said = stored.filter(({ entity }) => entity === "the assistant").map(({ text }) => text);
      expect(said.join(" ")).toContain("Pier Street");
      expect(stored.filter(({ text }) => text.includes("recalled"))).toEqual([]);
    },
    240_000,
  );

  // A hook that was not stopped would wait for minutes, and the program would be killed.
  it.runIf(isInstalled(assistant)).each([
    ["is absent", "absent", []],
    ["never answers", "silent", ["UserPromptSubmit", "Stop"]],
  ] as const)(
    "goes on where the service %s",
    async (_, kind, called) => {
      const [model, service] = [await scriptedModel(answer), await brokenService(kind)];
      const place = setupOf(assistant, model);
      onTestFinished(async () => {
        await model.close();
        await service.close();
        place.remove();
      });
      await place.install("keepsake", { brokenService: service.url });
      expect(await place.prompt("My daughter Ines is allergic to walnuts.")).toContain("walnuts");
      expect(place.printed()).toContain(answer);
      expect(service.hooks).toEqual(called);
    },
    240_000,
  );
});

it.runIf(isInstalled("claude-code"))(
  "claude plugin validate --strict accepts every folder",
  async () => {
    const model = await scriptedModel(answer);
    const place = setupOf("claude-code", model);
    onTestFinished(async () => {
      await model.close();
      place.remove();
    });
    const folder = join(import.meta.dirname, "..", "..", "plugins", "claude-code");
    for (const path of [folder, join(folder, "keepsake"), join(folder, "keepsake-local")])
      expect(await place.run(["plugin", "validate", "--strict", path])).toMatch(/passed/);
  },
  240_000,
);

/** Command lines of running processes that contain a text, as Linux lists them. */
function processesWith(text: string): string[] {
  if (!existsSync("/proc/self/cmdline")) return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((id) => {
      try {
        return readFileSync(`/proc/${id}/cmdline`, "utf8");
      } catch {
        // The process has ended since the folder was listed.
        return "";
      }
    })
    .filter((line) => line.includes(text));
}
