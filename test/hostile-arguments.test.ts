/** What no type allows is refused by name, and what expires while a call runs makes nobody busy. */
import { Memory, MemoryError } from "keepsake";
import { expect, it } from "vitest";

it.each([42, null, "a text", {}])("rememberMany(%j) is invalid_input", (inputs) => {
  const memory = new Memory();
  expect(() => memory.rememberMany(inputs as never)).toThrow(
    expect.objectContaining({ code: "invalid_input" }),
  );
});

it("export({ sourceId: 1 }) is invalid_input", async () => {
  await using memory = new Memory();
  const error = await memory
    .export({ sourceId: 1 as never })
    .next()
    .catch((thrown: unknown) => thrown);
  expect(MemoryError.is(error, "invalid_input"), String(error)).toBe(true);
});

it("a fact that expires during a call leaves the call to go on", async () => {
  let now = Date.parse("2026-05-02T09:00:00.000Z");
  // Each look at the clock takes a second, and the fact expires some looks after the call began.
  const clock = () => {
    now += 1000;
    return new Date(now);
  };
  for (let looks = 1; looks <= 12; looks += 1) {
    await using memory = new Memory({ clock });
    await memory.remember({ content: "I live in Lisbon.", speaker: "Ana" });
    const expires = now + 3_600_000;
    const moved = { content: "I moved to Porto.", speaker: "Ana", expires_at: new Date(expires) };
    await memory.remember(moved);
    now = expires - looks * 1000;
    const payload = await memory.remember({ content: "I moved to Faro.", speaker: "Ana" });
    expect(payload.stored).toBe(true);
  }
});
