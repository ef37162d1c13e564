/** Things of the speaker that are not the speaker. */
import { testMemory } from "keepsake/testing";
import { expect, it } from "vitest";

async function facts(...said: readonly (readonly [string, string])[]): Promise<string[]> {
  const { memory } = await testMemory({});
  await memory.remember({ content: said.map(([name, content]) => ({ role: "user", name, content })) });
  const { items } = await memory.records({ types: ["semantic"] });
  return items.map(({ entity, property, value }) => `${entity} | ${property} | ${value}`);
}

it("the place of a boat is the boat's", async () => {
  expect(await facts(["Ana", "My boat Spray is moored at pier 4."])).toEqual([
    "Ana's boat Spray | pier | pier 4",
  ]);
});

it('"mine" is the same thing of another owner', async () => {
  expect(await facts(["Ana", "My locker number is 212."], ["Ben", "Mine is 87."])).toEqual([
    "Ana | locker number | 212",
    "Ben | locker number | 87",
  ]);
});

it('"mine" is nothing where nobody has spoken of a thing', async () => {
  expect(await facts(["Ben", "Mine is 87."])).toEqual([]);
});
