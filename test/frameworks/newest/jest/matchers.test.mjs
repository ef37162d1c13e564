/** Run by jest itself: see ../jest.framework.test.ts. */
import { memoryMatchers, testMemory } from "keepsake/testing";

expect.extend(memoryMatchers);

test("toRecall passes for what memory answers, and says what was recalled where it fails", async () => {
  const { memory } = await testMemory({ seed: ["Ana lives in Lisbon."] });
  await expect(memory).toRecall("Where does Ana live?", /Lisbon/);
  await expect(memory).not.toRecall("Where does Ana live?", /Berlin/);
  await expect(expect(memory).toRecall("Where does Ana live?", /Berlin/)).rejects.toThrow(/Lisbon/);
});

test("toHaveForgotten fails while a text is in the store, and passes after forget", async () => {
  const { memory } = await testMemory({ seed: ["Ana lives in Lisbon."] });
  await expect(expect(memory).toHaveForgotten("Lisbon")).rejects.toThrow(/Lisbon/);
  await memory.forget({ entity: "Ana", reason: "Ana asked for it" });
  await expect(memory).toHaveForgotten("Lisbon");
});
