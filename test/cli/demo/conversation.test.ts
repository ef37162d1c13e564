import { describe, expect, test } from "vitest";
import { forgotten, readConversation } from "../../../src/cli/demo/stage.js";

describe("examples/conversation.json", () => {
  test("is a year of dated conversation between named people", async () => {
    const { sessions } = await readConversation();
    const messages = sessions.flatMap((session) => session.messages);
    expect(messages.length).toBeGreaterThanOrEqual(60);
    const times = messages.map(({ at }) => at ?? "");
    expect(times).toEqual([...times].sort());
    expect(Date.parse(times.at(-1) ?? "") - Date.parse(times[0] ?? "")).toBeGreaterThan(300 * 86_400_000);
    expect(new Set(messages.map(({ name }) => name))).toEqual(
      new Set(["Mirjam Oduya", "Joost", "Assistant"]),
    );
  });

  test("names the person who is forgotten, more than once", async () => {
    const text = JSON.stringify(await readConversation());
    expect(text.split(forgotten.bytes).length - 1).toBeGreaterThan(3);
  });
});
